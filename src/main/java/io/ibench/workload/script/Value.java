package io.ibench.workload.script;

/**
 * A value of an expression. Immutable.
 *
 * @param bits the number, the raw bits of a double, or 1 and 0 for true and false
 * @param text empty unless it is a text, bytes or an exact number
 */
record Value(byte kind, long bits, String text) {

  static final byte NULL = 0;
  static final byte BOOLEAN = 1;
  static final byte INTEGER = 2;
  static final byte DOUBLE = 3;
  static final byte TEXT = 4;

  /**
   * An exact number that an expression cannot compute with, as its text: it has digits that a
   * double loses, or more than 64 bits. An expression takes it for a double, as pgbench does.
   */
  static final byte DECIMAL = 5;

  /** Bytes, each as the character of its number from 0 to 255. */
  static final byte BYTES = 6;

  static final Value NOTHING = new Value(NULL, 0, "");

  static Value of(long number) {
    return new Value(INTEGER, number, "");
  }

  static Value of(double number) {
    return new Value(DOUBLE, Double.doubleToRawLongBits(number), "");
  }

  static Value of(boolean flag) {
    return new Value(BOOLEAN, flag ? 1 : 0, "");
  }

  static Value of(String text) {
    return new Value(TEXT, 0, text);
  }

  /** The kind's name in messages. */
  static String name(byte kind) {
    return switch (kind) {
      case NULL -> "null";
      case BOOLEAN -> "boolean";
      case INTEGER -> "integer";
      case DOUBLE -> "double";
      case DECIMAL -> "number";
      case BYTES -> "binary value";
      default -> "text";
    };
  }
}
