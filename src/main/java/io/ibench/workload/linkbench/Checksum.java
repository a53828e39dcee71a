package io.ibench.workload.linkbench;

import io.ibench.db.RowHash;

/** One number per operation, folded from everything that it has answered. One worker's. */
final class Checksum {

  private final long[] sums;

  Checksum(int operations) {
    sums = new long[operations];
  }

  long get(int operation) {
    return sums[operation];
  }

  /** Takes in a number, in order. */
  void add(int operation, long value) {
    sums[operation] = RowHash.mix(sums[operation], value);
  }
}
