package io.ibench.merge;

import io.ibench.measure.PeriodIntervals;
import io.ibench.measure.Role;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.figures.Figures;
import io.ibench.report.store.RunReport.Operation;
import io.ibench.report.store.RunReport.Period;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** A step's whole time or one of its report periods, summed up over agents. Not thread-safe. */
final class PeriodSum {

  private static final Map<Role, String> RATES =
      new EnumMap<>(Map.of(Role.INSERT, "ips", Role.DELETE, "dps", Role.QUERY, "qps"));

  private final Unit unit;
  private final FigureSum figures;
  private final Map<String, OperationSum> operations = new LinkedHashMap<>();
  private final Map<String, Number> counters = new LinkedHashMap<>();
  private final UnitedOutages outages = new UnitedOutages();
  private final UnitedStalls stalls = new UnitedStalls();
  private @Nullable Period first;
  private @Nullable Boolean partial;

  PeriodSum(Unit unit) {
    this.unit = unit;
    this.figures = new FigureSum(unit);
  }

  double seconds() {
    return figures.seconds();
  }

  /**
   * Adds an agent's; the first one is that of the lowest rank.
   *
   * @param shiftMillis from the agent's clock to that of the first one
   */
  void add(Period period, long shiftMillis) {
    if (first == null) {
      // Only what is not summed up is kept of it.
      first = period;
    }
    partial = partial == null ? period.partial() : Boolean.valueOf(partial && period.isPartial());
    figures.add(period);
    period
        .workloadCounters()
        .forEach(
            (name, n) ->
                counters.merge(name, n.longValue(), (a, b) -> a.longValue() + b.longValue()));
    outages.add(period.outages(), shiftMillis);
    stalls.add(period.stalls(), shiftMillis);
    for (Operation operation : period.operations()) {
      operations
          .computeIfAbsent(operation.name(), name -> new OperationSum(name, operation.role()))
          .add(operation);
    }
  }

  /** Their names. */
  Set<String> operations() {
    return operations.keySet();
  }

  /** Successes of an operation, by its name. */
  long count(String operation) {
    return operations.containsKey(operation) ? operations.get(operation).count() : 0;
  }

  /** Completed queries, or rows of another role. */
  long count(Role role) {
    return operations.values().stream()
        .filter(operation -> operation.role() == role)
        .mapToLong(role == Role.QUERY ? OperationSum::count : OperationSum::rows)
        .sum();
  }

  /**
   * The sum.
   *
   * @param histograms sums of the agents' histograms, by operation and kind of latency
   * @param intervals of all agents together
   */
  Period sum(Map<String, Map<String, Histogram>> histograms, PeriodIntervals intervals) {
    Map<String, Number> sums = figures.figures();
    RATES.forEach((role, key) -> putRate(sums, role, key, intervals));
    sums.put("intervals", intervals.count());
    sums.put("lost_intervals", intervals.lost());
    return new Period(
        Objects.requireNonNull(first).started(),
        new Figures(sums),
        first.disks(),
        first.sizeSource(),
        outages.united(),
        stalls.united(),
        counters,
        first.serverCounters(),
        new ArrayList<>(
            operations.values().stream()
                .map(
                    operation ->
                        operation.sum(
                            seconds(), histograms.getOrDefault(operation.name(), Map.of())))
                .toList()),
        partial);
  }

  private void putRate(Map<String, Number> sums, Role role, String key, PeriodIntervals intervals) {
    sums.keySet().removeAll(List.of(key, key + "_p50", key + "_p99"));
    if (!figures.isKnown(key) || unit != Unit.QUERIES && unit != Unit.ROWS) {
      return;
    }
    sums.put(key, count(role) / seconds());
    putKnown(sums, key + "_p50", intervals.rate(role, 0.50));
    putKnown(sums, key + "_p99", intervals.rate(role, 0.99));
  }

  private static void putKnown(Map<String, Number> sums, String key, double rate) {
    if (!Double.isNaN(rate)) {
      sums.put(key, rate);
    }
  }
}
