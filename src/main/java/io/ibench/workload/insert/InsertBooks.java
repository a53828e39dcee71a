package io.ibench.workload.insert;

import io.ibench.workload.WorkloadCounters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/**
 * How many rows each table must hold, from what it held at first and what workers say they did
 * since. Thread-safe in adding workers; read when they are done.
 */
final class InsertBooks {

  private static final String ROWS = "rows";

  private final List<PurchaseTable> tables;
  private final List<List<WorkloadCounters>> workers = new ArrayList<>();
  private Optional<long[]> rowsAtFirst = Optional.empty();

  InsertBooks(List<PurchaseTable> tables) {
    this.tables = tables;
    tables.forEach(table -> workers.add(new ArrayList<>()));
  }

  /** Goes on from what an earlier run has left, as {@link #totals} told it. */
  synchronized void continueFrom(Map<String, Map<String, Long>> totals) {
    rowsAtFirst =
        Optional.of(
            tables.stream().mapToLong(table -> totals.get(table.name()).get(ROWS)).toArray());
  }

  /** All tables are new and empty. */
  synchronized void begin() {
    workers.forEach(List::clear);
    rowsAtFirst = Optional.of(new long[tables.size()]);
  }

  /** What the tables hold is not known any more. */
  synchronized void forget() {
    workers.forEach(List::clear);
    rowsAtFirst = Optional.empty();
  }

  synchronized void add(int table, WorkloadCounters worker) {
    workers.get(table).add(worker);
  }

  synchronized boolean knowsRows() {
    return rowsAtFirst.isPresent();
  }

  /** What a table must hold; ask {@link #knowsRows} first. */
  synchronized long rows(int table) {
    return rowsAtFirst.orElseThrow()[table]
        + sum(table, InsertCounter.ROWS_INSERTED)
        - sum(table, InsertCounter.ROWS_DELETED);
  }

  /** Of all tables; empty while nobody knows. Any thread, at any time. */
  synchronized OptionalLong rowsIfKnown() {
    return knowsRows() ? OptionalLong.of(allRows()) : OptionalLong.empty();
  }

  long allRows() {
    return LongStream.range(0, tables.size()).map(table -> rows((int) table)).sum();
  }

  /** How many more rows a table may hold, as nobody knows whether they were inserted or deleted. */
  synchronized long mayHoldMore(int table) {
    return sum(table, InsertCounter.ROWS_INSERTED_UNKNOWN);
  }

  /** How many rows less a table may hold. */
  synchronized long mayHoldLess(int table) {
    return sum(table, InsertCounter.ROWS_DELETED_UNKNOWN);
  }

  private long sum(int table, InsertCounter tally) {
    return workers.get(table).stream().mapToLong(worker -> worker.get(tally.ordinal())).sum();
  }

  /** Of each table, by name. */
  Map<String, Map<String, Long>> totals() {
    Map<String, Map<String, Long>> totals = new LinkedHashMap<>();
    for (int table = 0; table < tables.size(); table++) {
      totals.put(tables.get(table).name(), Map.of(ROWS, rows(table)));
    }
    return totals;
  }

  /** Whether what each table holds is known to the row. */
  boolean isCertain() {
    return knowsRows()
        && LongStream.range(0, tables.size())
            .allMatch(table -> mayHoldMore((int) table) == 0 && mayHoldLess((int) table) == 0);
  }
}
