package io.ibench.learn.law;

import java.util.Arrays;

/** Probabilities of tests of significance. */
final class Chance {

  private static final int LARGE = 60;

  private Chance() {}

  /** Two-sided, of a standard normal number at least so far from 0. */
  static double ofNormal(double z) {
    return 2 * above(Math.abs(z));
  }

  /** The probability of a standard normal number above z. */
  static double above(double z) {
    if (z < 0) {
      return 1 - above(-z);
    }
    // Abramowitz and Stegun 26.2.17: an error below 1e-7.
    double t = 1 / (1 + 0.2316419 * z);
    double poly =
        t
            * (0.319381530
                + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
    return Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI) * poly;
  }

  /** The probability that the distance of cumulated shares, times the root of n, is above x. */
  static double ofDistance(double x) {
    if (x < 0.3) {
      return 1;
    }
    double sum = 0;
    for (int k = 1; k <= 20; k++) {
      sum += (k % 2 == 1 ? 2 : -2) * Math.exp(-2.0 * k * k * x * x);
    }
    return Math.min(1, Math.max(0, sum));
  }

  /** That of two samples of one law, which is an upper limit if values are equal. */
  static double ofTwoSamples(long[] first, long[] second) {
    if (first.length == 0 || second.length == 0) {
      return 1;
    }
    Arrays.sort(first);
    Arrays.sort(second);
    int i = 0;
    int j = 0;
    double largest = 0;
    while (i < first.length && j < second.length) {
      long at = Math.min(first[i], second[j]);
      while (i < first.length && first[i] == at) {
        i++;
      }
      while (j < second.length && second[j] == at) {
        j++;
      }
      largest = Math.max(largest, Math.abs((double) i / first.length - (double) j / second.length));
    }
    double n = (double) first.length * second.length / (first.length + (double) second.length);
    return ofDistance(largest * Math.sqrt(n));
  }

  /** The probability of m or more events where lambda are expected. */
  static double ofAtLeast(double m, double lambda) {
    if (m <= 0) {
      return 1;
    }
    if (lambda > LARGE) {
      return above((m - 0.5 - lambda) / Math.sqrt(lambda));
    }
    double term = Math.exp(-lambda);
    double below = 0;
    for (int k = 0; k < m && k < 1000; k++) {
      below += term;
      term *= lambda / (k + 1);
    }
    return Math.max(0, 1 - below);
  }
}
