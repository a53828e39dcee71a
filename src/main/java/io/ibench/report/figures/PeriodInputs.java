package io.ibench.report.figures;

import io.ibench.host.HostMetric;
import io.ibench.host.Neighbours;
import io.ibench.host.ServerPlace;
import io.ibench.measure.Counter;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.Role;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart.Unit;
import io.ibench.measure.WorkloadCounter;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The inputs for the figures of a step or period. Immutable.
 *
 * @param growth of the host's counters over the period
 * @param roles those that the step has, even without a success
 * @param indexedRows rows that an index step has indexed; 0 if unknown
 */
record PeriodInputs(
    StepResult step,
    PeriodResult period,
    RunInfo run,
    PeriodGrowth growth,
    Set<Role> roles,
    long indexedRows)
    implements FigureInputs {

  /** The inputs for a step's whole time or for one of its periods. */
  static PeriodInputs of(StepResult step, PeriodResult period, RunInfo run) {
    // The number of indexed rows is known only for the whole step.
    boolean all = period == step.whole() || step.periods().size() == 1;
    return new PeriodInputs(
        step, period, run, growth(step, period), StepRoles.of(step, run), all ? step.rows() : 0);
  }

  /**
   * Unknown for a last period that is shorter than an interval. The readings at its start are taken
   * after a query for the database's size, and the work during that query distorts the figures of
   * so short a period.
   */
  private static PeriodGrowth growth(StepResult step, PeriodResult period) {
    if (period == step.whole()) {
      return PeriodGrowth.of(period, step.periods());
    }
    boolean isRest = period.partial() && period.nanos() < period.intervals().lengthNanos();
    return isRest ? PeriodGrowth.UNKNOWN : PeriodGrowth.of(period, List.of(period));
  }

  /** The same inputs with the counters of one device instead of their sums. */
  PeriodInputs device(String name) {
    return new PeriodInputs(step, period, run, growth.device(name), roles, indexedRows);
  }

  private Unit unit() {
    return step.step().unit();
  }

  int threads() {
    return step.step().threads();
  }

  Neighbours neighbours() {
    return new Neighbours(run.serverPlace(), growth::of);
  }

  @Override
  public double seconds() {
    return period.seconds();
  }

  @Override
  public double count(Role role) {
    if (unit() == Unit.INDEXED_ROWS && role == Role.INSERT && indexedRows > 0) {
      return indexedRows;
    }
    if (!roles.contains(role)) {
      return Double.NaN;
    }
    return role == Role.QUERY ? period.queries(run.roles()) : period.rows(run.roles(), role);
  }

  @Override
  public double insertedRows() {
    return period.rows(run.roles(), Role.INSERT);
  }

  @Override
  public double operations() {
    return switch (unit()) {
      case QUERIES -> period.queries(run.roles());
      case ROWS -> insertedRows();
      case INDEXED_ROWS -> indexedRows;
      case NONE -> 0;
    };
  }

  @Override
  public double grown(HostMetric counter) {
    return number(growth.of(counter));
  }

  @Override
  public double highest(HostMetric level) {
    return number(period.highest().get(level.key()));
  }

  @Override
  public double atEnd(HostMetric level) {
    return atEnd(level.key());
  }

  /** A level that is read only at the ends of periods. */
  double atEnd(String metric) {
    return number(period.end().values().get(metric));
  }

  /** The growth of one of the server's own counters; NaN if it has no such counter. */
  double grownOnServer(String counter) {
    Counter start = period.start().counters().get(counter);
    Counter end = period.end().counters().get(counter);
    return start == null || end == null || period.countersReset()
        ? Double.NaN
        : end.value() - start.value();
  }

  /** The last value of one of the server's own levels; NaN if it has no such level. */
  double atEndOnServer(String level) {
    Counter end = period.end().counters().get(level);
    return end == null ? Double.NaN : end.value();
  }

  /** The bytes of the values that the step has written; NaN if the workload does not count them. */
  double writtenRowBytes() {
    for (int i = 0; i < run.workloadCounters().size(); i++) {
      if (run.workloadCounters().get(i).name().equals(WorkloadCounter.ROW_BYTES_WRITTEN)) {
        return period.workloadCounters()[i];
      }
    }
    return Double.NaN;
  }

  @Override
  public double cpus() {
    return run.cpus() == 0 ? Double.NaN : run.cpus();
  }

  @Override
  public boolean isEmbedded() {
    return run.serverPlace() == ServerPlace.EMBEDDED;
  }

  static double number(OptionalLong value) {
    return value.isEmpty() ? Double.NaN : value.getAsLong();
  }

  private static double number(@Nullable Long value) {
    return value == null ? Double.NaN : value;
  }

  /** The rate of a role that this share of the intervals reached; NaN if unknown. */
  double intervalRate(Role role, double share) {
    return roles.contains(role) ? period.intervals().rate(role, share) : Double.NaN;
  }
}
