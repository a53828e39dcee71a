package io.ibench.db;

/** What a column holds. An adapter chooses the product's smallest type that keeps every value. */
public enum ColumnType {
  /** A signed 64-bit whole number. */
  LONG,
  /** A whole number from 0 to 2^32 - 1. */
  INT,
  /** A whole number from 0 to 127. */
  BYTE,
  /**
   * A point in time, bound and read as milliseconds since 1970-01-01 00:00 UTC, in whole seconds.
   */
  TIME,
  /**
   * A number with at most two decimals in a floating-point column, of 4 bytes where the product has
   * it; bound and read as a whole number of hundredths, from 0 to {@link #MOST_HUNDREDTHS}.
   */
  FLOAT,
  /** Bytes, kept exactly; never text in some character set. */
  BYTES;

  /** 2^17: above it, 4-byte floating-point numbers lie further apart than a hundredth. */
  public static final long MOST_HUNDREDTHS = 100L << 17;

  /** Whether values are whole numbers in the product too, that it can count with. */
  public boolean isWholeNumber() {
    return this == LONG || this == INT || this == BYTE;
  }

  /** Whether values are bound and read as {@code long}. */
  public boolean isNumber() {
    return this != BYTES;
  }
}
