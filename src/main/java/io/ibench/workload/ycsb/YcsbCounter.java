package io.ibench.workload.ycsb;

import io.ibench.measure.WorkloadCounter;
import io.ibench.workload.table.CounterSet;
import io.ibench.workload.table.Lines;
import java.util.List;

/** What a worker counts; the ordinal is the counter's number. */
enum YcsbCounter {
  ROWS_ASKED("rows that reads, updates and read-modify-writes asked for by key"),
  ROWS_FOUND("rows of these that were there"),
  SCANS("scans"),
  ROWS_SCANNED("rows that scans have read"),
  INSERTED("rows that were inserted, not counting the load"),
  UNCERTAIN("writes with an unknown outcome"),
  ROW_BYTES_WRITTEN(WorkloadCounter.rowBytesWritten().definition()),
  ROWS_VERIFIED("rows that the verification has read");

  static final CounterSet SET = CounterSet.of(values(), each -> each.definition);

  private final String definition;

  YcsbCounter(String definition) {
    this.definition = definition;
  }

  /**
   * What was found, one line each.
   *
   * @param counters of a step or of one repeat
   */
  static List<String> facts(long[] counters) {
    Lines facts = new Lines();
    long asked = counters[ROWS_ASKED.ordinal()];
    if (asked > 0) {
      long found = counters[ROWS_FOUND.ordinal()];
      facts.add("rows found: %,d of %,d (%.3f %%)", found, asked, 100.0 * found / asked);
    }
    long scans = counters[SCANS.ordinal()];
    if (scans > 0) {
      facts.add("rows per scan: %.3f", (double) counters[ROWS_SCANNED.ordinal()] / scans);
    }
    return facts.all();
  }
}
