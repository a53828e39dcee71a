package io.ibench.page;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.figures.IntervalRow;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Step;
import io.ibench.series.StepRows;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** What the report says of the step that a row belongs to. Immutable. */
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

  /** Empty of one that the report does not have: it has just begun, or the report is damaged. */
  Optional<Step> of(StepRows rows) {
    return Optional.ofNullable(steps.get(key(rows.step(), rows.repeat())));
  }

  boolean has(String name, long repeat) {
    return steps.containsKey(key(name, repeat));
  }

  /** Whether the step has such a rate, such as {@code qps}, so that none of it is really 0. */
  static boolean hasRate(Optional<Step> step, String figure) {
    return step.isPresent()
        && step.get().unit() != Unit.INDEXED_ROWS
        && step.get().whole().figures().containsKey(figure);
  }

  /** Seconds from the run's start to the step's; empty where it is not told. */
  OptionalDouble start(RunReport.Period period) {
    return period.started().isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(seconds(period.started().get().toEpochMilli()));
  }

  /** Since the run's start. */
  double seconds(long epochMillis) {
    return (epochMillis - run.started().toEpochMilli()) / 1e3;
  }

  /** NaN where it is unknown. */
  static double figure(RunReport.Period period, String key) {
    Number value = period.figures().get(key);
    return value == null ? Double.NaN : value.doubleValue();
  }

  /** What the figures of an interval are computed from: always the row that the reader is at. */
  public IntervalRow interval(StepRows rows) {
    return new IntervalRow(
        rows::column,
        rows::number,
        run.steps().stream().map(step -> step.whole().figures()).toList());
  }

  /**
   * Below which an interval says nothing of the machine: a tenth of a full one, as clocks of
   * processors advance by hundredths of a second.
   */
  double shortestGauged() {
    return intervalSeconds().orElse(1) / 10;
  }

  /** How long an interval was to be; empty where the report does not tell. */
  private OptionalDouble intervalSeconds() {
    return run.steps().stream()
        .mapToDouble(step -> figure(step.whole(), "rate_interval_s"))
        .filter(seconds -> seconds > 0)
        .findFirst();
  }

  /** The same; where the report does not tell as the rows have it; 0 where they do not tell. */
  double intervalSeconds(StepRows rows) {
    return intervalSeconds().orElse(rows.usualSeconds());
  }

  /** Whether response times are more than service times somewhere. */
  boolean anyPaced() {
    return run.steps().stream().anyMatch(Step::paced);
  }

  /** Whether no step of the run has queries, and some have rows. */
  boolean onlyWrite() {
    return run.steps().stream().anyMatch(step -> step.unit() == Unit.ROWS)
        && run.steps().stream().noneMatch(step -> step.unit() == Unit.QUERIES);
  }

  List<Step> all() {
    return run.steps();
  }
}
