package io.ibench.config;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What ends a step: {@code 20s}, {@code steady}, {@code 1 %}; the latter two also with their
 * longest time, {@code steady or 20m}. Immutable.
 *
 * @param nanos its longest time
 * @param byRate something known of its rate ends it before
 * @param errorPercent of its mean rate; empty: a steady rate, or time alone
 */
public record Until(long nanos, boolean byRate, OptionalDouble errorPercent) {

  /** The longest time if none is given. */
  public static final Duration USUAL_LIMIT = Duration.ofMinutes(10);

  /** The shortest time after which anything is known of a rate. */
  public static final Duration LEAST = Duration.ofSeconds(30);

  private static final BigDecimal LEAST_PERCENT = new BigDecimal("0.01");
  private static final BigDecimal MOST_PERCENT = new BigDecimal("50");
  private static final String STEADY = "steady";
  private static final String OR = "or";
  private static final String ALLOWED =
      "a number with ms, s, m, h or d, such as 20s; or steady, or a percentage such as 1 %, also"
          + " with a longest time: steady or 20m";

  static ValueType<Until> type() {
    ValueType<Long> duration = Units.durationNanos();
    return new ValueType<>(
        "duration, steady or percentage", ALLOWED, time(1), text -> parse(text, duration));
  }

  private static Until time(long nanos) {
    return new Until(nanos, false, OptionalDouble.empty());
  }

  private static Until parse(String text, ValueType<Long> duration) throws BadValueException {
    String[] words = text.strip().split("\\s+", -1);
    int or = 0;
    while (or < words.length && !words[or].equals(OR)) {
      or++;
    }
    String goal = String.join("", Arrays.copyOf(words, or));
    boolean steady = goal.equals(STEADY);
    if (!steady && !goal.endsWith("%")) {
      if (or == words.length && !text.isEmpty() && Character.isDigit(text.charAt(0))) {
        return time(duration.parse(text));
      }
      throw new BadValueException("is not an end of a step; allowed: " + ALLOWED);
    }
    OptionalDouble percent = steady ? OptionalDouble.empty() : OptionalDouble.of(percent(goal));
    return new Until(limit(words, or, duration), true, percent);
  }

  private static double percent(String text) throws BadValueException {
    Optional<BigDecimal> number = Numbers.exact(text.substring(0, text.length() - 1));
    if (number.isEmpty()) {
      throw new BadValueException("is not a percentage; allowed: " + ALLOWED);
    }
    if (number.get().compareTo(LEAST_PERCENT) < 0 || number.get().compareTo(MOST_PERCENT) > 0) {
      throw new BadValueException(
          "is out of range; allowed: " + LEAST_PERCENT + " % .. " + MOST_PERCENT + " %");
    }
    return number.get().doubleValue();
  }

  private static long limit(String[] words, int or, ValueType<Long> duration)
      throws BadValueException {
    if (or == words.length) {
      return USUAL_LIMIT.toNanos();
    }
    if (or != words.length - 2) {
      throw new BadValueException("names no time after \"or\"; allowed: " + ALLOWED);
    }
    long nanos;
    try {
      nanos = duration.parse(words[or + 1]);
    } catch (BadValueException e) {
      throw new BadValueException(
          "has no longest time after \"or\": " + words[or + 1] + " " + e.getMessage());
    }
    if (nanos < LEAST.toNanos()) {
      throw new BadValueException(
          "is too short: nothing is known of a rate before "
              + LEAST.toSeconds()
              + "s; allowed: a longer time after \"or\"");
    }
    return nanos;
  }
}
