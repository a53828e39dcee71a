package io.ibench.report;

import java.util.Locale;

/** Numbers as a person reads them: about three significant digits, the same on every machine. */
final class Numbers {

  private static final String ABSENT = "-";

  private Numbers() {}

  /** A figure of unknown size; a dash when there is none. */
  static String figure(Object value) {
    if (!(value instanceof Number number)) {
      return ABSENT;
    }
    double amount = number.doubleValue();
    double size = Math.abs(amount);
    if (size >= 100 || amount == Math.rint(amount) && size >= 1) {
      return String.format(Locale.ROOT, "%,.0f", amount);
    }
    if (size >= 10) {
      return String.format(Locale.ROOT, "%.1f", amount);
    }
    if (size >= 1) {
      return String.format(Locale.ROOT, "%.2f", amount);
    }
    return amount == 0 ? "0" : String.format(Locale.ROOT, "%.3f", amount);
  }

  static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  static String seconds(double seconds) {
    return String.format(Locale.ROOT, seconds < 100 ? "%.1f" : "%.0f", seconds);
  }

  /** Milliseconds, from nanoseconds. */
  static String millis(double nanos) {
    double millis = nanos / 1e6;
    return String.format(
        Locale.ROOT, millis < 10 ? "%.3f" : millis < 100 ? "%.1f" : "%,.0f", millis);
  }
}
