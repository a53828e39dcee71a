package io.ibench.measure;

import java.math.BigDecimal;
import java.util.OptionalDouble;

/**
 * What is known of a step's rate when it ends the step. Immutable.
 *
 * @param errorPercent half of the 95 % interval of the mean rate, in percent of the mean; empty:
 *     the rate is to be steady
 */
public record RateGoal(OptionalDouble errorPercent) {

  public static final RateGoal STEADY = new RateGoal(OptionalDouble.empty());

  public static RateGoal error(double percent) {
    return new RateGoal(OptionalDouble.of(percent));
  }

  public boolean isSteady() {
    return errorPercent.isEmpty();
  }

  /** As the user writes it: {@code steady}, {@code 0.5 %}. */
  @Override
  public String toString() {
    return isSteady()
        ? "steady"
        : BigDecimal.valueOf(errorPercent.getAsDouble()).stripTrailingZeros().toPlainString()
            + " %";
  }
}
