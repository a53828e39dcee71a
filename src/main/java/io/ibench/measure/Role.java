package io.ibench.measure;

/** Which rate the successes of an operation count in. */
public enum Role {
  /** A query or transaction: counted in {@code qps}. */
  QUERY,
  /** Its rows are inserted rows: counted in {@code ips}. */
  INSERT,
  /** Its rows are deleted rows: counted in {@code dps}. */
  DELETE,
  /** Auxiliary: part of no rate. Results name it {@code aside}. */
  AUXILIARY
}
