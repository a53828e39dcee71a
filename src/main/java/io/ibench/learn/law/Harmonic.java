package io.ibench.learn.law;

/** Sums of k^-s for k = 1 .. n. */
final class Harmonic {

  private static final int EXACT_TERMS = 32;
  private static final double SMALL = 1e-8;

  private Harmonic() {}

  /** The first terms, and the Euler-Maclaurin formula for the others; s is 0 or more. */
  static double sum(double n, double s) {
    int terms = (int) Math.min(n, EXACT_TERMS);
    double sum = 0;
    for (int k = terms; k >= 1; k--) {
      sum += Math.exp(-s * Math.log(k));
    }
    return n <= terms ? sum : sum + above(terms, n, s);
  }

  /** For k = from + 1 .. to. */
  static double above(double from, double to, double s) {
    double atFrom = Math.exp(-s * Math.log(from));
    double atTo = Math.exp(-s * Math.log(to));
    double log = Math.log(to / from);
    double power = (1 - s) * log;
    double integral =
        from * atFrom * log * (Math.abs(power) > SMALL ? Math.expm1(power) / power : 1 + power / 2);
    double ends = (atTo - atFrom) / 2;
    double first = s / 12 * (atFrom / from - atTo / to);
    double third =
        s * (s + 1) * (s + 2) / 720 * (atFrom / (from * from * from) - atTo / (to * to * to));
    return integral + ends + first - third;
  }
}
