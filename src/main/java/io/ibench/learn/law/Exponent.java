package io.ibench.learn.law;

/** The exponent of a Zipf law, and an interval that contains it with a probability of 95 %. */
public record Exponent(double value, double low, double high) {

  private static final double NORMAL_95 = 1.96;

  static Exponent of(Draws.Estimate of) {
    double half = NORMAL_95 * of.error();
    return new Exponent(of.value(), Math.max(0, of.value() - half), of.value() + half);
  }
}
