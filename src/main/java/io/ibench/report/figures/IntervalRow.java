package io.ibench.report.figures;

import io.ibench.host.HostMetric;
import io.ibench.measure.Role;
import io.ibench.measure.StepStart.Unit;
import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToIntFunction;

/** The current row of intervals.csv as the input of formulas. Not thread-safe. */
public final class IntervalRow implements FigureInputs {

  private final IntToDoubleFunction numbers;
  private final double cpus;
  private final boolean embedded;
  private final int seconds;
  private final int queries;
  private final int inserted;
  private final int deleted;
  private final int[] metrics;
  private Optional<Unit> unit = Optional.empty();

  /**
   * Finds the columns.
   *
   * @param columns the number of a column by its name; negative if it is missing
   * @param numbers the number in a column of the current row; NaN without one
   * @param steps the figures of the run's steps
   */
  public IntervalRow(
      ToIntFunction<String> columns, IntToDoubleFunction numbers, Collection<Figures> steps) {
    this.numbers = numbers;
    // cpu_us_pq has the number of processors as a factor, mcpupq has not.
    cpus =
        steps.stream()
            .filter(each -> each.value(Figure.CPU_US_PQ) > 0 && each.value(Figure.MCPUPQ) > 0)
            .mapToDouble(
                each -> Math.rint(100 * each.value(Figure.CPU_US_PQ) / each.value(Figure.MCPUPQ)))
            .findFirst()
            .orElse(Double.NaN);
    embedded =
        steps.stream()
            .anyMatch(f -> f.knows(Figure.OWN_CPU_US_PQ) && !f.knows(Figure.SERVER_US_PQ));
    seconds = columns.applyAsInt("seconds");
    queries = columns.applyAsInt("queries");
    inserted = columns.applyAsInt("inserted_rows");
    deleted = columns.applyAsInt("deleted_rows");
    metrics =
        Arrays.stream(HostMetric.values())
            .mapToInt(metric -> columns.applyAsInt(metric.key()))
            .toArray();
  }

  /**
   * Sets the unit of the current row's step.
   *
   * @param of empty if the step is unknown
   */
  public void enter(Optional<Unit> of) {
    unit = of;
  }

  @Override
  public double seconds() {
    return numbers.applyAsDouble(seconds);
  }

  @Override
  public double count(Role role) {
    return switch (role) {
      case QUERY -> numbers.applyAsDouble(queries);
      case INSERT -> insertedRows();
      case DELETE -> numbers.applyAsDouble(deleted);
      case AUXILIARY -> Double.NaN;
    };
  }

  @Override
  public double insertedRows() {
    return numbers.applyAsDouble(inserted);
  }

  @Override
  public double operations() {
    if (unit.isEmpty()) {
      return count(Role.QUERY) > 0 ? count(Role.QUERY) : insertedRows();
    }
    return switch (unit.get()) {
      case QUERIES -> count(Role.QUERY);
      case ROWS -> insertedRows();
      case INDEXED_ROWS, NONE -> Double.NaN;
    };
  }

  @Override
  public double grown(HostMetric counter) {
    return numbers.applyAsDouble(metrics[counter.ordinal()]);
  }

  @Override
  public double highest(HostMetric level) {
    return atEnd(level);
  }

  @Override
  public double atEnd(HostMetric level) {
    return numbers.applyAsDouble(metrics[level.ordinal()]);
  }

  @Override
  public double cpus() {
    return cpus;
  }

  @Override
  public boolean isEmbedded() {
    return embedded;
  }
}
