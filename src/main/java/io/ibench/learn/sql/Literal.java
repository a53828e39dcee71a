package io.ibench.learn.sql;

/** The kinds of values in a statement. A value is a kind, 64 bits, a length and a shape. */
public final class Literal {

  /** NULL; bits are 0. */
  public static final byte NULL = 0;

  /** A whole number of 64 bits: itself. Quoted or not: {@link #QUOTED} in the shape says so. */
  public static final byte INTEGER = 1;

  /** Another number: the bits of a double; the length has the digits after the point. */
  public static final byte DECIMAL = 2;

  /** TRUE, FALSE, or PostgreSQL's t and f: 1 or 0. */
  public static final byte BOOLEAN = 3;

  /**
   * A date with or without a time: microseconds since 1970 in UTC; the length is that of the text.
   */
  public static final byte TIME = 4;

  /** A text: a hash of its bytes; the length in bytes. */
  public static final byte TEXT = 5;

  /** Bytes, such as {@code x'00ff'}: a hash; the length in bytes. */
  public static final byte BYTES = 6;

  /** A value that the log does not have. */
  public static final byte LOST = 7;

  /**
   * Bits of a shape: which characters a text has, and whether the value stood in quotes. The bits
   * above them are for {@link TextKind#of(int)}.
   */
  public static final int LOWER = 1;

  public static final int UPPER = 2;
  public static final int DIGITS = 4;
  public static final int BLANKS = 8;
  public static final int OTHER = 16;
  public static final int NOT_ASCII = 32;
  public static final int QUOTED = 64;

  private Literal() {}
}
