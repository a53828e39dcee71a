package io.ibench.measure;

/** What successful operations count as: in which rate, and as the divisor of which costs. */
public enum Role {
  /** A query or transaction: counted in {@code qps}. */
  QUERY,
  /** Its rows are inserted rows: counted in {@code ips}. */
  INSERT,
  /** Its rows are deleted rows: counted in {@code dps}. */
  DELETE,
  /**
   * Part of no rate. It is never paced, and does not count towards a step's {@code operations}.
   * Results name it {@code aside}.
   */
  AUXILIARY
}
