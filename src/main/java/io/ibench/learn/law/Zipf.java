package io.ibench.learn.law;

/**
 * Exponents of Zipf laws. From the ranks, where these are known: by maximum likelihood. From equal
 * draws, where they are not: by the second moment of the keys' shares.
 */
final class Zipf {

  static final double MOST = 4;
  private static final int HALVINGS = 40;

  private Zipf() {}

  /** The mean of the logarithm of the ranks 1 .. n. */
  private static double meanLog(double n, double s) {
    double h = 1e-4;
    return (Math.log(Harmonic.sum(n, Math.max(0, s - h))) - Math.log(Harmonic.sum(n, s + h)))
        / (s + h - Math.max(0, s - h));
  }

  /** By maximum likelihood, from the mean of the logarithms of the ranks. */
  static Draws.Estimate ofRanks(double meanLog, double n, int draws) {
    double low = 0;
    double high = MOST;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      if (meanLog(n, middle) > meanLog) {
        low = middle;
      } else {
        high = middle;
      }
    }
    double s = (low + high) / 2;
    double h = 1e-3;
    double variance =
        (meanLog(n, Math.max(0, s - h)) - meanLog(n, s + h)) / (s + h - Math.max(0, s - h));
    return new Draws.Estimate(s, 1 / Math.sqrt(draws * Math.max(variance, 1e-9)));
  }

  /** The sum of the keys' shares to the power m. */
  static double moment(int m, double n, double s) {
    return Harmonic.sum(n, m * s) / Math.pow(Harmonic.sum(n, s), m);
  }

  /** The exponent with this second moment. */
  static double ofSecondMoment(double second, double n) {
    double low = 0;
    double high = MOST;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      if (moment(2, n, middle) < second) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }

  /** The share of the exponent in a mixture with this second moment. */
  static double share(double second, double n, double s) {
    // w^2 z + (1 - w^2) / n = second, as 2 w (1 - w) / n + (1 - w)^2 / n = (1 - w^2) / n.
    double z = moment(2, n, s);
    double square = (second - 1 / n) / (z - 1 / n);
    return square >= 1 ? 1 : Math.sqrt(Math.max(0, square));
  }
}
