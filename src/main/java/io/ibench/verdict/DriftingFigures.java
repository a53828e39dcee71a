package io.ibench.verdict;

import io.ibench.host.HostMetric;
import io.ibench.measure.BoundaryMetric;
import io.ibench.measure.IntervalCounts;
import io.ibench.measure.OperationSummary;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.Role;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart.Unit;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The figures of a step over its time, from its report periods. */
final class DriftingFigures {

  /** Points that rates are divided into where there are too few periods. */
  private static final int RATE_POINTS = 60;

  private static final double SECOND_NANOS = 1e9;

  private final StepResult step;
  private final List<Role> roles;
  private final List<PeriodResult> periods;

  DriftingFigures(StepResult step, List<Role> roles) {
    this.step = step;
    this.roles = roles;
    this.periods = comparable(step.periods());
  }

  /** A last period shorter than half of the others is not one of them. */
  private static List<PeriodResult> comparable(List<PeriodResult> periods) {
    int last = periods.size() - 1;
    boolean shorter = last > 0 && periods.get(last).seconds() < periods.get(0).seconds() / 2;
    return shorter ? periods.subList(0, last) : periods;
  }

  /** Those of which something is known. */
  Map<Quantity, Series> all() {
    Map<Quantity, Series> all = new EnumMap<>(Quantity.class);
    Unit unit = step.step().unit();
    if (unit == Unit.QUERIES || unit == Unit.ROWS) {
      all.put(unit == Unit.QUERIES ? Quantity.QPS : Quantity.IPS, rates(unit == Unit.QUERIES));
      busiest().ifPresent(operation -> all.put(Quantity.P99, latencies(operation)));
      all.put(Quantity.SIZE, levels(DriftingFigures::bytesPerRow));
      all.put(Quantity.MEMORY, levels(p -> value(p, HostMetric.SERVER_RSS_BYTES.key())));
    }
    return all;
  }

  private Series rates(boolean queries) {
    if (periods.size() < Course.LEAST_TREND) {
      PeriodResult whole = step.whole();
      return rates(queries ? whole.fullIntervals() : whole.fullIntervalRows(), whole);
    }
    Series.Builder rates = new Series.Builder();
    for (PeriodResult period : periods) {
      long count = queries ? period.queries(roles) : period.rows(roles, Role.INSERT);
      rates.add(middle(period), count / period.seconds());
    }
    return rates.build();
  }

  /** Intervals that were not full are few, and their time is shared out among the others. */
  private static Series rates(IntervalCounts intervals, PeriodResult whole) {
    int n = intervals.size();
    int points = Math.min(n, RATE_POINTS);
    Series.Builder rates = new Series.Builder();
    for (int point = 0; point < points; point++) {
      int from = (int) ((long) point * n / points);
      int to = (int) ((long) (point + 1) * n / points);
      double seconds = (to - from) * (whole.intervalNanos() / SECOND_NANOS);
      rates.add((from + to) / 2.0 / n * whole.seconds(), intervals.sum(from, to) / seconds);
    }
    return rates.build();
  }

  /** What was done most often, of what is no part of a rate nothing. */
  private Optional<Integer> busiest() {
    return step.whole().operations().stream()
        .filter(operation -> roles.get(operation.operation()) != Role.AUXILIARY)
        .max(Comparator.comparingLong(OperationSummary::count))
        .map(OperationSummary::operation);
  }

  private Series latencies(int busiest) {
    Series.Builder latencies = new Series.Builder();
    for (PeriodResult period : periods) {
      for (OperationSummary operation : period.operations()) {
        if (operation.operation() == busiest && operation.count() > 0) {
          latencies.add(middle(period), operation.service().p99Nanos());
        }
      }
    }
    return latencies.build();
  }

  /** A value at a period's end. */
  private interface Level {
    Optional<Double> of(PeriodResult period);
  }

  private Series levels(Level level) {
    Series.Builder levels = new Series.Builder();
    for (PeriodResult period : periods) {
      level.of(period).ifPresent(value -> levels.add(since(period.endNanos()), value));
    }
    return levels.build();
  }

  private static Optional<Double> bytesPerRow(PeriodResult period) {
    Optional<Double> rows = value(period, BoundaryMetric.ROWS).filter(count -> count > 0);
    return rows.flatMap(count -> value(period, BoundaryMetric.SIZE).map(bytes -> bytes / count));
  }

  private static Optional<Double> value(PeriodResult period, String metric) {
    return Optional.ofNullable(period.end().values().get(metric)).map(Long::doubleValue);
  }

  private double middle(PeriodResult period) {
    return (since(period.startNanos()) + since(period.endNanos())) / 2;
  }

  private double since(long nanos) {
    return (nanos - step.whole().startNanos()) / SECOND_NANOS;
  }
}
