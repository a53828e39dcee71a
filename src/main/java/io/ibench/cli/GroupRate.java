package io.ibench.cli;

import io.ibench.config.Rate;
import io.ibench.workload.Step;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** The target rate of a group of threads and of each thread, as {@code check} prints it. */
final class GroupRate {

  /** For a rate that does not divide evenly; digits before the point are never dropped. */
  private static final int SIGNIFICANT_DIGITS = 6;

  private GroupRate() {}

  /** Such as {@code 1000/s even (125/s each)}, or {@code unlimited}. */
  static String text(Step.Group group) {
    Rate rate = group.rate();
    return rate.isUnlimited()
        ? rate.toString()
        : rate + " " + pacing(group) + " (" + each(rate, group.threads()) + " each)";
  }

  /** Such as {@code 1000/s per client, even (125/s each thread)}, or {@code unlimited}. */
  static String perClient(Step.Group group) {
    Rate rate = group.rate();
    if (rate.isUnlimited()) {
      return rate.toString();
    }
    String clients = group.clients() > 1 ? " per client" : "";
    String threads =
        group.threads() > 1 ? " (" + each(rate, group.threads()) + " each thread)" : "";
    return rate + clients + ", " + pacing(group) + threads;
  }

  /** The pacing as a user writes it. */
  static String pacing(Step.Group group) {
    return group.pacing().name().toLowerCase(Locale.ROOT);
  }

  /** One thread's share of a rate that is not unlimited. */
  static double perThreadPerSecond(Step.Group group) {
    return share(group.rate(), group.threads(), TimeUnit.SECONDS).doubleValue();
  }

  private static String each(Rate rate, int threads) {
    String unit = unit(rate);
    BigDecimal share = share(rate, threads, timeUnit(unit));
    int wholeDigits = share.precision() - share.scale();
    BigDecimal shown =
        share.setScale(Math.max(0, SIGNIFICANT_DIGITS - wholeDigits), RoundingMode.HALF_UP);
    String about = shown.compareTo(share) == 0 ? "" : "about ";
    return about + shown.stripTrailingZeros().toPlainString() + "/" + unit;
  }

  /** The unit in which the rate itself is shown. */
  private static String unit(Rate rate) {
    String text = rate.toString();
    return text.endsWith("/h") || text.endsWith("/m") ? text.substring(text.length() - 1) : "s";
  }

  private static TimeUnit timeUnit(String unit) {
    return switch (unit) {
      case "h" -> TimeUnit.HOURS;
      case "m" -> TimeUnit.MINUTES;
      default -> TimeUnit.SECONDS;
    };
  }

  private static BigDecimal share(Rate rate, int threads, TimeUnit per) {
    return rate.dividedBy(threads).unitsIn(per.toNanos(1));
  }
}
