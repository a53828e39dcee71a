package io.ibench.measure;

/** What the successes of an operation count as. */
public enum Role {
  /** A query or transaction: what {@code qps} counts. */
  QUERY,
  /** Its rows are inserted rows: what {@code ips} counts. */
  INSERT,
  /** Its rows are deleted rows: what {@code dps} counts. */
  DELETE,
  /** Auxiliary: part of no rate. Results name it {@code aside}. */
  AUXILIARY
}
