package io.ibench.learn.write;

/** Numbers with two digits, which say nothing about a single value. */
final class Rounded {

  private Rounded() {}

  /** The next number with two digits and zeros. */
  static long up(long value) {
    if (value < 0) {
      return 0;
    }
    long unit = 1;
    while (value / unit >= 100) {
      unit *= 10;
    }
    return value % unit == 0 ? value : (value / unit + 1) * unit;
  }
}
