package io.ibench.workload.oltp;

import io.ibench.workload.Division;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.table.CountedBooks;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The expected rows of each table and the expected sum of their k: those at first plus what workers
 * have counted since. Thread-safe; exact when the workers are done.
 */
final class OltpBooks extends CountedBooks {

  /** What is counted for each table; the numbers of a table follow each other. */
  enum OfTable {
    /** New ids that were taken. */
    TAKEN,
    LOADED,
    LOADED_K,
    INSERTED,
    DELETED,
    ADDED,
    INSERTED_UNCERTAIN,
    DELETED_UNCERTAIN,
    ADDED_UNCERTAIN
  }

  private static final int OF_TABLE = OfTable.values().length;
  private static final String ROWS = "rows";
  private static final String MORE = "rows_may_be_more";
  private static final String LESS = "rows_may_be_less";
  private static final String SUM = "sum_k";
  private static final String IDS = "new_ids";

  private final List<OltpTable> tables;
  private final Division division;
  private Optional<Start> start = Optional.empty();
  private NewIds[] newIds = {};

  /**
   * Before the workers of this run, by table.
   *
   * @param sums -1: unknown, because rows were deleted or inserted
   * @param ids new ids that were given
   */
  record Start(long[] rows, long[] more, long[] less, long[] sums, long[] ids) {

    /** Of empty tables. */
    static Start empty(int tables) {
      return new Start(
          new long[tables], new long[tables], new long[tables], new long[tables], new long[tables]);
    }
  }

  OltpBooks(List<OltpTable> tables, Division division) {
    super(tables.size() * OF_TABLE);
    this.tables = tables;
    this.division = division;
  }

  @Override
  public synchronized void add(int rank, WorkloadCounters counted) {
    add(counted);
    for (int i = 0; i < newIds.length; i++) {
      newIds[i].takenBy(rank, counted.get(i * OF_TABLE + OfTable.TAKEN.ordinal()));
    }
  }

  static void add(WorkloadCounters worker, int table, OfTable what, long delta) {
    if (delta != 0) {
      worker.add(table * OF_TABLE + what.ordinal(), delta);
    }
  }

  @Override
  public synchronized void clear() {
    super.clear();
    newIds = new NewIds[0];
    start = Optional.empty();
  }

  @Override
  public synchronized void loaded() {
    Start found = Start.empty(tables.size());
    for (int i = 0; i < tables.size(); i++) {
      found.rows()[i] = sum(i, OfTable.LOADED);
      found.sums()[i] = sum(i, OfTable.LOADED_K);
    }
    start = Optional.of(found);
  }

  @Override
  public synchronized void continueFrom(Map<String, Map<String, Long>> totals) {
    Start found = Start.empty(tables.size());
    for (int i = 0; i < tables.size(); i++) {
      Map<String, Long> own = totals.getOrDefault(tables.get(i).table().name(), Map.of());
      if (!own.containsKey(ROWS)) {
        return;
      }
      found.rows()[i] = own.get(ROWS);
      found.more()[i] = own.getOrDefault(MORE, 0L);
      found.less()[i] = own.getOrDefault(LESS, 0L);
      found.sums()[i] = own.getOrDefault(SUM, -1L);
      found.ids()[i] = own.getOrDefault(IDS, 0L);
    }
    start = Optional.of(found);
  }

  /** The tables have this now, whatever was booked. */
  synchronized void start(Start found) {
    clear();
    start = Optional.of(found);
  }

  private long sum(int table, OfTable what) {
    return sum(table * OF_TABLE + what.ordinal());
  }

  /** Whether the rows are known; an earlier run may have left them unknown. */
  synchronized boolean isKnown() {
    return start.isPresent();
  }

  /** The expected rows of a table; valid only if they are known, as the next three. */
  synchronized long rows(int table) {
    return start.orElseThrow().rows()[table]
        + sum(table, OfTable.INSERTED)
        - sum(table, OfTable.DELETED);
  }

  /** How many more rows than expected a table may have. */
  synchronized long more(int table) {
    return start.orElseThrow().more()[table] + sum(table, OfTable.INSERTED_UNCERTAIN);
  }

  /** How many fewer rows than expected a table may have. */
  synchronized long less(int table) {
    return start.orElseThrow().less()[table] + sum(table, OfTable.DELETED_UNCERTAIN);
  }

  /** The expected sum of k; empty once a row was deleted or inserted, or an outcome is unknown. */
  synchronized OptionalLong sumOfK(int table) {
    long first = start.map(found -> found.sums()[table]).orElse(-1L);
    boolean changed = false;
    for (OfTable what : OfTable.values()) {
      changed |=
          what.ordinal() > OfTable.LOADED_K.ordinal()
              && what != OfTable.ADDED
              && sum(table, what) > 0;
    }
    return first < 0 || changed
        ? OptionalLong.empty()
        : OptionalLong.of(first + sum(table, OfTable.ADDED));
  }

  @Override
  public synchronized OptionalLong rows() {
    long rows = 0;
    for (int i = 0; i < tables.size(); i++) {
      rows += start.isPresent() ? rows(i) : sum(i, OfTable.LOADED);
    }
    return start.isPresent() || rows > 0 ? OptionalLong.of(rows) : OptionalLong.empty();
  }

  /**
   * A step begins, whose processes take new ids together: all of them begin with the same number.
   */
  synchronized void beginStep(long loaded) {
    if (!division.isWhole() && newIds.length > 0) {
      NewIds[] next = new NewIds[newIds.length];
      for (int i = 0; i < next.length; i++) {
        next[i] = new NewIds(loaded, newIds[i].given(), division);
      }
      newIds = next;
    }
  }

  /**
   * The new ids of each table.
   *
   * @param loaded the loaded rows of a table
   * @return empty when nobody knows which ones were given
   */
  synchronized Optional<NewIds[]> newIds(long loaded) {
    if (newIds.length == 0 && start.isPresent()) {
      newIds = new NewIds[tables.size()];
      for (int i = 0; i < newIds.length; i++) {
        newIds[i] = new NewIds(loaded, start.get().ids()[i], division);
      }
    }
    return newIds.length == 0 ? Optional.empty() : Optional.of(newIds);
  }

  @Override
  public synchronized Optional<Map<String, Map<String, Long>>> totals() {
    if (start.isEmpty()) {
      return Optional.empty();
    }
    Map<String, Map<String, Long>> totals = new LinkedHashMap<>();
    for (int i = 0; i < tables.size(); i++) {
      Map<String, Long> own = new LinkedHashMap<>();
      own.put(ROWS, rows(i));
      putIfAny(own, MORE, more(i));
      putIfAny(own, LESS, less(i));
      sumOfK(i).ifPresent(sum -> own.put(SUM, sum));
      putIfAny(own, IDS, newIds.length == 0 ? start.get().ids()[i] : newIds[i].given());
      totals.put(tables.get(i).table().name(), own);
    }
    return Optional.of(totals);
  }
}
