package io.ibench.report.figures;

import java.util.function.ToDoubleFunction;

/**
 * How to compute a figure for a stretch of time: factor x amount / divisor. Immutable.
 *
 * @param factor 100 for percent
 */
public record Formula(ToDoubleFunction<FigureInputs> amount, Divisor divisor, double factor) {

  public enum Divisor {
    NOTHING(in -> 1),
    SECONDS(FigureInputs::seconds),
    OPERATIONS(FigureInputs::operations),
    OPERATIONS_PER_SECOND(in -> in.operations() / in.seconds()),
    INSERTED_ROWS(FigureInputs::insertedRows);

    private final ToDoubleFunction<FigureInputs> value;

    Divisor(ToDoubleFunction<FigureInputs> value) {
      this.value = value;
    }
  }

  /** The figure; NaN if it is unknown or the divisor is 0. */
  public double of(FigureInputs in) {
    double by = divisorOf(in);
    double figure = factor * (amount.applyAsDouble(in) / by);
    return Double.isFinite(figure) && Double.isFinite(by) ? figure : Double.NaN;
  }

  public double dividend(FigureInputs in) {
    return factor * amount.applyAsDouble(in);
  }

  /** The divisor's value, which is the weight of a stretch of time in a mean. */
  public double divisorOf(FigureInputs in) {
    return divisor.value.applyAsDouble(in);
  }
}
