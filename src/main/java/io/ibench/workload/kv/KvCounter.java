package io.ibench.workload.kv;

import io.ibench.measure.WorkloadCounter;
import io.ibench.workload.table.CounterSet;
import io.ibench.workload.table.Lines;
import java.util.List;

/** The counters of workers; the ordinal is the counter's number. */
enum KvCounter {
  PUTS("keys that were put"),
  DELETES("keys that were deleted, found or not"),
  KEYS_DELETED("keys that deletes found"),
  KEYS_READ("keys that gets, multigets and updates have asked for"),
  KEYS_FOUND("keys of these that were found"),
  SEEKS("seeks"),
  SEEKS_FOUND("seeks that found exactly the key"),
  ROWS_SCANNED("rows that seeks and scans have read"),
  BYTES_READ("bytes of the keys and values that were read"),
  OUTCOME_UNKNOWN("puts and deletes with an unknown outcome"),
  MIXED_PUTS("puts of mixgraph"),
  MIXED_VALUE_BYTES("bytes of the values of mixgraph's puts"),
  ROWS_VERIFIED("rows that verification has read"),
  ROW_BYTES_WRITTEN(WorkloadCounter.rowBytesWritten().definition());

  static final CounterSet SET = CounterSet.of(values(), each -> each.definition);

  private final String definition;

  KvCounter(String definition) {
    this.definition = definition;
  }

  /**
   * What was found, one line each.
   *
   * @param counters of a step or of one repeat
   */
  static List<String> facts(long[] counters) {
    Lines facts = new Lines();
    add(facts, "keys found", counters[KEYS_FOUND.ordinal()], counters[KEYS_READ.ordinal()]);
    add(facts, "keys deleted", counters[KEYS_DELETED.ordinal()], counters[DELETES.ordinal()]);
    long seeks = counters[SEEKS.ordinal()];
    if (seeks > 0) {
      double rows = (double) counters[ROWS_SCANNED.ordinal()] / seeks;
      facts.add(
          "seeks that found their key: %,d of %,d; rows per seek %.3f",
          counters[SEEKS_FOUND.ordinal()], seeks, rows);
    }
    long puts = counters[MIXED_PUTS.ordinal()];
    if (puts > 0) {
      facts.add(
          "values that were put: %.1f bytes on average",
          (double) counters[MIXED_VALUE_BYTES.ordinal()] / puts);
    }
    return facts.all();
  }

  private static void add(Lines facts, String what, long found, long of) {
    if (of > 0) {
      facts.add("%s: %,d of %,d (%.3f %%)", what, found, of, 100.0 * found / of);
    }
  }
}
