package io.ibench.verdict;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Numbers in sentences, the same on every machine. */
final class Words {

  private static final int DIGITS = 3;
  private static final int MOST_DECIMALS = 9;
  private static final double LONGEST_IN_SECONDS = 120;
  private static final double LONGEST_IN_MINUTES = 7200;

  private Words() {}

  static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /** So many of something, in the singular where it is one. */
  static String count(long value, String noun) {
    return count(value) + " " + noun + (value == 1 ? "" : "s");
  }

  /** With three significant digits, without zeros at the end of a fraction. */
  static String number(double value) {
    return number(value, DIGITS);
  }

  static String number(double value, int digits) {
    return plain(new BigDecimal(value).round(new MathContext(digits, RoundingMode.HALF_UP)));
  }

  /** With so many decimals at most. */
  static String decimals(double value, int most) {
    return plain(new BigDecimal(value).setScale(most, RoundingMode.HALF_UP));
  }

  /** With one decimal below 1000, without it above. */
  static String rate(double perSecond) {
    int decimals = Math.abs(perSecond) < 1000 ? 1 : 0;
    return decimals(perSecond, decimals);
  }

  private static String plain(BigDecimal value) {
    BigDecimal shown = value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
    return String.format(Locale.ROOT, "%,." + Math.max(0, shown.scale()) + "f", shown);
  }

  /**
   * Two significant digits, or as many more as it takes to tell the value from the threshold that
   * it is held against.
   */
  static String percent(double value, double threshold) {
    BigDecimal exact = new BigDecimal(value);
    BigDecimal limit = BigDecimal.valueOf(threshold);
    int decimals = Math.max(0, 1 - (int) Math.floor(Math.log10(Math.max(Math.abs(value), 1e-9))));
    BigDecimal shown = exact.setScale(Math.min(decimals, MOST_DECIMALS), RoundingMode.HALF_UP);
    while (shown.compareTo(limit) == 0 && value != threshold && shown.scale() < MOST_DECIMALS) {
      shown = exact.setScale(shown.scale() + 1, RoundingMode.HALF_UP);
    }
    return plain(shown) + " %";
  }

  static String percent(double threshold) {
    return plain(BigDecimal.valueOf(threshold)) + " %";
  }

  /** Seconds, minutes or hours, with one decimal. */
  static String duration(double seconds) {
    return duration(seconds, Double.NaN);
  }

  /** The same, or with as many decimals more as it takes to tell it from another length. */
  static String duration(double seconds, double other) {
    double unit = 1;
    String name = "s";
    if (seconds >= LONGEST_IN_MINUTES) {
      unit = 3600;
      name = "h";
    } else if (seconds >= LONGEST_IN_SECONDS) {
      unit = 60;
      name = "min";
    }
    int decimals = seconds < 1 ? 3 : 1;
    while (seconds != other
        && decimals < MOST_DECIMALS
        && isSame(rounded(seconds / unit, decimals) * unit, other)) {
      decimals++;
    }
    return decimals(seconds / unit, decimals) + " " + name;
  }

  private static double rounded(double value, int decimals) {
    return new BigDecimal(value).setScale(decimals, RoundingMode.HALF_UP).doubleValue();
  }

  private static boolean isSame(double seconds, double other) {
    return Math.abs(seconds - other) < 1e-9 * other;
  }
}
