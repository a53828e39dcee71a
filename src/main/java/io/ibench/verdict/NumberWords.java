package io.ibench.verdict;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Formats numbers for sentences, the same in every locale. */
final class NumberWords {

  private static final int DIGITS = 3;
  private static final int MAX_DECIMALS = 9;
  private static final double MAX_IN_SECONDS = 120;
  private static final double MAX_IN_MINUTES = 7200;

  private NumberWords() {}

  static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /** A count and its noun, in the singular for 1. */
  static String count(long value, String noun) {
    return count(value) + " " + noun + (value == 1 ? "" : "s");
  }

  /** Three significant digits, without trailing zeros in a fraction. */
  static String number(double value) {
    return number(value, DIGITS);
  }

  static String number(double value, int digits) {
    return plain(new BigDecimal(value).round(new MathContext(digits, RoundingMode.HALF_UP)));
  }

  /** At most {@code max} decimals. */
  static String decimals(double value, int max) {
    return plain(new BigDecimal(value).setScale(max, RoundingMode.HALF_UP));
  }

  /** One decimal below 1000, none above. */
  static String rate(double perSecond) {
    int decimals = Math.abs(perSecond) < 1000 ? 1 : 0;
    return decimals(perSecond, decimals);
  }

  private static String plain(BigDecimal value) {
    BigDecimal shown = value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
    return String.format(Locale.ROOT, "%,." + Math.max(0, shown.scale()) + "f", shown);
  }

  /** Two significant digits, or more if the value would look equal to its threshold. */
  static String percent(double value, double threshold) {
    BigDecimal exact = new BigDecimal(value);
    BigDecimal limit = BigDecimal.valueOf(threshold);
    int decimals = Math.max(0, 1 - (int) Math.floor(Math.log10(Math.max(Math.abs(value), 1e-9))));
    BigDecimal shown = exact.setScale(Math.min(decimals, MAX_DECIMALS), RoundingMode.HALF_UP);
    while (shown.compareTo(limit) == 0 && value != threshold && shown.scale() < MAX_DECIMALS) {
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

  /** The same, with more decimals if the length would look equal to the other one. */
  static String duration(double seconds, double other) {
    double unit = 1;
    String name = "s";
    if (seconds >= MAX_IN_MINUTES) {
      unit = 3600;
      name = "h";
    } else if (seconds >= MAX_IN_SECONDS) {
      unit = 60;
      name = "min";
    }
    int decimals = seconds < 1 ? 3 : 1;
    while (seconds != other
        && decimals < MAX_DECIMALS
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
