package io.ibench.report.figures;

/**
 * Whether a step wrote enough for a write amplification: ibench's own rows, such as the lease that
 * is renewed each minute, are among RocksDB's counters of user writes. Stateless.
 */
public final class UserWrites {

  private static final double MIN_BYTES = 64 << 10;

  /** More than all leases of a run write. */
  private static final double MIN_BYTES_PER_SECOND = 100;

  private UserWrites() {}

  /** Whether these bytes of user writes are a workload's. */
  public static boolean areMeasured(double bytes, double seconds) {
    return bytes >= Math.max(MIN_BYTES, MIN_BYTES_PER_SECOND * seconds);
  }
}
