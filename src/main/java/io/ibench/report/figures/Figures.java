package io.ibench.report.figures;

import io.ibench.host.CpuShares;
import io.ibench.host.HostMetric;
import io.ibench.host.Neighbours;
import io.ibench.measure.IntervalCounts;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.Role;
import io.ibench.measure.StepStart.Unit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.DoubleUnaryOperator;

/**
 * The figures of a period, each derived from counters at its start and end; the formulas are those
 * of docs/metrics.md. Nothing is rounded here, and a figure that cannot be had is empty, never 0.
 */
final class Figures {

  static final double KIB = 1024;
  static final double MIB = KIB * 1024;
  private static final double MILLION = 1e6;
  private static final int FEWEST_INTERVALS = 10;

  private final PeriodResult period;
  private final PeriodGrowth growth;
  private final Unit unit;
  private final long queries;
  private final long inserted;
  private final long deleted;
  private final long operations;
  private final int cpus;
  private final Neighbours neighbours;

  /**
   * @param growth of the host's counters over the period
   * @param indexedRows what an index step has indexed
   */
  Figures(PeriodResult period, PeriodGrowth growth, Unit unit, RunInfo run, long indexedRows) {
    List<Role> roles = run.roles();
    this.period = period;
    this.growth = growth;
    this.unit = unit;
    this.cpus = run.cpus();
    this.neighbours = new Neighbours(run.serverPlace(), growth::of);
    this.queries = period.queries(roles);
    this.inserted = period.rows(roles, Role.INSERT);
    this.deleted = period.rows(roles, Role.DELETE);
    this.operations =
        switch (unit) {
          case QUERIES -> queries;
          case ROWS -> inserted;
          case INDEXED_ROWS -> indexedRows;
          case NONE -> 0;
        };
  }

  double seconds() {
    return period.seconds();
  }

  /** What the unit counts: queries, or rows inserted or indexed. */
  long operations() {
    return operations;
  }

  OptionalDouble perSecond() {
    return unit == Unit.NONE || operations == 0 && unit == Unit.INDEXED_ROWS
        ? OptionalDouble.empty()
        : perSecond(operations);
  }

  /** Completed queries, or inserted or deleted rows, per second. */
  OptionalDouble perSecond(Role role) {
    return perSecond(count(role));
  }

  private long count(Role role) {
    return switch (role) {
      case QUERY -> queries;
      case INSERT -> inserted;
      case DELETE -> deleted;
      case ASIDE -> throw new IllegalArgumentException("what is done aside has no rate");
    };
  }

  OptionalDouble perSecond(double amount) {
    return seconds() > 0 ? OptionalDouble.of(amount / seconds()) : OptionalDouble.empty();
  }

  OptionalDouble perSecond(HostMetric metric, double unitSize) {
    OptionalDouble grown = delta(metric);
    return grown.isEmpty() ? grown : perSecond(grown.getAsDouble() / unitSize);
  }

  OptionalDouble perOperation(HostMetric metric, double unitSize) {
    return per(operations, metric, unitSize);
  }

  OptionalDouble perInsertedRow(HostMetric metric, double unitSize) {
    return per(inserted, metric, unitSize);
  }

  private OptionalDouble per(long count, HostMetric metric, double unitSize) {
    return count == 0
        ? OptionalDouble.empty()
        : map(delta(metric), value -> value / unitSize / count);
  }

  /** How much a counter has grown; empty where it is unknown or was reset. */
  OptionalDouble delta(HostMetric metric) {
    OptionalLong grown = growth.of(metric);
    return grown.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(grown.getAsLong());
  }

  /** The same as a whole number. */
  OptionalLong grown(HostMetric metric) {
    return growth.of(metric);
  }

  OptionalLong level(String metric) {
    Long value = period.end().values().get(metric);
    return value == null ? OptionalLong.empty() : OptionalLong.of(value);
  }

  /** Of bytes; empty of null. */
  static OptionalDouble gigabytes(Long bytes) {
    return bytes == null ? OptionalDouble.empty() : OptionalDouble.of(bytes / Numbers.GB_BYTES);
  }

  /** Share of all processors' time, in percent. */
  OptionalDouble cpuPercent(HostMetric ticks) {
    OptionalDouble part = delta(ticks);
    OptionalDouble total = delta(HostMetric.CPU_TOTAL_TICKS);
    return part.isEmpty() || total.isEmpty() || total.getAsDouble() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(100 * part.getAsDouble() / total.getAsDouble());
  }

  /** Microseconds of CPU per operation, of the whole machine. */
  OptionalDouble cpuMicrosPerOperation() {
    return operations == 0 || cpus == 0
        ? OptionalDouble.empty()
        : map(
            cpuPercent(HostMetric.CPU_BUSY_TICKS),
            percent -> percent / 100 * cpus * seconds() * MILLION / operations);
  }

  /** The same of server and client alone. */
  OptionalDouble ownCpuMicrosPerOperation() {
    OptionalLong nanos = neighbours.ownCpuNanos();
    return operations == 0 || nanos.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(nanos.getAsLong() / 1000.0 / operations);
  }

  /** Of programs beside server and client, in percent of the time of all processors. */
  OptionalDouble otherCpuPercent() {
    Optional<CpuShares> shares = neighbours.cpuShares();
    return shares.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(shares.get().other());
  }

  /** What the disks wrote for others than the server. */
  OptionalDouble otherWrittenKbPerSecond() {
    OptionalLong bytes = neighbours.otherWrittenBytes();
    return bytes.isEmpty() ? OptionalDouble.empty() : perSecond(bytes.getAsLong() / KIB);
  }

  /** cpu_pct x 10^6 / operations per second: relative CPU per operation. */
  OptionalDouble mcpuPerOperation() {
    OptionalDouble rate = perSecond();
    return operations == 0 || rate.isEmpty()
        ? OptionalDouble.empty()
        : map(
            cpuPercent(HostMetric.CPU_BUSY_TICKS),
            percent -> percent * MILLION / rate.getAsDouble());
  }

  /**
   * The rate at position round(share x n) of the full intervals in descending order; empty below 10
   * intervals.
   */
  OptionalDouble intervalRate(Role role, double share) {
    IntervalCounts counts =
        switch (role) {
          case QUERY -> period.fullIntervals();
          case INSERT -> period.fullIntervalRows();
          case DELETE -> period.fullIntervalDeletes();
          case ASIDE -> throw new IllegalArgumentException("what is done aside has no rate");
        };
    if (counts.size() < FEWEST_INTERVALS) {
      return OptionalDouble.empty();
    }
    int position = (int) Math.round(share * counts.size());
    long count = counts.descending(Math.max(1, position));
    return OptionalDouble.of(count / (period.intervalNanos() / 1e9));
  }

  static OptionalDouble map(OptionalDouble value, DoubleUnaryOperator function) {
    return value.isEmpty() ? value : OptionalDouble.of(function.applyAsDouble(value.getAsDouble()));
  }
}
