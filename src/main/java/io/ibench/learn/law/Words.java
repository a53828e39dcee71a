package io.ibench.learn.law;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/** Numbers in texts. */
final class Words {

  private static final int MOST_DIGITS = 9;

  private Words() {}

  static String count(double value) {
    return String.format(Locale.ROOT, "%,d", Math.round(value));
  }

  static String percent(double share) {
    double points = 100 * share;
    return String.format(Locale.ROOT, points >= 10 || points == 0 ? "%.0f %%" : "%.2g %%", points);
  }

  /** Without zeros at the end. */
  static String number(double value, int digits) {
    return new BigDecimal(value)
        .setScale(Math.min(digits, MOST_DIGITS), RoundingMode.HALF_EVEN)
        .stripTrailingZeros()
        .toPlainString();
  }

  static String zipf(Exponent exponent) {
    return String.format(
        Locale.ROOT,
        "zipf %.2f (95 %%: %.2f to %.2f)",
        exponent.value(),
        exponent.low(),
        exponent.high());
  }

  static String hottestOf(double share) {
    return "the most frequent one in " + percent(share);
  }

  static String hottest(Concentration law) {
    return "hottest 1 % get " + percent(law.hottest(0.01));
  }
}
