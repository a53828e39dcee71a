package io.ibench.report.figures;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Numbers as a person reads them: two or three significant digits, the same on every machine.
 * Stateless.
 */
public final class NumberText {

  /** Bytes of a GB in all reports. */
  public static final double GB_BYTES = 1L << 30;

  /**
   * The MB of a rate in MB/s: 1000 KB of 1024 bytes. The published tables of the insert benchmark
   * divide iostat's KB by 1000, while their sizes are binary.
   */
  public static final double RATE_MB_BYTES = 1000 * 1024;

  private static final String ABSENT = "-";

  /** Smaller figures have an exponent, because zeros would hide their digits. */
  private static final double SMALLEST_PLAIN = 0.0001;

  private NumberText() {}

  /** A figure of any size; a dash without one. */
  public static String figure(@Nullable Object value) {
    if (!(value instanceof Number number)) {
      return ABSENT;
    }
    if (value instanceof Long || value instanceof BigInteger) {
      return String.format(Locale.ROOT, "%,d", number);
    }
    double amount = number.doubleValue();
    if (!Double.isFinite(amount)) {
      return ABSENT;
    }
    double size = Math.abs(amount);
    if (size >= 100 || amount == Math.rint(amount)) {
      return String.format(Locale.ROOT, "%,.0f", amount);
    }
    if (size < SMALLEST_PLAIN) {
      return String.format(Locale.ROOT, "%.1e", amount);
    }
    int digits = size < 0.1 ? 2 : 3;
    BigDecimal rounded =
        BigDecimal.valueOf(amount).round(new MathContext(digits, RoundingMode.HALF_UP));
    int beforePoint = rounded.precision() - rounded.scale();
    return rounded.setScale(Math.max(0, digits - beforePoint)).toPlainString();
  }

  /** With separators between thousands. */
  public static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /** Seconds without a unit; a dash for null. */
  public static String seconds(@Nullable Number seconds) {
    return seconds == null ? ABSENT : seconds(seconds.doubleValue());
  }

  /** Seconds without a unit; a dash for NaN. */
  public static String seconds(double seconds) {
    if (Double.isNaN(seconds)) {
      return ABSENT;
    }
    return decimals(seconds, seconds < 0.95 ? 3 : seconds < 100 ? 1 : 0);
  }

  /** With this number of decimals. */
  public static String decimals(double value, int decimals) {
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }
}
