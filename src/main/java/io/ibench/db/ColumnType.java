package io.ibench.db;

/** The type of a column. An adapter chooses the product's smallest type that keeps every value. */
public enum ColumnType {
  /** A signed 64-bit integer. */
  LONG(8),
  /** An integer from 0 to 2^32 - 1. */
  INT(4),
  /** A signed 32-bit integer. */
  SIGNED(4),
  /** An integer from 0 to 127. */
  BYTE(1),
  /**
   * A point in time, bound and read as milliseconds since 1970-01-01 00:00 UTC. Values are whole
   * seconds, whatever the time zones of client and server.
   */
  TIME(8),
  /**
   * A number with at most two decimals in a floating-point column, of 4 bytes where the product has
   * it; bound and read as an integer number of hundredths, from 0 to {@link #MAX_HUNDREDTHS}.
   */
  FLOAT(4),
  /** Bytes, stored unchanged; never text in a character set. */
  BYTES(0),
  /**
   * ASCII text of a fixed length, bound and read as bytes. Blanks at its end are no part of the
   * value: they are not read. The server's character set and collation rule its order.
   */
  CHAR(0),
  /** ASCII text up to a length, bound and read as bytes, ordered as {@link #CHAR}. */
  VARCHAR(0);

  /** 2^17 in hundredths: above it, 4-byte floating-point numbers are further apart than 0.01. */
  public static final long MAX_HUNDREDTHS = 100L << 17;

  private final int valueBytes;

  ColumnType(int valueBytes) {
    this.valueBytes = valueBytes;
  }

  /**
   * The bytes of a number, the same on every product: figures of amplification compare with them
   * what a product writes and keeps. 0 for BYTES and text, whose values have their own lengths.
   */
  public int valueBytes() {
    return valueBytes;
  }

  /** Whether the product also stores integers, so that it can add to them. */
  public boolean isWholeNumber() {
    return this == LONG || this == INT || this == SIGNED || this == BYTE;
  }

  /** Whether values are bound and read as {@code long}. */
  public boolean isNumber() {
    return this != BYTES && !isText();
  }

  /** Whether values are text in a character set. */
  public boolean isText() {
    return this == CHAR || this == VARCHAR;
  }
}
