package io.ibench.learn.data;

/**
 * A number of rows or values, which may grow with the scale of the script.
 *
 * @param count for a scale of 1
 */
record Size(long count, boolean isScaled) {

  static final Size ONE = new Size(1, false);

  static Size fixed(long count) {
    return new Size(count, false);
  }

  /** As an expression. */
  String text() {
    return isScaled ? count + " * :scale" : Long.toString(count);
  }

  /** As a part of a larger expression. */
  String part() {
    return isScaled ? "(" + text() + ")" : text();
  }

  Size times(Size other) {
    return new Size(count * other.count, isScaled || other.isScaled);
  }
}
