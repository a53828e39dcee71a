package io.ibench.report.figures;

import java.util.function.ToDoubleFunction;

/**
 * How a figure is computed of any stretch of time: factor x amount / divisor. Immutable.
 *
 * @param factor 100 for percent
 */
public record Formula(ToDoubleFunction<FigureInputs> amount, Divisor divisor, double factor) {

  /** What an amount is divided by. */
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

  /** NaN where it is unknown, or where there is nothing to divide by. */
  public double of(FigureInputs in) {
    double by = divisorOf(in);
    double figure = factor * (amount.applyAsDouble(in) / by);
    return Double.isFinite(figure) && Double.isFinite(by) ? figure : Double.NaN;
  }

  /** What is divided: factor x amount. */
  public double dividend(FigureInputs in) {
    return factor * amount.applyAsDouble(in);
  }

  /** The divisor's value: stretches of time count by it in their mean. */
  public double divisorOf(FigureInputs in) {
    return divisor.value.applyAsDouble(in);
  }
}
