package io.ibench.db.internal;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.db.Transaction;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The table {@code ibench_tables}: one row for each table that ibench created or loaded, so that a
 * later run knows its contents. It is created with the first row and never dropped. It uses only
 * {@link Command}s, so it works with every adapter; a database that keeps no data has no rows. Each
 * call opens its own session.
 */
public final class TableRegister {

  private static final int MAX_NAME_BYTES = 255;
  private static final int MAX_TEXT_BYTES = 65_535;
  private static final String UNKNOWN = "unknown";
  private static final int MAX_ATTEMPTS = 10;
  private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
  private static final Set<FailureKind> CONFLICTS =
      EnumSet.of(FailureKind.DEADLOCK, FailureKind.LOCK_TIMEOUT);
  private static final long FNV_OFFSET = 0xCBF29CE484222325L;
  private static final long FNV_PRIME = 0x100000001B3L;

  /** Text is stored as UTF-8 bytes, maps as lines of {@code name=value}. */
  public static final Table TABLE =
      new Table(
          "ibench_tables",
          List.of(
              Column.number("id", ColumnType.LONG),
              Column.bytes("table_name", MAX_NAME_BYTES),
              Column.bytes("workload", MAX_NAME_BYTES),
              Column.bytes("run_id", MAX_NAME_BYTES),
              Column.number("runs_served", ColumnType.LONG),
              Column.number("seed", ColumnType.LONG),
              Column.number("load_millis", ColumnType.LONG),
              Column.bytes("settings", MAX_TEXT_BYTES),
              Column.bytes("totals", MAX_TEXT_BYTES),
              Column.number("state", ColumnType.BYTE),
              Column.number("made", ColumnType.BYTE)),
          List.of("id"),
          false,
          List.of());

  private final Database database;

  public TableRegister(Database database) {
    this.database = database;
  }

  /** The state of a table. The register stores the ordinal. */
  public enum State {
    CREATED,
    /** A load has begun and not ended. */
    LOADING,
    LOADED
  }

  /**
   * The row of one table. Immutable.
   *
   * @param runId the run that created the table or, from the start of its load, that loaded it
   * @param runsServed number of runs on the data since its load
   * @param loadMillis the time in the loaded data, in milliseconds since 1970 UTC; 0 before the
   *     load
   * @param settings every setting that determines the data
   * @param totals the table's contents in its workload's words; empty when unknown: while a run
   *     writes, and after a run that died while it wrote
   * @param made ibench created the table and may drop it
   */
  public record Row(
      String table,
      String workload,
      String runId,
      long runsServed,
      long seed,
      long loadMillis,
      Map<String, String> settings,
      Optional<Map<String, Long>> totals,
      State state,
      boolean made) {

    /** The row after the load. */
    public Row loaded(Map<String, Long> loadedTotals) {
      return with(runsServed, Optional.of(loadedTotals), State.LOADED);
    }

    /** The row while run number {@code runs} writes. */
    public Row working(long runs) {
      return with(runs, Optional.empty(), state);
    }

    /** The row after a run has written. */
    public Row worked(Map<String, Long> newTotals) {
      return with(runsServed, Optional.of(newTotals), state);
    }

    private Row with(long runs, Optional<Map<String, Long>> newTotals, State newState) {
      return new Row(
          table, workload, runId, runs, seed, loadMillis, settings, newTotals, newState, made);
    }
  }

  /** The rows of those of the tables that have one, by table. */
  public Map<String, Row> rows(List<String> tables) throws DatabaseException {
    Map<String, Row> rows = new LinkedHashMap<>();
    if (!database.keepsData() || !database.exists(TABLE.name())) {
      return rows;
    }
    List<String> differences = database.differences(TABLE);
    if (!differences.isEmpty()) {
      throw new DatabaseException(
          FailureKind.FATAL,
          "the table ibench_tables is not ibench's: "
              + String.join("; ", differences)
              + "; rename it, or use another database");
    }
    try (Session session = database.session()) {
      Prepared select =
          session.prepare(
              Command.Select.of(TABLE, TABLE.columnNames(), List.of(Condition.eq("id"))));
      for (String table : tables) {
        select.setLong(0, key(table));
        if (select.execute() > 0) {
          rows.put(table, row(table, select));
        }
      }
    }
    return rows;
  }

  /** Inserts or replaces rows, in one transaction where the product has transactions. */
  public void write(Collection<Row> rows) throws DatabaseException {
    if (!database.keepsData() || rows.isEmpty()) {
      return;
    }
    if (!database.exists(TABLE.name())) {
      database.create(TABLE);
    }
    List<String> contents = TABLE.columnNames().subList(1, TABLE.columns().size());
    try (Session session = database.session()) {
      Transaction transaction = session.transaction();
      Prepared upsert =
          transaction.prepare(
              new Command.Upsert(
                  TABLE, TABLE.columnNames(), contents, List.of(), Optional.empty()));
      write(rows, upsert, transaction);
    }
  }

  /**
   * Fails as a write of the rows would; changes nothing but that the table exists.
   *
   * @param rows as they are
   */
  public void tryWrite(Collection<Row> rows) throws DatabaseException {
    if (!rows.isEmpty()) {
      write(rows);
    } else if (database.keepsData() && !database.exists(TABLE.name())) {
      database.create(TABLE);
    } else {
      remove("ibench_trial");
    }
  }

  /** Retries when the server rolls back: about 1 s in all, with pauses that double. */
  private static void write(Collection<Row> rows, Prepared upsert, Transaction transaction)
      throws DatabaseException {
    for (int attempt = 1; ; attempt++) {
      try {
        transaction.begin();
        for (Row row : rows) {
          bind(upsert, row);
          upsert.execute();
        }
        transaction.commit();
        return;
      } catch (DatabaseException e) {
        if (!CONFLICTS.contains(e.kind()) || attempt == MAX_ATTEMPTS) {
          throw e;
        }
        rollBack(transaction, e);
        LockSupport.parkNanos(FIRST_PAUSE_NANOS << attempt - 1);
      }
    }
  }

  private static void rollBack(Transaction transaction, DatabaseException conflict)
      throws DatabaseException {
    try {
      transaction.rollback();
    } catch (DatabaseException e) {
      e.addSuppressed(conflict);
      throw e;
    }
  }

  /** Deletes a table's row, if there is one. */
  public void remove(String table) throws DatabaseException {
    if (!database.keepsData() || !database.exists(TABLE.name())) {
      return;
    }
    try (Session session = database.session()) {
      Prepared delete = session.prepare(new Command.Delete(TABLE, List.of(Condition.eq("id")), 0));
      delete.setLong(0, key(table));
      delete.execute();
    }
  }

  /** The FNV-1a hash of the name, because every product has numbers as keys. */
  static long key(String table) {
    long hash = FNV_OFFSET;
    for (byte b : table.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xFF)) * FNV_PRIME;
    }
    return hash;
  }

  private static void bind(Prepared upsert, Row row) {
    upsert.setLong(0, key(row.table()));
    text(upsert, 1, row.table());
    text(upsert, 2, row.workload());
    text(upsert, 3, row.runId());
    upsert.setLong(4, row.runsServed());
    upsert.setLong(5, row.seed());
    upsert.setLong(6, row.loadMillis());
    text(upsert, 7, lines(row.settings()));
    text(upsert, 8, row.totals().map(TableRegister::lines).orElse(UNKNOWN));
    upsert.setLong(9, row.state().ordinal());
    upsert.setLong(10, row.made() ? 1 : 0);
  }

  /** Binds text as UTF-8 bytes. */
  static void text(Prepared upsert, int parameter, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    upsert.setBytes(parameter, bytes, bytes.length);
  }

  private static String lines(Map<String, ?> values) {
    return values.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining("\n"));
  }

  private static Row row(String table, Prepared select) throws DatabaseException {
    String name = text(select, 1);
    if (!name.equals(table)) {
      throw unreadable(table, "its key belongs to " + name, null);
    }
    try {
      return new Row(
          name,
          text(select, 2),
          text(select, 3),
          select.getLong(0, 4),
          select.getLong(0, 5),
          select.getLong(0, 6),
          map(text(select, 7)),
          totals(text(select, 8)),
          State.values()[Math.toIntExact(select.getLong(0, 9))],
          select.getLong(0, 10) != 0);
    } catch (IllegalArgumentException | ArithmeticException | IndexOutOfBoundsException e) {
      throw unreadable(table, String.valueOf(e.getMessage()), e);
    }
  }

  private static DatabaseException unreadable(String table, String why, @Nullable Throwable cause) {
    return new DatabaseException(
        FailureKind.FATAL,
        TABLE.name() + ": the row of " + table + " cannot be read: " + why,
        cause);
  }

  /** The text of a column of the first row. */
  static String text(Prepared select, int column) {
    byte[] bytes = new byte[MAX_TEXT_BYTES];
    int length = select.getBytes(0, column, bytes);
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  private static Optional<Map<String, Long>> totals(String text) {
    if (text.equals(UNKNOWN)) {
      return Optional.empty();
    }
    Map<String, Long> totals = new LinkedHashMap<>();
    map(text).forEach((name, value) -> totals.put(name, Long.parseLong(value)));
    return Optional.of(totals);
  }

  private static Map<String, String> map(String text) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String line : text.lines().toList()) {
      int equals = line.indexOf('=');
      if (equals < 0) {
        throw new IllegalArgumentException("no = in " + line);
      }
      values.put(line.substring(0, equals), line.substring(equals + 1));
    }
    return values;
  }
}
