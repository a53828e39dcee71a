package io.ibench.report.figures;

import io.ibench.host.ClientWait;
import io.ibench.host.CpuShares;
import io.ibench.host.HostMetric;
import io.ibench.measure.BoundaryMetric;
import io.ibench.measure.OperationSummary;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.Role;
import io.ibench.report.figures.Formula.Divisor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All figures of steps and periods with their formulas, in the order of the CSV columns. A figure's
 * name, unit and text are in the {@link Definition} of the same key. A new figure needs an entry
 * here and a line in definitions.properties. Stateless.
 */
public final class FigureCatalogue {

  private static final double KIB = 1024;
  private static final double MIB = KIB * 1024;
  private static final double NANOS = 1e9;
  private static final double MICROS = 1e6;
  private static final double MILLIS = 1e3;
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double PERCENT = 100;

  /** A terabyte per day as bytes per second. */
  private static final double TB_PER_DAY = 1e12 / 86_400;

  /**
   * A figure.
   *
   * @param key in summary.json
   * @param formula null for a figure that intervals do not have
   * @param value computes it for a step or period; returns null or NaN if unknown
   * @param isAmount its values add up over several steps
   * @param isFollowed comparisons compute its noise from the intervals
   */
  private record FigureEntry(
      String key,
      Formula formula,
      Function<PeriodInputs, Object> value,
      boolean isAmount,
      boolean isFollowed) {

    FigureEntry followed() {
      return new FigureEntry(key, formula, value, isAmount, true);
    }

    FigureEntry amount() {
      return new FigureEntry(key, formula, value, true, isFollowed);
    }
  }

  /** The place of the rates of the workload's own counters, and one of them. */
  static final String LOADED_RATES = "links_ps";

  /** Figures that each disk has, too. */
  private static final List<FigureEntry> DEVICE =
      List.of(
          perSecond("rps", HostMetric.DISK_READS, 1),
          perSecond("rkbps", HostMetric.DISK_READ_BYTES, KIB),
          perSecond("rmbps", HostMetric.DISK_READ_BYTES, NumberText.RATE_MB_BYTES),
          perSecond("wps", HostMetric.DISK_WRITES, 1),
          perSecond("wkbps", HostMetric.DISK_WRITTEN_BYTES, KIB),
          perSecond("wmbps", HostMetric.DISK_WRITTEN_BYTES, NumberText.RATE_MB_BYTES),
          plain(
              "r_await_ms",
              in -> in.grown(HostMetric.DISK_READ_MILLIS) / in.grown(HostMetric.DISK_READS)),
          plain(
              "w_await_ms",
              in -> in.grown(HostMetric.DISK_WRITE_MILLIS) / in.grown(HostMetric.DISK_WRITES)),
          perSecond("fps", HostMetric.DISK_FLUSHES, 1),
          plain(
              "f_await_ms",
              in -> in.grown(HostMetric.DISK_FLUSH_MILLIS) / in.grown(HostMetric.DISK_FLUSHES)),
          perSecond("aqu_sz", HostMetric.DISK_QUEUE_MILLIS, MILLIS),
          percentOfTime("util_pct", HostMetric.DISK_BUSY_MILLIS, MILLIS));

  private static final List<FigureEntry> RATES =
      List.of(
          plain("seconds", FigureInputs::seconds).amount(),
          ofStep("threads"),
          rate("ips", Role.INSERT),
          ofPeriod("ips_p50", in -> in.intervalRate(Role.INSERT, 0.50)),
          ofPeriod("ips_p99", in -> in.intervalRate(Role.INSERT, 0.99)),
          ofStep(LOADED_RATES),
          rate("dps", Role.DELETE),
          ofPeriod("dps_p50", in -> in.intervalRate(Role.DELETE, 0.50)),
          ofPeriod("dps_p99", in -> in.intervalRate(Role.DELETE, 0.99)),
          rate("qps", Role.QUERY),
          ofPeriod("qps_p50", in -> in.intervalRate(Role.QUERY, 0.50)),
          ofPeriod("qps_p99", in -> in.intervalRate(Role.QUERY, 0.99)),
          ofPeriod("rate_interval_s", in -> in.run().intervalNanos() / NANOS),
          count("intervals", period -> period.intervals().count()),
          count("lost_intervals", period -> period.intervals().lost()));

  private static final List<FigureEntry> COSTS =
      List.of(
          cost("rpq", HostMetric.DISK_READS, 1),
          cost("rkbpq", HostMetric.DISK_READ_BYTES, KIB),
          cost("wkbpq", HostMetric.DISK_WRITTEN_BYTES, KIB),
          cost("fpq", HostMetric.DISK_FLUSHES, 1),
          perInsertedRow("wpi", HostMetric.DISK_WRITES, 1),
          perInsertedRow("wkbpi", HostMetric.DISK_WRITTEN_BYTES, KIB),
          cost("server_rkbpq", HostMetric.SERVER_READ_BYTES, KIB),
          cost("server_wkbpq", HostMetric.SERVER_WRITTEN_BYTES, KIB),
          plain("written_gb", in -> in.grown(HostMetric.DISK_WRITTEN_BYTES) / NumberText.GB_BYTES)
              .amount(),
          ofPeriod(
              Outcomes.WRITE_AMP,
              in -> in.grown(HostMetric.DISK_WRITTEN_BYTES) / in.writtenRowBytes()),
          ofPeriod(
              "server_write_amp",
              in -> in.grown(HostMetric.SERVER_WRITTEN_BYTES) / in.writtenRowBytes()),
          perSecond("written_tb_per_day", HostMetric.DISK_WRITTEN_BYTES, TB_PER_DAY),
          perSecond("server_written_tb_per_day", HostMetric.SERVER_WRITTEN_BYTES, TB_PER_DAY),
          ofPeriod("other_wkbps", FigureCatalogue::otherWrites),
          perSecond("cs_ps", HostMetric.CONTEXT_SWITCHES, 1),
          cost("cspq", HostMetric.CONTEXT_SWITCHES, 1),
          plain("cpu_pct", in -> cpuPercent(in, HostMetric.CPU_BUSY_TICKS)),
          plain("steal_pct", in -> cpuPercent(in, HostMetric.CPU_STEAL_TICKS)),
          plain("iowait_pct", in -> cpuPercent(in, HostMetric.CPU_IOWAIT_TICKS)),
          of(
              "mcpupq",
              in -> cpuPercent(in, HostMetric.CPU_BUSY_TICKS) * MICROS,
              Divisor.OPERATIONS_PER_SECOND,
              1),
          cost("cpu_us_pq", FigureCatalogue::machineMicros),
          cost("client_us_pq", HostMetric.CLIENT_CPU_NANOS, NANOS_PER_MICRO),
          cost("server_us_pq", HostMetric.SERVER_CPU_NANOS, NANOS_PER_MICRO),
          cost("own_cpu_us_pq", in -> ownNanos(in) / NANOS_PER_MICRO),
          ofPeriod(
              "other_cpu_pct",
              in -> in.neighbours().cpuShares().map(CpuShares::other).orElse(Double.NaN)));

  private static final List<FigureEntry> SIZES =
      List.of(
          level("db_bytes", BoundaryMetric.SIZE),
          ofPeriod("size_gb", in -> in.atEnd(BoundaryMetric.SIZE) / NumberText.GB_BYTES),
          level("dir_bytes", BoundaryMetric.DIRECTORY_BYTES),
          level("rows_in_tables", BoundaryMetric.ROWS),
          ofPeriod(
              "bytes_per_row", in -> in.atEnd(BoundaryMetric.SIZE) / in.atEnd(BoundaryMetric.ROWS)),
          ofPeriod(
              "space_amp",
              in -> in.atEnd(BoundaryMetric.SIZE) / in.atEnd(BoundaryMetric.ROW_BYTES)),
          highestGigabytes("rss_gb", HostMetric.SERVER_RSS_BYTES),
          gigabytesAtEnd("rss_end_gb", HostMetric.SERVER_RSS_BYTES));

  private static final List<FigureEntry> TROUBLES =
      List.of(
          count("errors", PeriodResult::failures),
          count("retries", PeriodResult::retries),
          count("unstarted", PeriodResult::unstarted),
          count(
              "late",
              period -> period.operations().stream().mapToLong(OperationSummary::late).sum()),
          ofStep("workers_lost").amount(),
          ofPeriod("outside_pct", in -> number(in.period().outsidePercent())));

  private static final List<FigureEntry> MACHINE =
      List.of(
          percentOfTime("client_cpu_pct", HostMetric.CLIENT_CPU_NANOS, NANOS).followed(),
          highestGigabytes("client_rss_gb", HostMetric.CLIENT_RSS_BYTES),
          highestGigabytes("client_heap_gb", HostMetric.CLIENT_HEAP_BYTES),
          percentOfTime("client_gc_pct", HostMetric.CLIENT_GC_MILLIS, MILLIS),
          grownCount("client_gc_long_pauses", HostMetric.CLIENT_GC_LONG_PAUSES),
          ofPeriod("client_run_delay_pct", FigureCatalogue::runDelayPercent),
          ofPeriod("client_wait_pct", FigureCatalogue::waitPercent),
          percentOfTime("client_throttled_pct", HostMetric.CLIENT_THROTTLED_MICROS, MICROS),
          percentOfTime("cpu_pressure_pct", HostMetric.PRESSURE_CPU_SOME_MICROS, MICROS),
          percentOfTime("io_pressure_pct", HostMetric.PRESSURE_IO_SOME_MICROS, MICROS),
          percentOfTime("io_pressure_full_pct", HostMetric.PRESSURE_IO_FULL_MICROS, MICROS),
          percentOfTime("memory_pressure_pct", HostMetric.PRESSURE_MEMORY_SOME_MICROS, MICROS),
          percentOfTime("memory_pressure_full_pct", HostMetric.PRESSURE_MEMORY_FULL_MICROS, MICROS),
          gigabytesAtEnd("mem_available_gb", HostMetric.MEMORY_AVAILABLE_BYTES),
          gigabytesAtEnd("mem_cached_gb", HostMetric.MEMORY_CACHED_BYTES),
          gigabytesAtEnd("mem_dirty_gb", HostMetric.MEMORY_DIRTY_BYTES),
          plain("swap_in_mb", in -> in.grown(HostMetric.MEMORY_SWAPPED_IN_BYTES) / MIB).amount(),
          plain("swap_out_mb", in -> in.grown(HostMetric.MEMORY_SWAPPED_OUT_BYTES) / MIB).amount(),
          grownCount("server_restarts", HostMetric.SERVER_RESTARTS));

  /** RocksDB's counters of the bytes that its flushes and compactions have written. */
  public static final List<String> TREE_BYTES =
      List.of("rocksdb.compaction.sum.write_bytes", "rocksdb.compaction.sum.wblob_bytes");

  private static final String LOG_BYTES = "rocksdb.db.wal_bytes_written";

  /** RocksDB's own counters; other products have none of these names. */
  private static final List<FigureEntry> LSM =
      List.of(
          ofPeriod("lsm_write_amp", in -> treeBytes(in) / userBytes(in)),
          ofPeriod("lsm_write_amp_wal", in -> loggedTreeBytes(in) / userBytes(in)),
          ofPeriod(
              "lsm_wkbpi",
              in ->
                  Double.isNaN(userBytes(in))
                      ? Double.NaN
                      : loggedTreeBytes(in) / KIB / in.count(Role.INSERT)),
          ofPeriod(
              "lsm_wkbpq",
              in ->
                  Double.isNaN(userBytes(in))
                      ? Double.NaN
                      : loggedTreeBytes(in) / KIB / in.operations()),
          ofPeriod(
              "lsm_stall_pct",
              in ->
                  PERCENT
                      * (in.grownOnServer("rocksdb.db.user_write_stall_micros") / MICROS)
                      / in.seconds()),
          ofPeriod(
              "lsm_cpu_us_pq",
              in -> in.grownOnServer("rocksdb.compaction.sum.cpu_micros") / in.operations()),
          ofPeriod(
              "lsm_background_us_pq",
              in -> in.grownOnServer("rocksdb.background.cpu_micros") / in.operations()),
          ofPeriod(
              "lsm_pending_gb",
              in ->
                  in.atEndOnServer("rocksdb.estimate-pending-compaction-bytes")
                      / NumberText.GB_BYTES),
          ofPeriod("lsm_l0_files", in -> in.atEndOnServer("rocksdb.num-files-at-level0")));

  private static final Map<String, FigureEntry> ENTRIES =
      Stream.of(RATES, DEVICE, COSTS, SIZES, TROUBLES, MACHINE, LSM)
          .flatMap(List::stream)
          .collect(
              Collectors.toMap(FigureEntry::key, entry -> entry, (a, b) -> a, LinkedHashMap::new));

  /** All figures. A table has a column for each, whether a run knows it or not. */
  public static final List<String> KEYS = List.copyOf(ENTRIES.keySet());

  /** The figures of each disk. */
  static final List<String> DEVICE_KEYS = DEVICE.stream().map(FigureEntry::key).toList();

  /** The figures that add up over steps. */
  public static final List<String> AMOUNTS = keys(FigureEntry::isAmount);

  /** The figures whose noise is known from intervals. */
  public static final List<String> FOLLOWED = keys(FigureEntry::isFollowed);

  /** The figures of the end of a step: the last repeat's is that of all repeats together. */
  public static final Set<String> AT_END =
      Set.of(
          "db_bytes",
          "size_gb",
          "dir_bytes",
          "rows_in_tables",
          "bytes_per_row",
          "space_amp",
          "rss_end_gb",
          "lsm_pending_gb",
          "lsm_l0_files");

  private FigureCatalogue() {}

  private static List<String> keys(Predicate<FigureEntry> which) {
    return ENTRIES.values().stream().filter(which).map(FigureEntry::key).toList();
  }

  /** The formula of a figure that intervals have, too, such as {@code rpq}. */
  public static Formula formula(String key) {
    return Objects.requireNonNull(ENTRIES.get(key).formula(), key);
  }

  /** A figure of a step or period; null or NaN if unknown. */
  static Object value(String key, PeriodInputs inputs) {
    return ENTRIES.get(key).value().apply(inputs);
  }

  private static FigureEntry of(
      String key, ToDoubleFunction<FigureInputs> amount, Divisor divisor, double factor) {
    Formula formula = new Formula(amount, divisor, factor);
    return new FigureEntry(key, formula, formula::of, false, false);
  }

  private static FigureEntry plain(String key, ToDoubleFunction<FigureInputs> value) {
    return of(key, value, Divisor.NOTHING, 1);
  }

  private static FigureEntry rate(String key, Role role) {
    return of(key, in -> in.count(role), Divisor.SECONDS, 1).followed();
  }

  private static FigureEntry cost(String key, ToDoubleFunction<FigureInputs> amount) {
    return of(key, amount, Divisor.OPERATIONS, 1).followed();
  }

  private static FigureEntry cost(String key, HostMetric counter, double unitSize) {
    return cost(key, in -> in.grown(counter) / unitSize);
  }

  private static FigureEntry perInsertedRow(String key, HostMetric counter, double unitSize) {
    return of(key, in -> in.grown(counter) / unitSize, Divisor.INSERTED_ROWS, 1).followed();
  }

  private static FigureEntry perSecond(String key, HostMetric counter, double unitSize) {
    return of(key, in -> in.grown(counter) / unitSize, Divisor.SECONDS, 1);
  }

  private static FigureEntry percentOfTime(String key, HostMetric counter, double unitsPerSecond) {
    return of(key, in -> in.grown(counter) / unitsPerSecond, Divisor.SECONDS, PERCENT);
  }

  private static FigureEntry highestGigabytes(String key, HostMetric level) {
    return plain(key, in -> in.highest(level) / NumberText.GB_BYTES);
  }

  private static FigureEntry gigabytesAtEnd(String key, HostMetric level) {
    return plain(key, in -> in.atEnd(level) / NumberText.GB_BYTES);
  }

  private static FigureEntry ofPeriod(String key, Function<PeriodInputs, Object> value) {
    return new FigureEntry(key, null, value, false, false);
  }

  private static FigureEntry count(String key, ToLongFunction<PeriodResult> count) {
    return ofPeriod(key, in -> count.applyAsLong(in.period())).amount();
  }

  private static FigureEntry grownCount(String key, HostMetric counter) {
    return ofPeriod(key, in -> orNull(in.growth().of(counter))).amount();
  }

  private static FigureEntry level(String key, String metric) {
    return ofPeriod(key, in -> in.period().end().values().get(metric));
  }

  /** Null here: summary.json has it for the step, or as one of the workload's counters. */
  private static FigureEntry ofStep(String key) {
    return ofPeriod(key, in -> null);
  }

  private static Object orNull(OptionalLong value) {
    return value.isPresent() ? (Object) value.getAsLong() : null;
  }

  private static double number(OptionalDouble value) {
    return value.orElse(Double.NaN);
  }

  private static double cpuPercent(FigureInputs in, HostMetric ticks) {
    return PERCENT * in.grown(ticks) / in.grown(HostMetric.CPU_TOTAL_TICKS);
  }

  /** What flushes and compactions have written. */
  private static double treeBytes(PeriodInputs in) {
    return TREE_BYTES.stream().mapToDouble(in::grownOnServer).sum();
  }

  /** The same and the log. */
  private static double loggedTreeBytes(PeriodInputs in) {
    return treeBytes(in) + in.grownOnServer(LOG_BYTES);
  }

  /** What users have written; unknown if that may be ibench's own rows. */
  private static double userBytes(PeriodInputs in) {
    double bytes = in.grownOnServer("rocksdb.db.user_bytes_written");
    return UserWrites.areMeasured(bytes, in.seconds()) ? bytes : Double.NaN;
  }

  /** The length of a tick follows from the number of ticks. */
  private static double machineMicros(FigureInputs in) {
    double share = cpuPercent(in, HostMetric.CPU_BUSY_TICKS) / PERCENT;
    return share * in.cpus() * in.seconds() * MICROS;
  }

  /** An embedded database uses the client's CPU. */
  private static double ownNanos(FigureInputs in) {
    double client = in.grown(HostMetric.CLIENT_CPU_NANOS);
    return in.isEmbedded() ? client : client + in.grown(HostMetric.SERVER_CPU_NANOS);
  }

  private static Object otherWrites(PeriodInputs in) {
    double bytes = PeriodInputs.number(in.neighbours().otherWrittenBytes());
    return bytes / KIB / in.seconds();
  }

  private static Object runDelayPercent(PeriodInputs in) {
    double seconds = in.grown(HostMetric.CLIENT_RUN_DELAY_NANOS) / (NANOS * in.threads());
    return PERCENT * (seconds / in.seconds());
  }

  private static Object waitPercent(PeriodInputs in) {
    return number(
        ClientWait.percent(in.period(), in.growth().of(HostMetric.CLIENT_RUN_DELAY_NANOS)));
  }
}
