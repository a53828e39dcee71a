package io.ibench.workload.oltp;

import io.ibench.measure.WorkloadCounter;
import io.ibench.workload.table.CounterSet;

/** What a worker counts; the ordinal is the counter's number. */
enum OltpCounter {
  TRANSACTIONS("committed transactions, and statements that commit by themselves"),
  READS("statements of them that read"),
  WRITES("statements of them that write, whether they found a row or not"),
  OTHER("BEGIN and COMMIT"),
  UNMATCHED("updates and deletes that found no row"),
  ROWS_READ("rows that reads have returned"),
  INSERTED("inserted rows"),
  DELETED("deleted rows"),
  K_ADDED("sum of what updates have added to k"),
  UNCERTAIN("writes with an unknown outcome"),
  ROW_BYTES_WRITTEN(WorkloadCounter.rowBytesWritten().definition()),
  ROWS_VERIFIED("rows that the verification has read");

  static final CounterSet SET = CounterSet.of(values(), each -> each.definition);

  private final String definition;

  OltpCounter(String definition) {
    this.definition = definition;
  }
}
