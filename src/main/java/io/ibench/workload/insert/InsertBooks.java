package io.ibench.workload.insert;

import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.table.TableBooks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/**
 * The expected rows of each table: those at first plus what workers have counted since.
 * Thread-safe; exact when the workers are done.
 */
final class InsertBooks implements TableBooks {

  private static final String ROWS = "rows";

  private final List<PurchaseTable> tables;
  private final List<List<WorkloadCounters>> workers = new ArrayList<>();
  private boolean begunEmpty;
  private Optional<long[]> rowsAtFirst = Optional.empty();

  InsertBooks(List<PurchaseTable> tables) {
    this.tables = tables;
    tables.forEach(table -> workers.add(new ArrayList<>()));
  }

  @Override
  public synchronized void continueFrom(Map<String, Map<String, Long>> totals) {
    rowsAtFirst =
        Optional.of(
            tables.stream()
                .mapToLong(table -> Objects.requireNonNull(totals.get(table.name())).get(ROWS))
                .toArray());
  }

  /**
   * All tables are new and empty, or an earlier process has loaded a part of their rows.
   *
   * @param found the rows of each table; empty if all tables are empty
   */
  synchronized void begin(long[] found) {
    workers.forEach(List::clear);
    begunEmpty = found.length == 0;
    rowsAtFirst = Optional.of(Arrays.copyOf(found, tables.size()));
  }

  /**
   * Begins anew with what the tables contain. Call it before workers are added.
   *
   * @param found the rows of each table
   */
  synchronized void recounted(long[] found) {
    workers.forEach(List::clear);
    begunEmpty = false;
    rowsAtFirst = Optional.of(found.clone());
  }

  /** The rows of the tables become unknown. */
  @Override
  public synchronized void clear() {
    workers.forEach(List::clear);
    begunEmpty = false;
    rowsAtFirst = Optional.empty();
  }

  /** What a load has inserted is counted from its begin on. */
  @Override
  public void loaded() {}

  @Override
  public synchronized void add(int table, WorkloadCounters worker) {
    workers.get(table).add(worker);
  }

  synchronized boolean knowsRows() {
    return rowsAtFirst.isPresent();
  }

  /** The expected rows of a table; valid only if {@link #knowsRows}. */
  synchronized long rows(int table) {
    return rowsAtFirst.orElseThrow()[table]
        + sum(table, InsertCounter.ROWS_INSERTED)
        - sum(table, InsertCounter.ROWS_DELETED);
  }

  @Override
  public synchronized OptionalLong rows() {
    return knowsRows() ? OptionalLong.of(allRows()) : OptionalLong.empty();
  }

  /**
   * The bytes of the values of all rows. With values of different lengths they are known from this
   * run's load to its first delete. Any thread, at any time.
   *
   * @param perRow the bytes of a row; empty if rows differ
   */
  synchronized OptionalLong rowBytes(OptionalLong perRow) {
    if (!isCertain()) {
      return OptionalLong.empty();
    }
    if (perRow.isPresent()) {
      return OptionalLong.of(allRows() * perRow.getAsLong());
    }
    return begunEmpty && sum(InsertCounter.ROWS_DELETED) == 0
        ? OptionalLong.of(sum(InsertCounter.ROW_BYTES_WRITTEN))
        : OptionalLong.empty();
  }

  private long sum(InsertCounter counter) {
    return LongStream.range(0, tables.size()).map(table -> sum((int) table, counter)).sum();
  }

  long allRows() {
    return LongStream.range(0, tables.size()).map(table -> rows((int) table)).sum();
  }

  /** How many more rows a table may have, because of inserts with an unknown outcome. */
  synchronized long mayHoldMore(int table) {
    return sum(table, InsertCounter.ROWS_INSERTED_UNKNOWN);
  }

  /** How many fewer rows a table may have, because of deletes with an unknown outcome. */
  synchronized long mayHoldLess(int table) {
    return sum(table, InsertCounter.ROWS_DELETED_UNKNOWN);
  }

  private long sum(int table, InsertCounter counter) {
    return workers.get(table).stream().mapToLong(worker -> worker.get(counter.ordinal())).sum();
  }

  @Override
  public Optional<Map<String, Map<String, Long>>> totals() {
    if (!isCertain()) {
      return Optional.empty();
    }
    Map<String, Map<String, Long>> totals = new LinkedHashMap<>();
    for (int table = 0; table < tables.size(); table++) {
      totals.put(tables.get(table).name(), Map.of(ROWS, rows(table)));
    }
    return Optional.of(totals);
  }

  /** Whether the rows of each table are known exactly. */
  boolean isCertain() {
    return knowsRows()
        && LongStream.range(0, tables.size())
            .allMatch(table -> mayHoldMore((int) table) == 0 && mayHoldLess((int) table) == 0);
  }
}
