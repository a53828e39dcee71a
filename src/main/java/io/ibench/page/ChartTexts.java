package io.ibench.page;

import java.math.BigDecimal;
import java.math.MathContext;

/** Phrases in the definitions of charts. Stateless. */
final class ChartTexts {

  /** Ends the definition of a chart of the machine's figures in intervals. */
  static final String SHORT_LEFT_OUT =
      " A step that is shorter is one value, and none below a tenth of an interval; what is left of"
          + " one at the end of a longer step is left out below half of its length.";

  /** Ends the definition of a chart of operations in intervals. */
  static final String SHORT_STEPS =
      " A step that is shorter is one value; what is left of an interval at the end of a longer one"
          + " is left out below half of its length.";

  private static final MathContext DIGITS = new MathContext(2);
  private static final MathContext MORE_DIGITS = new MathContext(3);

  private ChartTexts() {}

  /** Such as {@code " (1 s)"}; empty for an unknown length. */
  static String length(double seconds) {
    return seconds > 0 ? " (" + seconds(seconds) + ")" : "";
  }

  /**
   * The length of windows of latencies; charts draw short ones too.
   *
   * @param seconds the usual length; 0 if no step has two windows
   */
  static String stretch(double seconds) {
    String each = seconds > 0 ? seconds(seconds) : "latency.every";
    return " (" + each + ", or less where a step ends)";
  }

  static String seconds(double seconds) {
    MathContext digits = seconds < 10 ? DIGITS : MORE_DIGITS;
    BigDecimal rounded = new BigDecimal(seconds).round(digits).stripTrailingZeros();
    return rounded.toPlainString() + " s";
  }
}
