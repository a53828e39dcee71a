package io.ibench.learn.law;

import org.jspecify.annotations.Nullable;

/** A law, complete. */
record FittedLaw(
    String expression,
    String words,
    Concentration concentration,
    double distance,
    @Nullable Exponent exponent,
    Grade grade)
    implements Law {

  private static final double CLOSE = 0.03;
  private static final double ROUGH = 0.1;
  static final int FEW = 100;

  static FittedLaw of(
      String expression,
      String words,
      Concentration concentration,
      double distance,
      @Nullable Exponent exponent,
      int draws) {
    Grade grade =
        draws < FEW
            ? Grade.FEW
            : distance < CLOSE ? Grade.CLOSE : distance < ROUGH ? Grade.ROUGH : Grade.POOR;
    return new FittedLaw(expression, words, concentration, distance, exponent, grade);
  }

  @Override
  public double hottest(double part) {
    return concentration.hottest(part);
  }

  FittedLaw with(String newExpression, String newWords) {
    return new FittedLaw(newExpression, newWords, concentration, distance, exponent, grade);
  }
}
