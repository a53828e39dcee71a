package io.ibench.db;

/** The kind of a value in a row that a {@link Native} statement has read. */
public enum NativeKind {
  /** A whole number of at most 64 bits. */
  INTEGER,
  DOUBLE,
  BOOLEAN,
  TEXT,
  NULL
}
