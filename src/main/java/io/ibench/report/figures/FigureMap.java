package io.ibench.report.figures;

import io.ibench.host.HostMetric;
import io.ibench.measure.BoundaryMetric;
import io.ibench.measure.OperationSummary;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.Role;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart.Unit;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** A period's figures under their names in summary.json; null where a figure cannot be had. */
public final class FigureMap {

  /** A tally named x_loaded is a rate named x_ps as well. */
  private static final String LOADED = "_loaded";

  private final FigureValues values = new FigureValues();
  private final Figures figures;
  private final PeriodResult period;
  private final PeriodGrowth growth;
  private final int threads;
  private final Unit unit;
  private final Set<Role> roles;
  private final RunInfo run;

  private FigureMap(StepResult step, PeriodResult period, RunInfo run) {
    this.period = period;
    this.unit = step.step().unit();
    this.roles = StepRoles.of(step, run);
    this.run = run;
    this.threads = step.step().threads();
    this.growth = growth(step, period);
    this.figures = new Figures(period, growth, unit, run, indexedRows(step, period));
  }

  /**
   * The border before a period that begins right before the step's end has its readings when the
   * server has been asked for its size: what happened in the meantime is not of so short a time.
   */
  private static PeriodGrowth growth(StepResult step, PeriodResult period) {
    if (period == step.whole()) {
      return PeriodGrowth.of(period, step.periods());
    }
    boolean isRest =
        period.partial() && period.endNanos() - period.startNanos() < period.intervalNanos();
    return isRest ? PeriodGrowth.UNKNOWN : PeriodGrowth.of(period, List.of(period));
  }

  /**
   * All figures of a step's whole time or of one of its periods, in the order of docs/metrics.md.
   */
  public static Map<String, Object> of(StepResult step, PeriodResult period, RunInfo run) {
    FigureMap map = new FigureMap(step, period, run);
    map.putRates();
    map.putDisk();
    map.putCpu();
    map.putSize();
    map.putTroubles();
    new HostFigures(map.figures, period, map.threads).putInto(map.values);
    map.values.put("disks", DiskFigures.each(map.growth, period.seconds()));
    return map.values.map();
  }

  /** How many rows were indexed is known at the step's end only; of a part of it nobody knows. */
  private static long indexedRows(StepResult step, PeriodResult period) {
    boolean all = period == step.whole() || step.periods().size() == 1;
    return all ? step.rows() : 0;
  }

  private void put(String key, OptionalDouble value) {
    values.put(key, value);
  }

  private void putRates() {
    values.put("seconds", figures.seconds());
    putRate("ips", Role.INSERT);
    if (unit == Unit.INDEXED_ROWS) {
      put("ips", figures.perSecond());
    }
    putLoaded();
    putRate("dps", Role.DELETE);
    putRate("qps", Role.QUERY);
    values.put("rate_interval_s", run.intervalNanos() / 1e9);
  }

  /** Of a step that has nothing of the kind it is null, and not 0. */
  private void putRate(String key, Role role) {
    boolean has = roles.contains(role);
    put(key, has ? figures.perSecond(role) : OptionalDouble.empty());
    put(key + "_p50", has ? figures.intervalRate(role, 0.50) : OptionalDouble.empty());
    put(key + "_p99", has ? figures.intervalRate(role, 0.99) : OptionalDouble.empty());
  }

  private void putLoaded() {
    for (int i = 0; i < run.tallies().size(); i++) {
      String name = run.tallies().get(i);
      if (name.endsWith(LOADED)) {
        long count = unit == Unit.ROWS ? period.tallies()[i] : 0;
        put(
            name.replace(LOADED, "_ps"),
            count > 0 ? figures.perSecond(count) : OptionalDouble.empty());
      }
    }
  }

  private void putDisk() {
    new DiskFigures(growth, period.seconds()).putInto(values);
    put("rpq", figures.perOperation(HostMetric.DISK_READS, 1));
    put("rkbpq", figures.perOperation(HostMetric.DISK_READ_BYTES, Figures.KIB));
    put("wkbpq", figures.perOperation(HostMetric.DISK_WRITTEN_BYTES, Figures.KIB));
    put("wpi", figures.perInsertedRow(HostMetric.DISK_WRITES, 1));
    put("wkbpi", figures.perInsertedRow(HostMetric.DISK_WRITTEN_BYTES, Figures.KIB));
    put("server_rkbpq", figures.perOperation(HostMetric.SERVER_READ_BYTES, Figures.KIB));
    put("server_wkbpq", figures.perOperation(HostMetric.SERVER_WRITTEN_BYTES, Figures.KIB));
    put(
        "written_gb",
        Figures.map(figures.delta(HostMetric.DISK_WRITTEN_BYTES), x -> x / Numbers.GB_BYTES));
    put("other_wkbps", figures.otherWrittenKbPerSecond());
  }

  private void putCpu() {
    put("cs_ps", figures.perSecond(HostMetric.CONTEXT_SWITCHES, 1));
    put("cspq", figures.perOperation(HostMetric.CONTEXT_SWITCHES, 1));
    put("cpu_pct", figures.cpuPercent(HostMetric.CPU_BUSY_TICKS));
    put("steal_pct", figures.cpuPercent(HostMetric.CPU_STEAL_TICKS));
    put("iowait_pct", figures.cpuPercent(HostMetric.CPU_IOWAIT_TICKS));
    put("mcpupq", figures.mcpuPerOperation());
    put("cpu_us_pq", figures.cpuMicrosPerOperation());
    put("client_us_pq", figures.perOperation(HostMetric.CLIENT_CPU_NANOS, 1000));
    put("server_us_pq", figures.perOperation(HostMetric.SERVER_CPU_NANOS, 1000));
    put("own_cpu_us_pq", figures.ownCpuMicrosPerOperation());
    put("other_cpu_pct", figures.otherCpuPercent());
  }

  private void putSize() {
    Long size = period.end().values().get(BoundaryMetric.SIZE);
    Long rows = period.end().values().get(BoundaryMetric.ROWS);
    boolean perRow = size != null && rows != null && rows > 0;
    values.put("db_bytes", size);
    put("size_gb", Figures.gigabytes(size));
    values.put("dir_bytes", figures.level(BoundaryMetric.DIRECTORY_BYTES));
    values.put("rows_in_tables", rows);
    put("bytes_per_row", perRow ? OptionalDouble.of((double) size / rows) : OptionalDouble.empty());
    String rss = HostMetric.SERVER_RSS_BYTES.key();
    put("rss_gb", Figures.gigabytes(period.highest().get(rss)));
    put("rss_end_gb", Figures.gigabytes(period.end().values().get(rss)));
  }

  private void putTroubles() {
    values.put("errors", period.failures());
    values.put("retries", period.retries());
    values.put("unstarted", period.unstarted());
    values.put("late", period.operations().stream().mapToLong(OperationSummary::late).sum());
    values.put("intervals", period.intervals());
    values.put("lost_intervals", period.lostIntervals());
    put("outside_pct", period.outsidePercent());
  }
}
