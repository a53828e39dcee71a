package io.ibench.workload.oltp;

import java.util.Locale;

/** The parts of a transaction whose times are reported, by the names of sysbench's options. */
enum TransactionPart {
  BEGIN,
  POINT_SELECTS,
  SIMPLE_RANGES,
  SUM_RANGES,
  ORDER_RANGES,
  DISTINCT_RANGES,
  INDEX_UPDATES,
  NON_INDEX_UPDATES,
  DELETES,
  /** Follows DELETES: each delete is followed by its insert. */
  INSERTS,
  COMMIT;

  String label() {
    return this == BEGIN || this == COMMIT ? name() : name().toLowerCase(Locale.ROOT);
  }
}
