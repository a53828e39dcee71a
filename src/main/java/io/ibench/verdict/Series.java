package io.ibench.verdict;

import java.util.Arrays;

/**
 * A figure over a step's time. Nobody changes the arrays.
 *
 * @param seconds since the step began, growing
 */
record Series(double[] seconds, double[] values) {

  /** Takes points in, in the order of their times. */
  static final class Builder {

    private double[] seconds = new double[16];
    private double[] values = new double[16];
    private int size;

    void add(double second, double value) {
      if (size == seconds.length) {
        seconds = Arrays.copyOf(seconds, 2 * size);
        values = Arrays.copyOf(values, 2 * size);
      }
      seconds[size] = second;
      values[size++] = value;
    }

    Series build() {
      return new Series(Arrays.copyOf(seconds, size), Arrays.copyOf(values, size));
    }
  }

  int size() {
    return values.length;
  }

  /** Between this point and the one before it. */
  double border(int point) {
    return (seconds[point - 1] + seconds[point]) / 2;
  }

  Series part(int from, int to) {
    return new Series(Arrays.copyOfRange(seconds, from, to), Arrays.copyOfRange(values, from, to));
  }

  Series with(double[] others) {
    return new Series(seconds, others);
  }

  /** With so many points at most, each the mean of as many as the others, or one more. */
  Series thinned(int most) {
    if (size() <= most) {
      return this;
    }
    Builder thinned = new Builder();
    for (int group = 0; group < most; group++) {
      int from = (int) ((long) group * size() / most);
      int to = (int) ((long) (group + 1) * size() / most);
      thinned.add(mean(seconds, from, to), mean(values, from, to));
    }
    return thinned.build();
  }

  private static double mean(double[] numbers, int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += numbers[i];
    }
    return sum / (to - from);
  }

  static double median(double[] numbers) {
    double[] sorted = numbers.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  double median() {
    return median(values);
  }
}
