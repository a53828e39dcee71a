package io.ibench.report.figures;

import java.util.Locale;

/** The length of report periods as a person names it. */
public final class PeriodLength {

  private static final double HOUR_SECONDS = 3600;

  private PeriodLength() {}

  /** In the largest unit that leaves nothing over: {@code 6h}, {@code 10m}, {@code 8s}. */
  public static String text(double seconds) {
    if (seconds % HOUR_SECONDS == 0) {
      return String.format(Locale.ROOT, "%.0fh", seconds / HOUR_SECONDS);
    }
    if (seconds % 60 == 0) {
      return String.format(Locale.ROOT, "%.0fm", seconds / 60);
    }
    return seconds >= 1
        ? String.format(Locale.ROOT, "%.4gs", seconds).replaceFirst("\\.?0+s$", "s")
        : String.format(Locale.ROOT, "%.0fms", seconds * 1000);
  }

  /** How one of several is named: {@code hour 3}, {@code 10m #3}. */
  public static String numbered(double seconds, long number) {
    return seconds == HOUR_SECONDS ? "hour " + number : text(seconds) + " #" + number;
  }
}
