package io.ibench.db.generic;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Index;
import io.ibench.db.ServerLocation;
import io.ibench.db.Size;
import io.ibench.db.Table;
import io.ibench.db.generic.RowLockTrial.Effect;
import io.ibench.db.jdbc.Connections;
import io.ibench.db.jdbc.Dialect;
import io.ibench.db.jdbc.DoubleCodec;
import io.ibench.db.jdbc.Failures;
import io.ibench.db.jdbc.Masker;
import io.ibench.db.jdbc.StandardCodec;
import io.ibench.db.jdbc.StandardFailures;
import io.ibench.db.jdbc.TransactionControl;
import io.ibench.db.jdbc.ValueCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A product, as its driver and the user's settings describe it. Thread-safe; only its row lock may
 * change, once, when it has been tried.
 */
final class GenericDialect extends Dialect {

  private static final int FETCH_ROWS = 10_000;

  private static final String FOR_UPDATE = "FOR UPDATE";

  /** Derby's FOR UPDATE alone locks a row until the cursor leaves it; Firebird's locks nothing. */
  private static final List<String> ROW_LOCKS =
      List.of(FOR_UPDATE, "FOR UPDATE WITH RS", "WITH LOCK", "");

  /** The host in a URL, with the characters that products put before it. */
  private static final Pattern HOST =
      Pattern.compile("^jdbc:[^?;]*?(?://|:@)(?:[^@/?;]*@)?(\\[[^\\]]+\\]|[^\\[/:;,?()]+)");

  private final GenericSettings settings;
  private final GenericSettings.Statements statements;
  private final Connections.Opener opener;
  private final ProductTraits traits;
  private final TypeNames types;
  private final Failures failures;
  private volatile RowLock rowLock;

  /**
   * How a row is locked.
   *
   * @param text after a select; empty: by an update that changes nothing
   * @param found by a trial, for the warnings; empty: not tried
   */
  private record RowLock(String text, Map<String, Effect> found, String untried) {}

  GenericDialect(GenericSettings settings, Connections.Opener opener, ProductTraits traits)
      throws DatabaseException {
    super(settings.statements().batch().parameters(), FETCH_ROWS);
    this.settings = settings;
    this.statements = settings.statements();
    this.opener = opener;
    this.traits = traits;
    types = new TypeNames(settings.types(), traits.types());
    types.check();
    failures = failures(settings, traits.product());
    rowLock = new RowLock(rowLocksToTry().get(0), Map.of(), "");
  }

  /** The user's kinds of failures, then those of the product. */
  static Failures failures(GenericSettings settings, KnownProduct product) {
    return settings.failures(
        product == KnownProduct.DUCKDB ? DuckDb::classify : StandardFailures::classify);
  }

  private boolean isDuckDb() {
    return traits.product() == KnownProduct.DUCKDB;
  }

  @Override
  public TransactionControl transactions(Connection connection) throws SQLException {
    TransactionControl usual = super.transactions(connection);
    return isDuckDb() ? DuckDb.transactions(connection, usual) : usual;
  }

  @Override
  public Connection connect() throws SQLException {
    return opener.open();
  }

  @Override
  public FailureKind classify(SQLException failure) {
    return failures.classify(failure);
  }

  @Override
  public Masker masker() {
    return failures.masker();
  }

  @Override
  public String quoted(String name) {
    return traits.quote() + name + traits.quote();
  }

  @Override
  public String typeName(Column column) {
    return types.of(column);
  }

  @Override
  public String generatedKey() {
    return statements
        .generatedKey()
        .column()
        .orElseGet(() -> isDuckDb() ? DuckDb.GENERATED_KEY : super.generatedKey());
  }

  /** Whether each table with generated keys has a sequence, which is made and dropped with it. */
  private boolean hasOwnSequences() {
    return isDuckDb() && statements.generatedKey().column().isEmpty();
  }

  @Override
  public String createTable(Table table) {
    String create = super.createTable(table);
    return hasOwnSequences() && table.generatedKey()
        ? DuckDb.withSequence(create, table.name())
        : create;
  }

  @Override
  public String dropTable(String table) {
    String drop = super.dropTable(table);
    return hasOwnSequences() ? DuckDb.withoutSequence(drop, table) : drop;
  }

  @Override
  public String tableSuffix(Table table) {
    return statements.tableOptions().isEmpty() ? "" : " " + statements.tableOptions();
  }

  @Override
  public String restartKeys(Table table, long next) {
    return statements
        .generatedKey()
        .restart()
        .orElse(
            hasOwnSequences()
                ? DuckDb.advance(table.name())
                : "ALTER TABLE {table} ALTER COLUMN {column} RESTART WITH {next}")
        .replace("{table}", quoted(table.name()))
        .replace("{column}", quoted(table.primaryKey()))
        .replace("{next}", Long.toString(next));
  }

  @Override
  public ValueCodec codec() {
    String type = types.of(Column.number("any", ColumnType.FLOAT));
    boolean literals = traits.product().hasTimestampLiterals();
    return types.hasFourByteFloats()
        ? new StandardCodec(type, literals)
        : new DoubleCodec(type, literals);
  }

  @Override
  public List<String> indexColumns(Connection connection, String table, String index)
      throws SQLException {
    return isDuckDb() ? DuckDb.indexColumns(connection, table, index) : List.of();
  }

  @Override
  public boolean bindsBytesOnce() {
    return traits.product().bindsBytesOnce();
  }

  @Override
  public boolean insertsManyRows() {
    return statements.batch().form() == GenericSettings.Batches.VALUES;
  }

  /** Asks as many products answer; the others do not tell their time. */
  @Override
  public OptionalLong serverMicros(Connection connection) {
    if (location().embedded()) {
      return OptionalLong.empty();
    }
    try (var statement = connection.createStatement();
        var row = statement.executeQuery("SELECT CURRENT_TIMESTAMP")) {
      row.next();
      OffsetDateTime now = row.getObject(1, OffsetDateTime.class);
      return OptionalLong.of(ChronoUnit.MICROS.between(Instant.EPOCH, now));
    } catch (SQLException e) {
      return OptionalLong.empty();
    }
  }

  @Override
  public String upsert(Command.Upsert upsert) {
    return switch (statements.upsert()) {
      case NONE -> "";
      case ON_CONFLICT -> upsertOnConflict(upsert);
      case ON_DUPLICATE_KEY -> upsertOnDuplicateKey(upsert);
      case MERGE -> upsertByMerge(upsert);
    };
  }

  @Override
  public String rowLock() {
    String text = rowLock.text();
    return text.isEmpty() ? "" : " " + text;
  }

  /** The texts that may lock a row, the best first. */
  List<String> rowLocksToTry() {
    return statements.rowLock().map(List::of).orElse(traits.rowLocks() ? ROW_LOCKS : List.of(""));
  }

  /**
   * Uses the last one that was tried.
   *
   * @param found in the order of the trial, which ends with the first one that locks
   */
  void takeRowLock(Map<String, Effect> found) {
    String text = List.copyOf(found.keySet()).get(found.size() - 1);
    rowLock = new RowLock(text, found, "");
  }

  void leaveRowLockUntried(String why) {
    rowLock = new RowLock(rowLock.text(), Map.of(), why);
  }

  @Override
  public String indexHint(Index index) {
    String hint = statements.indexHint().replace("{index}", quoted(index.name()));
    return hint.isEmpty() ? "" : " " + hint;
  }

  @Override
  public String limit(int limit, int offset) {
    return statements.limits().select().orElse(traits.product().limits())
            == GenericSettings.Limits.LIMIT
        ? super.limit(limit, offset)
        : " OFFSET " + offset + " ROWS FETCH NEXT " + limit + " ROWS ONLY";
  }

  @Override
  public String limitedDelete(Command.Delete delete, String where) {
    return switch (statements.limits().delete()) {
      case SUBQUERY ->
          delete.table().primaryKey().size() == 1 || traits.product().comparesRows()
              ? super.limitedDelete(delete, where)
              : "";
      case KEYS -> "";
      case LIMIT ->
          "DELETE FROM "
              + quoted(delete.table().name())
              + where
              + " ORDER BY "
              + quoted(delete.table().primaryKey())
              + limit(delete.limit(), 0);
    };
  }

  @Override
  public String explainVerb() {
    return statements.explain().orElse(traits.product().explain());
  }

  @Override
  public List<String> explain(Connection connection, Command command, List<Long> values)
      throws SQLException {
    try {
      return super.explain(connection, command, values);
    } catch (SQLException e) {
      if (classify(e) != FailureKind.FATAL || explainVerb().isEmpty()) {
        throw e;
      }
      throw new SQLException(
          "the product does not take explain = "
              + explainVerb()
              + "; give its own words, or an empty value if it has none: "
              + e.getMessage(),
          e.getSQLState(),
          e.getErrorCode(),
          e);
    }
  }

  @Override
  public String byteLength(Column column) {
    return traits.product().length(column.type()) + "(" + quoted(column.name()) + ")";
  }

  boolean analyzes() {
    return !statements.analyze().isEmpty();
  }

  @Override
  public List<String> analyze(List<Table> tables) {
    return statements.analyze().isEmpty()
        ? List.of()
        : tables.stream()
            .map(table -> statements.analyze().replace("{table}", quoted(table.name())))
            .toList();
  }

  @Override
  public Size size(Connection connection, List<Table> tables) throws SQLException {
    if (!statements.size().isEmpty()) {
      String found = Connections.value(connection, statements.size());
      return found.matches("[0-9]+")
          ? Size.of(Long.parseLong(found), "the query of size")
          : Size.unknown("the query of size returns no whole number, but '" + found + "'");
    }
    if (settings.directory().isPresent()) {
      return filesIn(settings.directory().get());
    }
    return traits
        .file()
        .map(DuckDb::size)
        .orElse(Size.unknown("neither size nor directory is given"));
  }

  private static Size filesIn(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      long bytes = files.filter(Files::isRegularFile).mapToLong(GenericDialect::length).sum();
      return Size.of(bytes, "files in " + directory.getFileName());
    } catch (IOException | UncheckedIOException e) {
      return Size.unknown("the folder of the data cannot be read: " + e.getMessage());
    }
  }

  /** 0 for a file that has just been removed. */
  private static long length(Path file) {
    return file.toFile().length();
  }

  @Override
  public ServerLocation location() {
    List<Path> directories =
        settings.directory().or(() -> traits.file().map(Path::getParent)).stream().toList();
    return host(settings.url())
        .map(host -> new ServerLocation(host, OptionalLong.empty(), List.of(), directories, false))
        .orElseGet(() -> ServerLocation.embedded(directories));
  }

  /** The host in a URL; empty: the database is inside the client. */
  static Optional<String> host(String url) {
    Matcher host = HOST.matcher(url);
    return host.find() ? Optional.of(host.group(1)) : Optional.empty();
  }

  @Override
  public String durability() {
    return statements.durability();
  }

  /** One line, another if no row can be locked, and those of the product. */
  @Override
  public List<String> warnings() {
    RowLock lock = rowLock;
    List<String> warnings = new ArrayList<>();
    warnings.add("portable SQL, not the product's best: " + String.join("; ", parts(lock)));
    if (!lock.found().isEmpty() && lock.found().get(lock.text()) != Effect.LOCKS) {
      warnings.add(
          "no row could be locked (tried: "
              + String.join(
                  ", ", lock.found().keySet().stream().map(GenericDialect::named).toList())
              + "): old values may be wrong when threads change the same row (see row_lock)");
    }
    warnings.addAll(traits.warnings());
    return List.copyOf(warnings);
  }

  private static String named(String lock) {
    return lock.isEmpty() ? "an update that changes nothing" : lock;
  }

  private String oldValues(RowLock lock) {
    String how =
        lock.text().isEmpty()
            ? "before an old value is read, an update that changes nothing locks its row"
            : "an old value is read by a select " + lock.text() + " before the change";
    if (!lock.untried().isEmpty()) {
      return how + ", and whether that locks its row could not be tried: " + lock.untried();
    }
    String first = rowLocksToTry().get(0);
    if (!lock.text().equals(first) && lock.found().get(first) == Effect.LOCKS_NOTHING) {
      return first + " locks nothing here (tried): " + how;
    }
    boolean locks = lock.found().get(lock.text()) == Effect.LOCKS;
    return locks && !lock.text().isEmpty() ? how + " and locks its row (tried)" : how;
  }

  private List<String> parts(RowLock lock) {
    List<String> parts = new ArrayList<>();
    if (statements.upsert() == GenericSettings.Upserts.NONE) {
      parts.add("an upsert is an update, then an insert if there was no row (see upsert)");
    }
    parts.add(oldValues(lock));
    if (!insertsManyRows()) {
      parts.add("the driver may send the rows of a batch one by one (see batch)");
    }
    if (statements.indexHint().isEmpty()) {
      parts.add("the product chooses the indexes (see index_hint)");
    }
    return parts;
  }
}
