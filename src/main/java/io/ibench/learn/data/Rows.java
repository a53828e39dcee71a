package io.ibench.learn.data;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** Values of rows of a catalogue. */
final class Rows {

  private Rows() {}

  static String text(@Nullable Object value) {
    return value == null ? "" : value.toString();
  }

  static boolean truth(@Nullable Object value) {
    String text = text(value);
    return text.equals("true") || text.equals("t") || text.equals("1") || text.equals("YES");
  }

  /** -1 for null and what is no number. */
  static long number(@Nullable Object value) {
    BigDecimal found = decimal(value);
    return found == null ? -1 : found.setScale(0, RoundingMode.HALF_EVEN).longValue();
  }

  static double fraction(@Nullable Object value, double otherwise) {
    BigDecimal found = decimal(value);
    return found == null ? otherwise : found.doubleValue();
  }

  /** With the point so many digits to the right; null for what is no number of 63 bits. */
  static @Nullable Long scaled(@Nullable Object value, int digits) {
    BigDecimal found = decimal(value);
    if (found == null) {
      return null;
    }
    BigDecimal whole = found.movePointRight(digits).setScale(0, RoundingMode.HALF_EVEN);
    return whole.unscaledValue().bitLength() < Long.SIZE - 1 ? whole.longValue() : null;
  }

  private static @Nullable BigDecimal decimal(@Nullable Object value) {
    if (value == null) {
      return null;
    }
    try {
      return new BigDecimal(value.toString().trim());
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
