package io.ibench.db;

/** What a column holds. An adapter chooses the product's smallest type that keeps every value. */
public enum Type {
  /** A signed 64-bit whole number. */
  LONG,
  /** A whole number from 0 to 2^32 - 1. */
  INT,
  /** A whole number from 0 to 127. */
  BYTE,
  /** Bytes, kept exactly; never text in some character set. */
  BYTES;

  /** Whether values are bound and read as {@code long}. */
  public boolean isNumber() {
    return this != BYTES;
  }
}
