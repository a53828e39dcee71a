package io.ibench.db.sqlite;

import io.ibench.db.Add;
import io.ibench.db.Column;
import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.Description;
import io.ibench.db.FailureKind;
import io.ibench.db.FoundTable.FoundColumn;
import io.ibench.db.Index;
import io.ibench.db.MainCounter;
import io.ibench.db.ServerCounter;
import io.ibench.db.ServerLocation;
import io.ibench.db.Size;
import io.ibench.db.Table;
import io.ibench.db.jdbc.Dialect;
import io.ibench.db.jdbc.Explanation;
import io.ibench.db.jdbc.Failures;
import io.ibench.db.jdbc.Natives;
import io.ibench.db.jdbc.TransactionControl;
import io.ibench.db.jdbc.ValueCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * SQLite. Tables are clustered by their primary key: a one-column number is the rowid itself, any
 * other key makes the table WITHOUT ROWID. A generated key is AUTOINCREMENT: without it SQLite
 * reuses the key of a deleted last row, which no other product does. Thread-safe.
 */
class SqliteDialect extends Dialect {

  /** SQLite's default; a library may have a higher limit. */
  private static final int MAX_PARAMETERS = 32_766;

  private static final int FETCH_ROWS = 10_000;

  private final SqliteFile file;

  SqliteDialect(SqliteFile file) {
    super(MAX_PARAMETERS, FETCH_ROWS);
    this.file = file;
  }

  @Override
  public Connection connect() throws SQLException {
    return file.connect();
  }

  @Override
  public TransactionControl transactions(Connection connection) throws SQLException {
    return new SqliteTransactions(connection, file.writeLock());
  }

  /** A reader needs no write lock; the write-ahead log keeps what its snapshot may read. */
  @Override
  public Optional<TransactionControl> snapshots(Connection connection) throws SQLException {
    return Optional.of(new SqliteSnapshots(connection));
  }

  @Override
  public Natives natives(Connection connection, Failures failures) {
    return new SqliteNatives(connection, failures, file.writeLock());
  }

  /** Does nothing: a statement waits only for the write lock, whose owner is working. */
  @Override
  public void abort(Connection connection) {}

  @Override
  public boolean hasOneWriter() {
    return true;
  }

  @Override
  public ValueCodec codec() {
    return new SqliteValueCodec();
  }

  @Override
  public String quoted(String name) {
    return name;
  }

  @Override
  public String type(Table table, Column column) {
    if (declaresOwnKey(table) && table.primaryKey().contains(column.name())) {
      return table.generatedKey() ? "INTEGER PRIMARY KEY AUTOINCREMENT" : "INTEGER PRIMARY KEY";
    }
    return typeName(column) + " NOT NULL";
  }

  @Override
  public String typeName(Column column) {
    return switch (column.type()) {
      case LONG, INT, SIGNED, BYTE, TIME -> "INTEGER";
      case FLOAT -> "REAL";
      case BYTES -> "BLOB";
      case CHAR, VARCHAR -> "TEXT";
    };
  }

  @Override
  public boolean declaresOwnKey(Table table) {
    Column first = table.column(table.primaryKey().get(0));
    return table.primaryKey().size() == 1 && typeName(first).equals("INTEGER");
  }

  @Override
  public String tableSuffix(Table table) {
    return declaresOwnKey(table) ? "" : " WITHOUT ROWID";
  }

  /** An AUTOINCREMENT continues after explicit keys. */
  @Override
  public String restartKeys(Table table, long next) {
    return "";
  }

  @Override
  public String indexHint(Index index) {
    return " INDEXED BY " + index.name();
  }

  @Override
  public String upsert(Command.Upsert upsert) {
    List<String> changes = new ArrayList<>();
    for (String column : upsert.set()) {
      changes.add(column + " = excluded." + column);
    }
    for (Add add : upsert.add()) {
      changes.add(plus(add));
    }
    return insertOf(upsert) + " ON CONFLICT DO UPDATE SET " + String.join(", ", changes);
  }

  /** By affinity: a column of any INT type has 64 bits; a BLOB stores any bytes. */
  @Override
  public boolean stores(FoundColumn found, Column declared) {
    String type = found.type().toUpperCase(Locale.ROOT);
    return switch (declared.type()) {
      case LONG, INT, SIGNED, BYTE, TIME -> type.contains("INT");
      case FLOAT -> !type.contains("INT") && type.matches(".*(REAL|FLOA|DOUB).*");
      case BYTES -> type.isEmpty() || type.contains("BLOB");
      case CHAR, VARCHAR -> type.matches(".*(CHAR|CLOB|TEXT).*");
    };
  }

  /** By result code, whose low byte is the primary code. */
  @Override
  public FailureKind classify(SQLException failure) {
    return switch (failure.getErrorCode() & 0xff) {
      case 1 -> isMissing(failure) ? FailureKind.NOT_FOUND : FailureKind.FATAL;
      case 3, 14, 23 -> FailureKind.DENIED; // PERM, CANTOPEN, AUTH
      case 5, 6 -> FailureKind.LOCK_TIMEOUT; // BUSY, LOCKED
      case 8 -> FailureKind.READ_ONLY;
      case 9 -> FailureKind.TIMEOUT; // INTERRUPT
      case 13 -> FailureKind.DISK_FULL;
      case 19 -> FailureKind.DUPLICATE_KEY; // CONSTRAINT: our tables have no other that can fail
      default -> FailureKind.FATAL;
    };
  }

  private static boolean isMissing(SQLException failure) {
    String message = String.valueOf(failure.getMessage());
    return message.contains("no such table")
        || message.contains("no such index")
        || message.contains("no such column");
  }

  @Override
  public Description description(String name, Connection connection) throws SQLException {
    DatabaseMetaData metaData = connection.getMetaData();
    return new Description(
        name,
        metaData.getDatabaseProductName(),
        metaData.getDatabaseProductVersion(),
        "B-tree",
        metaData.getDriverName() + " " + metaData.getDriverVersion(),
        "multi-row VALUES, prepared",
        file.durability(),
        "serializable (one writer)",
        file.settings(),
        List.of());
  }

  @Override
  public List<String> explain(Connection connection, Command command, List<Long> values)
      throws SQLException {
    return new Explanation(this, command, values).tree(connection, "EXPLAIN QUERY PLAN ");
  }

  /** The file and its write-ahead log, with the tables of all workloads in it. */
  @Override
  public Size size(Connection connection, List<Table> tables) {
    try {
      long bytes = Files.size(file.path());
      Path wal = Path.of(file.path() + "-wal");
      return Size.of(bytes + (Files.exists(wal) ? Files.size(wal) : 0), "file + wal");
    } catch (IOException e) {
      return Size.unknown("the database file cannot be read: " + e.getMessage());
    }
  }

  @Override
  public List<ServerCounter> counters(Connection connection)
      throws SQLException, DatabaseException {
    return SqliteCounters.of(connection, file);
  }

  @Override
  public List<MainCounter> mainCounters() {
    return SqliteCounters.MAIN;
  }

  @Override
  public ServerLocation location() {
    return ServerLocation.embedded(List.of(file.path().getParent()));
  }
}
