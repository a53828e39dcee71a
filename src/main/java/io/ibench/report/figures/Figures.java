package io.ibench.report.figures;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The figures of a step, a period, a disk or an agent. They may contain others than those of {@link
 * Figure}: rates of the workload's own counters, and figures of newer versions. Immutable.
 *
 * @param numbers by their keys, in the order of the file; an unknown one is null or missing
 */
public record Figures(@JsonUnwrapped Map<String, Number> numbers) {

  public boolean knows(Figure figure) {
    return knows(figure.key());
  }

  public boolean knows(String key) {
    return numbers.get(key) != null;
  }

  /** Whole numbers are Long, others Double; empty if unknown. */
  public Optional<Number> number(Figure figure) {
    return Optional.ofNullable(numbers.get(figure.key()));
  }

  /** NaN if unknown. */
  public double value(Figure figure) {
    return value(figure.key());
  }

  /** NaN if unknown. */
  public double value(String key) {
    return valueOr(key, Double.NaN);
  }

  public double valueOr(Figure figure, double unknown) {
    return valueOr(figure.key(), unknown);
  }

  private double valueOr(String key, double unknown) {
    Number number = numbers.get(key);
    return number == null ? unknown : number.doubleValue();
  }

  /** As a person reads it; a dash if unknown. */
  public String text(Figure figure) {
    return NumberText.figure(numbers.get(figure.key()));
  }

  public Set<String> keys() {
    return numbers.keySet();
  }
}
