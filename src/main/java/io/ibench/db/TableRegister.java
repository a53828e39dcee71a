package io.ibench.db;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The table {@code ibench_tables}: a row for each table that ibench made or loaded, so that a later
 * run knows what it finds. Made with the first row and never dropped. Uses nothing but commands, so
 * that every adapter has it; with one that keeps no data it is always empty. Each call opens a
 * session of its own.
 */
public final class TableRegister {

  private static final int LONGEST_NAME = 255;
  private static final int LONGEST_TEXT = 65_535;
  private static final String UNKNOWN = "unknown";
  private static final long FNV_OFFSET = 0xCBF29CE484222325L;
  private static final long FNV_PRIME = 0x100000001B3L;

  /** Text is kept as UTF-8 bytes; maps as lines of {@code name=value}. */
  public static final Table TABLE =
      new Table(
          "ibench_tables",
          List.of(
              Column.number("id", ColumnType.LONG),
              Column.bytes("table_name", LONGEST_NAME),
              Column.bytes("workload", LONGEST_NAME),
              Column.bytes("run_id", LONGEST_NAME),
              Column.number("runs_served", ColumnType.LONG),
              Column.number("seed", ColumnType.LONG),
              Column.number("load_millis", ColumnType.LONG),
              Column.bytes("settings", LONGEST_TEXT),
              Column.bytes("totals", LONGEST_TEXT),
              Column.number("state", ColumnType.BYTE),
              Column.number("made", ColumnType.BYTE)),
          List.of("id"),
          false,
          List.of());

  private final Database database;

  public TableRegister(Database database) {
    this.database = database;
  }

  /** How far a table has come. The position is what is stored. */
  public enum State {
    CREATED,
    /** A load has begun, and has not ended. */
    LOADING,
    LOADED
  }

  /**
   * What is known of one table.
   *
   * @param runId the run that created it or, from the beginning of its load on, that loaded it
   * @param runsServed runs that have worked on the data since it was loaded
   * @param loadMillis the time that loaded data bears; 0 before the load
   * @param settings every setting that shapes the data
   * @param totals what the table holds, in its workload's words; empty when nobody knows, as while
   *     a run writes, and after one that died meanwhile
   * @param made ibench created the table, and may drop it
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

    /** The load is over. */
    public Row loaded(Map<String, Long> loadedTotals) {
      return with(runsServed, Optional.of(loadedTotals), State.LOADED);
    }

    /** A run begins to write, the one of this number. */
    public Row working(long runs) {
      return with(runs, Optional.empty(), state);
    }

    /** A run has written. */
    public Row worked(Map<String, Long> newTotals) {
      return with(runsServed, Optional.of(newTotals), state);
    }

    private Row with(long runs, Optional<Map<String, Long>> newTotals, State newState) {
      return new Row(
          table, workload, runId, runs, seed, loadMillis, settings, newTotals, newState, made);
    }
  }

  /** The rows of those tables that have one, by table. */
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

  /** Adds or replaces rows: all of them or, where the product has transactions, none. */
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
      new ConflictRetry(transaction)
          .run(
              () -> {
                for (Row row : rows) {
                  bind(upsert, row);
                  upsert.execute();
                }
              });
    }
  }

  /** Removes a table's row, if there is one. */
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

  /** A hash (FNV-1a) of the name: every product has numbers as keys. */
  private static long key(String table) {
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

  private static void text(Prepared upsert, int parameter, String text) {
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
      throw unreadable(table, e.getMessage(), e);
    }
  }

  private static DatabaseException unreadable(String table, String why, Throwable cause) {
    return new DatabaseException(
        FailureKind.FATAL,
        TABLE.name() + ": the row of " + table + " cannot be read: " + why,
        cause);
  }

  private static String text(Prepared select, int column) {
    byte[] bytes = new byte[LONGEST_TEXT];
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
