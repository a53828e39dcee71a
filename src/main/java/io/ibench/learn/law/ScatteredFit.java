package io.ibench.learn.law;

import org.jspecify.annotations.Nullable;

/** Laws of keys without order, from equal draws alone. */
final class ScatteredFit {

  /** Fewer triples of equal draws do not tell a mixture from one law. */
  private static final double TRIPLES = 60;

  private static final double CERTAIN = 3;

  /** A distance times the root of the draws that is no chance. */
  private static final double CRITICAL = 1.2;

  private static final int SEARCH = 20;
  private static final int FINE_SEARCH = 9;

  /**
   * @param share of the draws that the exponent is for
   */
  record Found(Exponent exponent, double share, Concentration law) {

    /** {@code random_mixed(low, high, s, w)}. */
    String expression(String low, String high) {
      return "random_mixed("
          + low
          + ", "
          + high
          + ", "
          + Words.number(exponent.value(), 3)
          + ", "
          + Words.number(share, 3)
          + ")";
    }

    String words(double keys) {
      return (share < 1
              ? Words.percent(share) + " by " + Words.zipf(exponent) + ", the rest uniform"
              : Words.zipf(exponent))
          + ", "
          + Words.count(keys)
          + " keys, the hot ones scattered, "
          + Words.hottest(law);
    }
  }

  private ScatteredFit() {}

  /** Whether equal draws are as many as a uniform law over so many keys has. */
  static double chanceOfUniform(Draws draws, double keys) {
    double n = draws.size();
    double expected = n * (n - 1) / 2 / keys;
    double pairs = draws.pairs();
    if (keys > 1 && n / keys >= 5) {
      double square = keys * (2 * pairs + n) / n - n;
      double freedom = keys - 1;
      // Wilson and Hilferty: the cube root is nearly normal.
      double z =
          (Math.cbrt(square / freedom) - (1 - 2 / (9 * freedom))) / Math.sqrt(2 / (9 * freedom));
      return Chance.above(z);
    }
    return Chance.ofAtLeast(pairs, expected);
  }

  /** One law, or a mixture if one law is not enough. */
  static Found fit(Draws draws, double keys) {
    return fit(draws, keys, 1);
  }

  /**
   * @param squares what the second moment is divided by: in parts of the keys, each with this law,
   *     the sum of the squares of the parts' shares
   */
  static Found fit(Draws draws, double keys, double squares) {
    double second = Math.min(1, draws.secondMoment() / squares);
    double single = Zipf.ofSecondMoment(second, keys);
    double[] seconds = draws.withoutBlocks(d -> Math.min(1, d.secondMoment() / squares));
    double[] exponents = new double[seconds.length];
    for (int i = 0; i < seconds.length; i++) {
      exponents[i] = Zipf.ofSecondMoment(seconds[i], keys);
    }
    Found one = found(single, Draws.errorOf(exponents), 1, keys);
    if (draws.triples() < TRIPLES || squares < 1) {
      return one;
    }
    double distance = draws.distance(one.law());
    if (distance < CRITICAL / Math.sqrt(draws.size())) {
      return one;
    }
    double s = nearest(draws, second, keys, single, Zipf.MOST, SEARCH);
    double share = Zipf.share(second, keys, s);
    if (share > 0.97 || draws.distance(Concentration.zipf(keys, s, share)) > distance / 2) {
      return one;
    }
    double[] others = new double[seconds.length];
    int[] next = {0};
    draws.withoutBlocks(
        d -> {
          others[next[0]++] =
              nearest(d, d.secondMoment(), keys, Math.max(single, s - 0.3), s + 0.3, FINE_SEARCH);
          return 0;
        });
    return found(s, Draws.errorOf(others), share, keys);
  }

  /**
   * The exponent of the mixture with this second moment whose shares of the hottest keys, of keys
   * drawn twice, and so on, are nearest to the sample's.
   */
  private static double nearest(
      Draws draws, double second, double keys, double from, double to, int steps) {
    double low = from;
    double high = to;
    double golden = (Math.sqrt(5) - 1) / 2;
    double left = high - golden * (high - low);
    double right = low + golden * (high - low);
    double ofLeft = squares(draws, second, keys, left);
    double ofRight = squares(draws, second, keys, right);
    for (int i = 0; i < steps; i++) {
      if (ofLeft < ofRight) {
        high = right;
        right = left;
        ofRight = ofLeft;
        left = high - golden * (high - low);
        ofLeft = squares(draws, second, keys, left);
      } else {
        low = left;
        left = right;
        ofLeft = ofRight;
        right = low + golden * (high - low);
        ofRight = squares(draws, second, keys, right);
      }
    }
    return (low + high) / 2;
  }

  private static double squares(Draws draws, double second, double keys, double s) {
    double sum = 0;
    Concentration law = Concentration.zipf(keys, s, Zipf.share(second, keys, s));
    for (double difference : draws.differences(law)) {
      sum += difference * difference;
    }
    return sum;
  }

  private static Found found(double s, double error, double share, double keys) {
    Draws.Estimate estimate = new Draws.Estimate(s, error);
    return new Found(
        new Exponent(s, Math.max(0, estimate.low()), estimate.high()),
        share,
        Concentration.zipf(keys, s, share));
  }

  /**
   * The number of keys, if these are equally probable but fewer than the range has; null if they
   * are not.
   */
  static @Nullable Double equallyProbable(Draws draws, double keys) {
    double second = draws.secondMoment();
    double n = draws.size();
    double all = n * (n - 1) * (n - 2) / 6;
    double asUniform = all * second * second;
    double asZipf = all * Zipf.moment(3, keys, Zipf.ofSecondMoment(second, keys));
    double found = draws.triples();
    boolean uniform = found <= asUniform * 1.03 + CERTAIN * Math.sqrt(3 * asUniform + 1);
    boolean zipf = found >= asZipf - CERTAIN * Math.sqrt(3 * asZipf + 1);
    return draws.pairs() >= 20 && uniform && !zipf ? 1 / second : null;
  }
}
