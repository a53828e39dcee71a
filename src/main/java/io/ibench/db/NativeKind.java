package io.ibench.db;

import java.math.BigDecimal;

/** The kind of a value in a row that a {@link Native} statement has read. */
public enum NativeKind {
  /** A whole number of at most 64 bits, whatever type its column has. */
  INTEGER,
  /** A number of a floating type. */
  DOUBLE,
  /** An exact number with digits after the point, or a whole one of more than 64 bits. */
  DECIMAL,
  BOOLEAN,
  TEXT,
  NULL;

  private static final int BITS_OF_LONG = 63;
  private static final int DIGITS_OF_LONG = 19;

  /** INTEGER or DECIMAL. */
  public static NativeKind of(BigDecimal number) {
    boolean whole = number.scale() <= 0;
    boolean fits =
        whole
            && (long) number.precision() - number.scale() <= DIGITS_OF_LONG
            && number.toBigInteger().bitLength() <= BITS_OF_LONG;
    return fits ? INTEGER : DECIMAL;
  }
}
