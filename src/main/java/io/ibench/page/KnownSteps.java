package io.ibench.page;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.document.Line;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.IntervalRow;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Operation;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.StoredGap;
import io.ibench.series.StepRows;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The report's facts about the steps of rows. Immutable. */
public final class KnownSteps {

  private final RunReport run;
  private final Map<String, Step> steps = new HashMap<>();

  public KnownSteps(RunReport run) {
    this.run = run;
    run.steps().forEach(step -> steps.put(key(step.name(), step.repeat()), step));
  }

  private static String key(String name, long repeat) {
    return repeat + " " + name;
  }

  /** The current row's step; empty if the report lacks it, as it has just begun or is damaged. */
  Optional<Step> of(StepRows rows) {
    return Optional.ofNullable(steps.get(key(rows.step(), rows.repeat())));
  }

  boolean has(String name, long repeat) {
    return steps.containsKey(key(name, repeat));
  }

  /** Whether the step has a rate, such as {@code qps}; intervals without operations are then 0. */
  static boolean hasRate(Optional<Step> step, Figure figure) {
    return step.isPresent()
        && step.get().unit() != Unit.INDEXED_ROWS
        && step.get().whole().figures().knows(figure);
  }

  /** Seconds from the run's start to the period's; empty if the report does not contain it. */
  OptionalDouble start(RunReport.Period period) {
    return period.started().isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(seconds(period.started().get().toEpochMilli()));
  }

  /** Seconds since the run's start. */
  double seconds(long epochMillis) {
    return (epochMillis - run.started().toEpochMilli()) / 1e3;
  }

  /** The inputs of the figures of an interval: always the reader's current row. */
  public IntervalRow interval(StepRows rows) {
    return new IntervalRow(
        rows::column,
        rows::number,
        run.steps().stream().map(step -> step.whole().figures()).toList());
  }

  /**
   * The shortest interval, in seconds, with meaningful figures of the machine: a tenth of a full
   * one, because CPU clocks advance by hundredths of a second.
   */
  double shortestGauged() {
    return intervalSeconds().orElse(1) / 10;
  }

  /** The configured length of an interval; empty if the report does not contain it. */
  private OptionalDouble intervalSeconds() {
    return run.steps().stream()
        .mapToDouble(step -> step.whole().figures().value(Figure.RATE_INTERVAL_S))
        .filter(seconds -> seconds > 0)
        .findFirst();
  }

  /** The same; if the report does not contain it, that of the rows; 0 if unknown. */
  double intervalSeconds(StepRows rows) {
    return intervalSeconds().orElse(rows.usualSeconds());
  }

  /** Whether any step has a target rate. */
  boolean anyPaced() {
    return run.steps().stream().anyMatch(Step::paced);
  }

  /** Whether the run has steps that insert, and no steps of queries. */
  boolean onlyWrite() {
    return run.steps().stream().anyMatch(step -> step.unit() == Unit.ROWS)
        && run.steps().stream().noneMatch(step -> step.unit() == Unit.QUERIES);
  }

  /**
   * Sorts lines of operations by the time that the database spent on them: in the main steps first,
   * then in all steps. A few large inserts weigh more than many short reads.
   */
  List<Line> busiestFirst(List<Line> lines) {
    Map<String, Double> main = micros(run.steps().stream().filter(Step::isMain));
    Map<String, Double> all = micros(run.steps().stream());
    return lines.stream()
        .sorted(
            Comparator.<Line>comparingDouble(line -> -main.getOrDefault(line.name(), 0.0))
                .thenComparingDouble(line -> -all.getOrDefault(line.name(), 0.0)))
        .toList();
  }

  /** The sum of the service times of each operation. */
  private static Map<String, Double> micros(Stream<Step> steps) {
    return steps
        .flatMap(step -> step.whole().operations().stream())
        .filter(operation -> operation.service().get("mean_us") != null)
        .collect(
            Collectors.groupingBy(
                Operation::name,
                Collectors.summingDouble(
                    operation ->
                        operation.count()
                            * Objects.requireNonNull(operation.service().get("mean_us"))
                                .doubleValue())));
  }

  /** The times in which no process worked on the run. */
  List<StoredGap> gaps() {
    return run.gaps();
  }

  List<Step> all() {
    return run.steps();
  }
}
