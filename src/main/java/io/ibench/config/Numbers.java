package io.ibench.config;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Exact numbers as users write them: counts, seeds, decimals. */
final class Numbers {

  private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(_[0-9]+)*(\\.[0-9]+)?");

  /** Bounds the work of matching; no sensible number is longer. */
  private static final int MAX_LENGTH = 40;

  private static final long MILLION = 1_000_000L;
  private static final long BILLION = 1_000_000_000L;

  private Numbers() {}

  static ValueType<Long> count(long min, long max) {
    if (min > max) {
      throw new IllegalArgumentException("no count is in " + min + " .. " + max);
    }
    String range = range(plain(min), max == Long.MAX_VALUE ? "" : plain(max));
    String allowed = range + ", in digits, also with k, M or B";
    return new ValueType<>(
        "count " + range,
        allowed,
        min,
        text -> {
          BigDecimal count =
              scaled(text)
                  .orElseThrow(() -> new BadValueException("is not a count; allowed: " + allowed));
          if (!isWhole(count)) {
            throw new BadValueException("is not a whole number; allowed: " + allowed);
          }
          return inRange(count, min, max, range);
        });
  }

  static ValueType<Long> seed() {
    String allowed = "a whole number, also negative, in digits alone";
    String range = Long.MIN_VALUE + " .. " + Long.MAX_VALUE;
    return new ValueType<>(
        "whole number",
        allowed,
        0L,
        text -> {
          BigDecimal number =
              exact(text)
                  .filter(found -> found.scale() == 0)
                  .orElseThrow(() -> new BadValueException("is not a seed; allowed: " + allowed));
          return inRange(number, Long.MIN_VALUE, Long.MAX_VALUE, range);
        });
  }

  static ValueType<Double> decimal(double min, double max) {
    if (!(min <= max)) {
      throw new IllegalArgumentException("no decimal is in " + min + " .. " + max);
    }
    String range = range(plain(min), max >= Double.MAX_VALUE ? "" : plain(max));
    String allowed = range + ", such as 12 or 0.25";
    return new ValueType<>(
        "decimal " + range,
        allowed,
        min,
        text -> {
          double number =
              exact(text)
                  .orElseThrow(() -> new BadValueException("is not a decimal; allowed: " + allowed))
                  .doubleValue();
          if (number < min || number > max) {
            throw new BadValueException("is out of range; allowed: " + range);
          }
          return number;
        });
  }

  static ValueType<List<Double>> decimals(int count) {
    String allowed = count + " numbers with commas between, such as -1.5 or 0.25 each";
    return new ValueType<>(
        count + " decimals",
        allowed,
        Collections.nCopies(count, 0.0),
        text -> {
          List<Double> numbers = new ArrayList<>();
          for (String part : text.split(",", -1)) {
            numbers.add(
                exact(part.strip())
                    .orElseThrow(
                        () -> new BadValueException("is no list of numbers; allowed: " + allowed))
                    .doubleValue());
          }
          if (numbers.size() != count) {
            throw new BadValueException("has " + numbers.size() + " numbers; allowed: " + allowed);
          }
          return List.copyOf(numbers);
        });
  }

  /** Digits with an optional sign, fraction and _ between digits; empty if it is no number. */
  static Optional<BigDecimal> exact(String text) {
    if (text.length() > MAX_LENGTH || !NUMBER.matcher(text).matches()) {
      return Optional.empty();
    }
    return Optional.of(new BigDecimal(text.replace("_", "")));
  }

  /** A number that may end in k, M or B; empty if it is no number. */
  static Optional<BigDecimal> scaled(String text) {
    long factor = text.isEmpty() ? 1 : factor(text.charAt(text.length() - 1));
    String digits = factor == 1 ? text : text.substring(0, text.length() - 1);
    return exact(digits).map(number -> number.multiply(BigDecimal.valueOf(factor)));
  }

  private static long factor(char suffix) {
    return switch (suffix) {
      case 'k' -> 1000;
      case 'M' -> MILLION;
      case 'B' -> BILLION;
      default -> 1;
    };
  }

  static boolean isWhole(BigDecimal number) {
    return number.stripTrailingZeros().scale() <= 0;
  }

  /** Checks the range before narrowing, so that nothing overflows. */
  static long inRange(BigDecimal whole, long min, long max, String range) throws BadValueException {
    BigInteger number = whole.toBigIntegerExact();
    if (number.compareTo(BigInteger.valueOf(min)) < 0
        || number.compareTo(BigInteger.valueOf(max)) > 0) {
      throw new BadValueException("is out of range; allowed: " + range);
    }
    return number.longValueExact();
  }

  static String plain(BigDecimal number) {
    BigDecimal stripped = number.stripTrailingZeros();
    return stripped.scale() <= 0 && stripped.precision() - stripped.scale() <= 18
        ? plain(stripped.longValueExact())
        : stripped.toPlainString();
  }

  private static String plain(double number) {
    return Math.abs(number) < 1e15 ? plain(BigDecimal.valueOf(number)) : Double.toString(number);
  }

  /** Shortens whole millions and billions, as users write them. */
  private static String plain(long number) {
    if (number != 0 && number % BILLION == 0) {
      return number / BILLION + "B";
    }
    return number != 0 && number % MILLION == 0 ? number / MILLION + "M" : Long.toString(number);
  }

  private static String range(String min, String max) {
    return max.isEmpty() ? min + " or more" : min + " .. " + max;
  }
}
