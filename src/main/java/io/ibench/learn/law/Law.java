package io.ibench.learn.law;

import org.jspecify.annotations.Nullable;

/** A law by which values are drawn. It contains no value of the log but constants. */
public interface Law {

  /** For {@code \set x EXPRESSION}. */
  String expression();

  /** For a reader who knows databases. */
  String words();

  /**
   * The share of the draws that goes to the hottest part of the keys, by the law: shares that are
   * counted in a sample are biased.
   *
   * @param part 0 to 1
   * @return NaN if nothing can be said
   */
  default double hottest(double part) {
    return Double.NaN;
  }

  /** The largest distance of the cumulated shares of sample and law. NaN if there was no sample. */
  default double distance() {
    return Double.NaN;
  }

  /** Of a law that has one. */
  default @Nullable Exponent exponent() {
    return null;
  }

  Grade grade();
}
