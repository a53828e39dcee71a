package io.ibench.measure;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * One report period, or one whole step or repeat, that has ended. Immutable; small, except for the
 * counts of its intervals.
 *
 * @param operations those in which anything happened
 * @param outages that ended in it, or were cut at its end
 * @param stalls that ended in it, or were cut at its end
 * @param clients each client's operations, in order; empty where there is only one
 */
@RecordBuilder
public record PeriodResult(
    PeriodSpan span,
    List<OperationSummary> operations,
    long[] workloadCounters,
    PeriodReadings readings,
    PeriodIntervals intervals,
    Outages outages,
    Stalls stalls,
    List<List<OperationSummary>> clients) {

  public PeriodResult {
    clients = List.copyOf(clients);
  }

  public long startNanos() {
    return span.startNanos();
  }

  public long endNanos() {
    return span.endNanos();
  }

  public long startEpochMillis() {
    return span.startEpochMillis();
  }

  public long endEpochMillis() {
    return span.endEpochMillis();
  }

  public boolean partial() {
    return span.partial();
  }

  public Readings start() {
    return readings.start();
  }

  public Readings end() {
    return readings.end();
  }

  public Map<String, Long> highest() {
    return readings.highest();
  }

  public boolean countersReset() {
    return readings.countersReset();
  }

  /**
   * The share of their time that unthrottled workers spent outside of operations, in percent; empty
   * without such workers, or if unknown.
   */
  public OptionalDouble outsidePercent() {
    OptionalLong worked = grown(WorkerMetric.UNTHROTTLED_NANOS);
    OptionalLong inside = grown(WorkerMetric.INSIDE_NANOS);
    return worked.isEmpty() || inside.isEmpty() || worked.getAsLong() <= 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(100.0 * (worked.getAsLong() - inside.getAsLong()) / worked.getAsLong());
  }

  private OptionalLong grown(String counter) {
    Long from = start().values().get(counter);
    Long to = end().values().get(counter);
    return from == null || to == null ? OptionalLong.empty() : OptionalLong.of(to - from);
  }

  public long nanos() {
    return endNanos() - startNanos();
  }

  public double seconds() {
    return nanos() / 1e9;
  }

  /** Completed queries. */
  public long queries(List<Role> roles) {
    return operations.stream()
        .filter(operation -> roles.get(operation.operation()) == Role.QUERY)
        .mapToLong(OperationSummary::count)
        .sum();
  }

  /** Rows of all operations of a role. */
  public long rows(List<Role> roles, Role role) {
    return operations.stream()
        .filter(operation -> roles.get(operation.operation()) == role)
        .mapToLong(OperationSummary::rows)
        .sum();
  }

  public long successes() {
    return operations.stream().mapToLong(OperationSummary::count).sum();
  }

  public long rows() {
    return operations.stream().mapToLong(OperationSummary::rows).sum();
  }

  public long failures() {
    return operations.stream()
        .flatMap(operation -> operation.failures().stream())
        .mapToLong(Long::longValue)
        .sum();
  }

  public long retries() {
    return operations.stream().mapToLong(OperationSummary::retries).sum();
  }

  public long unstarted() {
    return operations.stream().mapToLong(OperationSummary::unstarted).sum();
  }
}
