package io.ibench.learn.law;

import org.jspecify.annotations.Nullable;

/**
 * The values of a column of whole numbers, as load and transactions make them: {@code low + step *
 * k} for k from 0 to the number of values. Gaps are spread evenly.
 *
 * @param countText the number of values as an expression, such as {@code 100000 * :scale}; null for
 *     the number
 */
public record KeySpace(long low, long step, long count, @Nullable String countText) {

  /** In a range so small all numbers are taken as values. */
  private static final long SMALL = 100;

  /** The last value may be so much higher than that of the column. */
  private static final double HIGHER = 1.1;

  /** Estimates of the number of values are so wrong at times. */
  private static final double NEARLY_ALL = 0.85;

  /** Of a column whose smallest and largest value are known; null if they are not. */
  public static @Nullable KeySpace of(ColumnFacts facts) {
    if (facts.keys() != null) {
      return facts.keys();
    }
    Long min = facts.min();
    Long max = facts.max();
    if (min == null || max == null || max < min || max - min + 1 <= 0) {
      return null;
    }
    long range = max - min + 1;
    double values = values(facts, range);
    long step = values <= 1 ? 1 : step(range, values);
    if (range <= SMALL || step < 2) {
      return new KeySpace(min, 1, range, null);
    }
    return new KeySpace(min, step, Math.round(values), null);
  }

  /** The distance of so many values in a range; at least 1. */
  public static long step(long range, double values) {
    double exact = (range - 1) / Math.max(1, values - 1);
    long step = Math.max(1, Math.round(exact));
    return step > HIGHER * exact ? Math.max(1, (long) exact) : step;
  }

  /** How many values a row can have, if the rows have so many different ones; 0 if all. */
  private static double values(ColumnFacts facts, long range) {
    double distinct = facts.distinct();
    double rows = facts.rows();
    if (distinct <= 0 || facts.unique() || rows <= 0) {
      return Math.max(0, distinct);
    }
    if (distinct >= NEARLY_ALL * range * -Math.expm1(-rows / range)) {
      return 0;
    }
    double low = distinct;
    double high = range;
    for (int i = 0; i < Long.SIZE && distinct < NEARLY_ALL * rows; i++) {
      double middle = (low + high) / 2;
      if (middle * -Math.expm1(-rows / middle) < distinct) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The numbers that stand for values: themselves, or 0 to their number. */
  Range numbers() {
    long from = step == 1 ? low : 0;
    Range plain = Range.of(from, from + count - 1);
    String counted = countText;
    if (counted == null) {
      return plain;
    }
    String high =
        from == 1 ? counted : counted + (from > 1 ? " + " + (from - 1) : " - " + (1 - from));
    return new Range(plain.low(), plain.high(), plain.lowText(), high);
  }

  /** The number that stands for a value of the production's column. */
  long number(long value, long min, long max) {
    long range = max - min + 1;
    long k =
        count == range ? value - min : (long) Math.floor(((double) value - min) / range * count);
    return (step == 1 ? low : 0) + Math.max(0, Math.min(k, count - 1));
  }

  /** The value that a number stands for. */
  String value(String number) {
    return step == 1 ? number : low + " + " + step + " * " + Range.bracketed(number);
  }

  /** The value with the index k, an expression from 0 to the number of values. */
  public String valueAt(String k) {
    if (step == 1 && low == 0) {
      return k;
    }
    if (step == 1 && low == 1 && k.equals(":n - 1")) {
      return ":n";
    }
    return low + " + " + (step == 1 ? "" : step + " * ") + Range.bracketed(k);
  }

  /** The largest value as an expression. */
  public String last() {
    return value(numbers().highText());
  }

  /** The number of values as an expression. */
  public String size() {
    return countText == null ? Long.toString(count) : countText;
  }
}
