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

/** The series of a step's figures, from its report periods. */
final class DriftingFigures {

  /** Number of points for rates when there are too few periods. */
  private static final int RATE_POINTS = 60;

  private static final double SECOND_NANOS = 1e9;

  private final StepResult step;
  private final List<Role> roles;
  private final double fromSeconds;
  private final double toSeconds;
  private final List<PeriodResult> periods;

  /**
   * The part of a step between two of its times.
   *
   * @param fromSeconds since the step's start
   */
  DriftingFigures(StepResult step, List<Role> roles, double fromSeconds, double toSeconds) {
    this.step = step;
    this.roles = roles;
    this.fromSeconds = fromSeconds;
    this.toSeconds = toSeconds;
    this.periods =
        comparable(step.periods().stream().filter(each -> isInside(middle(each))).toList());
  }

  private boolean isInside(double seconds) {
    return seconds >= fromSeconds && seconds <= toSeconds;
  }

  /** Drops a last period that is shorter than half of the others. */
  private static List<PeriodResult> comparable(List<PeriodResult> periods) {
    int last = periods.size() - 1;
    boolean shorter = last > 0 && periods.get(last).seconds() < periods.get(0).seconds() / 2;
    return shorter ? periods.subList(0, last) : periods;
  }

  /** All figures that apply to the step. */
  Map<Quantity, FigureSeries> all() {
    Map<Quantity, FigureSeries> all = new EnumMap<>(Quantity.class);
    Unit unit = step.step().unit();
    if (unit == Unit.QUERIES || unit == Unit.ROWS) {
      all.put(unit == Unit.QUERIES ? Quantity.QPS : Quantity.IPS, rates(unit == Unit.QUERIES));
      busiest().ifPresent(operation -> all.put(Quantity.P99, latencies(operation)));
      all.put(Quantity.SIZE, levels(DriftingFigures::bytesPerRow));
      all.put(Quantity.MEMORY, levels(p -> value(p, HostMetric.SERVER_RSS_BYTES.key())));
    }
    return all;
  }

  private FigureSeries rates(boolean queries) {
    if (periods.size() < ChangeModel.MIN_TREND) {
      PeriodResult whole = step.whole();
      return rates(whole.intervals().of(queries ? Role.QUERY : Role.INSERT), whole);
    }
    FigureSeries.Builder rates = new FigureSeries.Builder();
    for (PeriodResult period : periods) {
      long count = queries ? period.queries(roles) : period.rows(roles, Role.INSERT);
      rates.add(middle(period), count / period.seconds());
    }
    return rates.build();
  }

  /** The few intervals that were not full are ignored; the others cover their time. */
  private FigureSeries rates(IntervalCounts intervals, PeriodResult whole) {
    int all = intervals.size();
    int first = place(fromSeconds, whole, all);
    int n = place(toSeconds, whole, all) - first;
    int points = Math.min(n, RATE_POINTS);
    FigureSeries.Builder rates = new FigureSeries.Builder();
    for (int point = 0; point < points; point++) {
      int from = first + (int) ((long) point * n / points);
      int to = first + (int) ((long) (point + 1) * n / points);
      double seconds = (to - from) * (whole.intervals().lengthNanos() / SECOND_NANOS);
      rates.add((from + to) / 2.0 / all * whole.seconds(), intervals.sum(from, to) / seconds);
    }
    return rates.build();
  }

  private static int place(double seconds, PeriodResult whole, int intervals) {
    double share = whole.seconds() > 0 ? seconds / whole.seconds() : 1;
    return (int) Math.round(Math.min(1, Math.max(0, share)) * intervals);
  }

  /** The most frequent operation that counts in a rate. */
  private Optional<Integer> busiest() {
    return step.whole().operations().stream()
        .filter(operation -> roles.get(operation.operation()) != Role.AUXILIARY)
        .max(Comparator.comparingLong(OperationSummary::count))
        .map(OperationSummary::operation);
  }

  private FigureSeries latencies(int busiest) {
    FigureSeries.Builder latencies = new FigureSeries.Builder();
    for (PeriodResult period : periods) {
      for (OperationSummary operation : period.operations()) {
        if (operation.operation() == busiest && operation.count() > 0) {
          latencies.add(middle(period), operation.service().p99Nanos());
        }
      }
    }
    return latencies.build();
  }

  private interface Level {
    Optional<Double> of(PeriodResult period);
  }

  private FigureSeries levels(Level level) {
    FigureSeries.Builder levels = new FigureSeries.Builder();
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
