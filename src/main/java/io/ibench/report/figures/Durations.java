package io.ibench.report.figures;

import java.util.Locale;

/** Times as a person reads them, each with its unit. Stateless. */
public final class Durations {

  private static final double MICRO = 1e3;
  private static final double MILLI = 1e6;
  private static final double SECOND = 1e9;
  private static final long SECOND_NANOS = 1_000_000_000L;
  private static final long LONGEST_IN_SECONDS = 100;
  private static final double HOUR_SECONDS = 3600;

  private Durations() {}

  /** A latency, with the two digits that a histogram has: {@code 890 us}, {@code 7.1 ms}. */
  public static String latency(long nanos) {
    // A time that rounds to 1000 of a unit is shown in the next unit.
    if (nanos < 999.5 * MICRO) {
      return digits(nanos / MICRO) + " us";
    }
    return nanos < 999.5 * MILLI ? digits(nanos / MILLI) + " ms" : digits(nanos / SECOND) + " s";
  }

  private static String digits(double value) {
    return NumberText.decimals(value, value < 9.95 ? 1 : 0);
  }

  /** How old something is: {@code 7.5 s}, from 100 s on {@code 1 min 40 s}. */
  public static String age(long nanos) {
    // A time that rounds to 100.0 s is shown in minutes.
    return nanos < LONGEST_IN_SECONDS * SECOND - SECOND / 20
        ? NumberText.decimals(nanos / SECOND, 1) + " s"
        : rough(Math.round(nanos / SECOND));
  }

  /** A configured time: in whole seconds, with decimals only for a fraction below 10 s. */
  public static String planned(long nanos) {
    return nanos % SECOND_NANOS != 0 && nanos < 10 * SECOND_NANOS
        ? NumberText.seconds(nanos / SECOND) + " s"
        : rough(Math.round(nanos / SECOND));
  }

  /** The time left in whole seconds, rounded up: it is never 0 s while a wait goes on. */
  public static String left(long nanos) {
    return rough(-Math.floorDiv(-nanos, SECOND_NANOS));
  }

  /** In the two largest units: {@code 12 s}, {@code 1 min 30 s}, {@code 6 d 03 h}. */
  private static String rough(long seconds) {
    if (seconds < LONGEST_IN_SECONDS) {
      return seconds + " s";
    }
    long minutes = seconds / 60;
    if (minutes < 60) {
      return two(minutes, "min", seconds % 60, "s");
    }
    long hours = minutes / 60;
    return hours < 24
        ? two(hours, "h", minutes % 60, "min")
        : two(hours / 24, "d", hours % 24, "h");
  }

  private static String two(long large, String unit, long small, String smallUnit) {
    return small == 0
        ? String.format(Locale.ROOT, "%,d %s", large, unit)
        : String.format(Locale.ROOT, "%,d %s %02d %s", large, unit, small, smallUnit);
  }

  /**
   * The length of report periods in the largest unit without a remainder: {@code 6h}, {@code 10m},
   * {@code 8s}.
   */
  public static String period(double seconds) {
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

  /** The name of one of several report periods: {@code hour 3}, {@code 10m #3}. */
  public static String numberedPeriod(double seconds, long number) {
    return seconds == HOUR_SECONDS ? "hour " + number : period(seconds) + " #" + number;
  }
}
