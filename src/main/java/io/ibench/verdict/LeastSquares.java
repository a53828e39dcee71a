package io.ibench.verdict;

/** Least squares fits of a series, with a constant and up to two further terms. Immutable. */
final class LeastSquares {

  /** Two terms are the same if their determinant is below this share of its maximum. */
  private static final double SAME = 1e-9;

  private final double[] values;
  private final double squares;

  LeastSquares(double[] values) {
    this.values = centred(values);
    this.squares = dot(this.values, this.values);
  }

  /** The sum of squared residuals, and a coefficient for each term. */
  record Fit(double residual, double... coefficients) {}

  Fit constant() {
    return new Fit(squares);
  }

  Fit of(double[] term) {
    double[] x = centred(term);
    double explained = dot(x, values);
    double slope = explained / dot(x, x);
    return new Fit(squares - slope * explained, slope);
  }

  Fit of(double[] firstTerm, double[] secondTerm) {
    double[] a = centred(firstTerm);
    double[] b = centred(secondTerm);
    double aa = dot(a, a);
    double ab = dot(a, b);
    double bb = dot(b, b);
    double determinant = aa * bb - ab * ab;
    if (determinant <= SAME * aa * bb) {
      Fit one = of(firstTerm);
      return new Fit(one.residual(), one.coefficients()[0], 0);
    }
    double ay = dot(a, values);
    double by = dot(b, values);
    double first = (ay * bb - by * ab) / determinant;
    double second = (by * aa - ay * ab) / determinant;
    return new Fit(squares - first * ay - second * by, first, second);
  }

  private static double[] centred(double[] numbers) {
    double sum = 0;
    for (double number : numbers) {
      sum += number;
    }
    double mean = sum / numbers.length;
    double[] centred = new double[numbers.length];
    for (int i = 0; i < centred.length; i++) {
      centred[i] = numbers[i] - mean;
    }
    return centred;
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}
