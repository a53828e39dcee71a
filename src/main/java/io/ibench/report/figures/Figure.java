package io.ibench.report.figures;

import io.ibench.host.ClientWait;
import io.ibench.host.CpuShares;
import io.ibench.host.HostMetric;
import io.ibench.measure.BoundaryMetric;
import io.ibench.measure.OperationSummary;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.Role;
import io.ibench.report.figures.Formula.Divisor;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All figures of steps and periods with their formulas, in the order of the CSV columns. The key of
 * a figure in summary.json is its name in small letters; its unit and text are in its {@link
 * Definition}. A new figure needs a constant here and a line in definitions.properties. Results may
 * have others: rates of the workload's own counters, and figures of newer versions. Immutable.
 */
public enum Figure {
  // Rates.
  SECONDS(plain(FigureInputs::seconds).amount()),
  THREADS(ofStep()),
  IPS(rate(Role.INSERT)),
  IPS_P50(ofPeriod(in -> in.intervalRate(Role.INSERT, 0.50))),
  IPS_P99(ofPeriod(in -> in.intervalRate(Role.INSERT, 0.99))),
  LINKS_PS(ofStep()),
  DPS(rate(Role.DELETE)),
  DPS_P50(ofPeriod(in -> in.intervalRate(Role.DELETE, 0.50))),
  DPS_P99(ofPeriod(in -> in.intervalRate(Role.DELETE, 0.99))),
  QPS(rate(Role.QUERY)),
  QPS_P50(ofPeriod(in -> in.intervalRate(Role.QUERY, 0.50))),
  QPS_P99(ofPeriod(in -> in.intervalRate(Role.QUERY, 0.99))),
  RATE_INTERVAL_S(ofPeriod(in -> in.run().intervalNanos() / Units.NANOS)),
  INTERVALS(count(period -> period.intervals().count())),
  LOST_INTERVALS(count(period -> period.intervals().lost())),

  // The disks; each disk has these, too.
  RPS(perSecond(HostMetric.DISK_READS, 1)),
  RKBPS(perSecond(HostMetric.DISK_READ_BYTES, Units.KIB)),
  RMBPS(perSecond(HostMetric.DISK_READ_BYTES, NumberText.RATE_MB_BYTES)),
  WPS(perSecond(HostMetric.DISK_WRITES, 1)),
  WKBPS(perSecond(HostMetric.DISK_WRITTEN_BYTES, Units.KIB)),
  WMBPS(perSecond(HostMetric.DISK_WRITTEN_BYTES, NumberText.RATE_MB_BYTES)),
  R_AWAIT_MS(plain(in -> in.grown(HostMetric.DISK_READ_MILLIS) / in.grown(HostMetric.DISK_READS))),
  W_AWAIT_MS(
      plain(in -> in.grown(HostMetric.DISK_WRITE_MILLIS) / in.grown(HostMetric.DISK_WRITES))),
  FPS(perSecond(HostMetric.DISK_FLUSHES, 1)),
  F_AWAIT_MS(
      plain(in -> in.grown(HostMetric.DISK_FLUSH_MILLIS) / in.grown(HostMetric.DISK_FLUSHES))),
  AQU_SZ(perSecond(HostMetric.DISK_QUEUE_MILLIS, Units.MILLIS)),
  UTIL_PCT(percentOfTime(HostMetric.DISK_BUSY_MILLIS, Units.MILLIS)),

  // Costs.
  RPQ(cost(HostMetric.DISK_READS, 1)),
  RKBPQ(cost(HostMetric.DISK_READ_BYTES, Units.KIB)),
  WKBPQ(cost(HostMetric.DISK_WRITTEN_BYTES, Units.KIB)),
  FPQ(cost(HostMetric.DISK_FLUSHES, 1)),
  WPI(perInsertedRow(HostMetric.DISK_WRITES, 1)),
  WKBPI(perInsertedRow(HostMetric.DISK_WRITTEN_BYTES, Units.KIB)),
  SERVER_RKBPQ(cost(HostMetric.SERVER_READ_BYTES, Units.KIB)),
  SERVER_WKBPQ(cost(HostMetric.SERVER_WRITTEN_BYTES, Units.KIB)),
  WRITTEN_GB(plain(in -> in.grown(HostMetric.DISK_WRITTEN_BYTES) / NumberText.GB_BYTES).amount()),
  WRITE_AMP(ofPeriod(in -> in.grown(HostMetric.DISK_WRITTEN_BYTES) / in.writtenRowBytes())),
  SERVER_WRITE_AMP(
      ofPeriod(in -> in.grown(HostMetric.SERVER_WRITTEN_BYTES) / in.writtenRowBytes())),
  WRITTEN_TB_PER_DAY(perSecond(HostMetric.DISK_WRITTEN_BYTES, Units.TB_PER_DAY)),
  SERVER_WRITTEN_TB_PER_DAY(perSecond(HostMetric.SERVER_WRITTEN_BYTES, Units.TB_PER_DAY)),
  OTHER_WKBPS(ofPeriod(Figure::otherWrites)),
  CS_PS(perSecond(HostMetric.CONTEXT_SWITCHES, 1)),
  CSPQ(cost(HostMetric.CONTEXT_SWITCHES, 1)),
  CPU_PCT(plain(in -> cpuPercent(in, HostMetric.CPU_BUSY_TICKS))),
  STEAL_PCT(plain(in -> cpuPercent(in, HostMetric.CPU_STEAL_TICKS))),
  IOWAIT_PCT(plain(in -> cpuPercent(in, HostMetric.CPU_IOWAIT_TICKS))),
  MCPUPQ(
      of(
          in -> cpuPercent(in, HostMetric.CPU_BUSY_TICKS) * Units.MICROS,
          Divisor.OPERATIONS_PER_SECOND,
          1)),
  CPU_US_PQ(cost(Figure::machineMicros)),
  CLIENT_US_PQ(cost(HostMetric.CLIENT_CPU_NANOS, Units.NANOS_PER_MICRO)),
  SERVER_US_PQ(cost(HostMetric.SERVER_CPU_NANOS, Units.NANOS_PER_MICRO)),
  OWN_CPU_US_PQ(cost(in -> ownNanos(in) / Units.NANOS_PER_MICRO)),
  OTHER_CPU_PCT(
      ofPeriod(in -> in.neighbours().cpuShares().map(CpuShares::other).orElse(Double.NaN))),

  // Sizes.
  DB_BYTES(level(BoundaryMetric.SIZE).atEnd()),
  SIZE_GB(ofPeriod(in -> in.atEnd(BoundaryMetric.SIZE) / NumberText.GB_BYTES).atEnd()),
  DIR_BYTES(level(BoundaryMetric.DIRECTORY_BYTES).atEnd()),
  ROWS_IN_TABLES(level(BoundaryMetric.ROWS).atEnd()),
  BYTES_PER_ROW(
      ofPeriod(in -> in.atEnd(BoundaryMetric.SIZE) / in.atEnd(BoundaryMetric.ROWS)).atEnd()),
  SPACE_AMP(
      ofPeriod(in -> in.atEnd(BoundaryMetric.SIZE) / in.atEnd(BoundaryMetric.ROW_BYTES)).atEnd()),
  RSS_GB(highestGigabytes(HostMetric.SERVER_RSS_BYTES)),
  RSS_END_GB(gigabytesAtEnd(HostMetric.SERVER_RSS_BYTES).atEnd()),

  // Troubles.
  ERRORS(count(PeriodResult::failures)),
  RETRIES(count(PeriodResult::retries)),
  UNSTARTED(count(PeriodResult::unstarted)),
  LATE(count(period -> period.operations().stream().mapToLong(OperationSummary::late).sum())),
  WORKERS_LOST(ofStep().amount()),
  OUTSIDE_PCT(ofPeriod(in -> number(in.period().outsidePercent()))),

  // Machine and client.
  CLIENT_CPU_PCT(percentOfTime(HostMetric.CLIENT_CPU_NANOS, Units.NANOS).followed()),
  CLIENT_RSS_GB(highestGigabytes(HostMetric.CLIENT_RSS_BYTES)),
  CLIENT_HEAP_GB(highestGigabytes(HostMetric.CLIENT_HEAP_BYTES)),
  CLIENT_GC_PCT(percentOfTime(HostMetric.CLIENT_GC_MILLIS, Units.MILLIS)),
  CLIENT_GC_LONG_PAUSES(grownCount(HostMetric.CLIENT_GC_LONG_PAUSES)),
  CLIENT_RUN_DELAY_PCT(ofPeriod(Figure::runDelayPercent)),
  CLIENT_WAIT_PCT(ofPeriod(Figure::waitPercent)),
  CLIENT_THROTTLED_PCT(percentOfTime(HostMetric.CLIENT_THROTTLED_MICROS, Units.MICROS)),
  CPU_PRESSURE_PCT(percentOfTime(HostMetric.PRESSURE_CPU_SOME_MICROS, Units.MICROS)),
  IO_PRESSURE_PCT(percentOfTime(HostMetric.PRESSURE_IO_SOME_MICROS, Units.MICROS)),
  IO_PRESSURE_FULL_PCT(percentOfTime(HostMetric.PRESSURE_IO_FULL_MICROS, Units.MICROS)),
  MEMORY_PRESSURE_PCT(percentOfTime(HostMetric.PRESSURE_MEMORY_SOME_MICROS, Units.MICROS)),
  MEMORY_PRESSURE_FULL_PCT(percentOfTime(HostMetric.PRESSURE_MEMORY_FULL_MICROS, Units.MICROS)),
  MEM_AVAILABLE_GB(gigabytesAtEnd(HostMetric.MEMORY_AVAILABLE_BYTES)),
  MEM_CACHED_GB(gigabytesAtEnd(HostMetric.MEMORY_CACHED_BYTES)),
  MEM_DIRTY_GB(gigabytesAtEnd(HostMetric.MEMORY_DIRTY_BYTES)),
  SWAP_IN_MB(plain(in -> in.grown(HostMetric.MEMORY_SWAPPED_IN_BYTES) / Units.MIB).amount()),
  SWAP_OUT_MB(plain(in -> in.grown(HostMetric.MEMORY_SWAPPED_OUT_BYTES) / Units.MIB).amount()),
  SERVER_RESTARTS(grownCount(HostMetric.SERVER_RESTARTS)),

  // RocksDB's own counters; other products have none of these names.
  LSM_WRITE_AMP(ofPeriod(in -> treeBytes(in) / userBytes(in))),
  LSM_WRITE_AMP_WAL(ofPeriod(in -> loggedTreeBytes(in) / userBytes(in))),
  LSM_WKBPI(
      ofPeriod(
          in ->
              Double.isNaN(userBytes(in))
                  ? Double.NaN
                  : loggedTreeBytes(in) / Units.KIB / in.count(Role.INSERT))),
  LSM_WKBPQ(
      ofPeriod(
          in ->
              Double.isNaN(userBytes(in))
                  ? Double.NaN
                  : loggedTreeBytes(in) / Units.KIB / in.operations())),
  LSM_STALL_PCT(
      ofPeriod(
          in ->
              Units.PERCENT
                  * (in.grownOnServer("rocksdb.db.user_write_stall_micros") / Units.MICROS)
                  / in.seconds())),
  LSM_CPU_US_PQ(
      ofPeriod(in -> in.grownOnServer("rocksdb.compaction.sum.cpu_micros") / in.operations())),
  LSM_BACKGROUND_US_PQ(
      ofPeriod(in -> in.grownOnServer("rocksdb.background.cpu_micros") / in.operations())),
  LSM_PENDING_GB(
      ofPeriod(
              in ->
                  in.atEndOnServer("rocksdb.estimate-pending-compaction-bytes")
                      / NumberText.GB_BYTES)
          .atEnd()),
  LSM_L0_FILES(ofPeriod(in -> in.atEndOnServer("rocksdb.num-files-at-level0")).atEnd());

  private static final class Units {
    static final double KIB = 1024;
    static final double MIB = KIB * 1024;
    static final double NANOS = 1e9;
    static final double MICROS = 1e6;
    static final double MILLIS = 1e3;
    static final double NANOS_PER_MICRO = 1e3;
    static final double PERCENT = 100;

    /** A terabyte per day as bytes per second. */
    static final double TB_PER_DAY = 1e12 / 86_400;
  }

  /**
   * How a figure is computed.
   *
   * @param formula empty for a figure that intervals do not have
   * @param value computes it for a step or period; returns null or NaN if unknown
   * @param isAmount its values add up over several steps
   * @param isFollowed comparisons compute its noise from the intervals
   * @param isAtEnd it is one of the end of a step: the last repeat's is that of all repeats
   */
  private record Rule(
      Optional<Formula> formula,
      Function<PeriodInputs, Number> value,
      boolean isAmount,
      boolean isFollowed,
      boolean isAtEnd) {

    Rule followed() {
      return new Rule(formula, value, isAmount, true, isAtEnd);
    }

    Rule amount() {
      return new Rule(formula, value, true, isFollowed, isAtEnd);
    }

    Rule atEnd() {
      return new Rule(formula, value, isAmount, isFollowed, true);
    }
  }

  /** RocksDB's counters of the bytes that its flushes and compactions have written. */
  public static final List<String> TREE_BYTES =
      List.of("rocksdb.compaction.sum.write_bytes", "rocksdb.compaction.sum.wblob_bytes");

  private static final String LOG_BYTES = "rocksdb.db.wal_bytes_written";

  /** The keys of all figures. A table has a column for each, whether a run knows it or not. */
  public static final List<String> KEYS = Arrays.stream(values()).map(Figure::key).toList();

  /** The figures of each disk. */
  static final Set<Figure> OF_DEVICE = Collections.unmodifiableSet(EnumSet.range(RPS, UTIL_PCT));

  /** The figures that add up over steps. */
  public static final Set<Figure> AMOUNTS = all(rule -> rule.isAmount);

  /** The figures whose noise is known from intervals. */
  public static final Set<Figure> FOLLOWED = all(rule -> rule.isFollowed);

  private static final Map<String, Figure> BY_KEY =
      Arrays.stream(values()).collect(Collectors.toMap(Figure::key, figure -> figure));

  private final String key;
  private final Rule rule;

  Figure(Rule rule) {
    this.key = name().toLowerCase(Locale.ROOT);
    this.rule = rule;
  }

  private static Set<Figure> all(Predicate<Rule> which) {
    return Arrays.stream(values())
        .filter(figure -> which.test(figure.rule))
        .collect(
            Collectors.collectingAndThen(
                Collectors.toCollection(() -> EnumSet.noneOf(Figure.class)),
                Collections::unmodifiableSet));
  }

  /** The figure of a key; empty for one that this version does not know. */
  public static Optional<Figure> of(String key) {
    return Optional.ofNullable(BY_KEY.get(key));
  }

  /** In summary.json. */
  public String key() {
    return key;
  }

  public Definition definition() {
    return Definition.of(key).orElseThrow();
  }

  /** Whether it is one of the end of a step: the last repeat's is that of all repeats together. */
  public boolean isAtEnd() {
    return rule.isAtEnd;
  }

  /** The formula of a figure that intervals have, too, such as {@link #RPQ}. */
  public Formula formula() {
    return rule.formula.orElseThrow();
  }

  /** The value for a step or period; null or NaN if unknown. */
  Number of(PeriodInputs inputs) {
    return rule.value.apply(inputs);
  }

  private static Rule of(ToDoubleFunction<FigureInputs> amount, Divisor divisor, double factor) {
    Formula formula = new Formula(amount, divisor, factor);
    return new Rule(Optional.of(formula), formula::of, false, false, false);
  }

  private static Rule plain(ToDoubleFunction<FigureInputs> value) {
    return of(value, Divisor.NOTHING, 1);
  }

  private static Rule rate(Role role) {
    return of(in -> in.count(role), Divisor.SECONDS, 1).followed();
  }

  private static Rule cost(ToDoubleFunction<FigureInputs> amount) {
    return of(amount, Divisor.OPERATIONS, 1).followed();
  }

  private static Rule cost(HostMetric counter, double unitSize) {
    return cost(in -> in.grown(counter) / unitSize);
  }

  private static Rule perInsertedRow(HostMetric counter, double unitSize) {
    return of(in -> in.grown(counter) / unitSize, Divisor.INSERTED_ROWS, 1).followed();
  }

  private static Rule perSecond(HostMetric counter, double unitSize) {
    return of(in -> in.grown(counter) / unitSize, Divisor.SECONDS, 1);
  }

  private static Rule percentOfTime(HostMetric counter, double unitsPerSecond) {
    return of(in -> in.grown(counter) / unitsPerSecond, Divisor.SECONDS, Units.PERCENT);
  }

  private static Rule highestGigabytes(HostMetric level) {
    return plain(in -> in.highest(level) / NumberText.GB_BYTES);
  }

  private static Rule gigabytesAtEnd(HostMetric level) {
    return plain(in -> in.atEnd(level) / NumberText.GB_BYTES);
  }

  private static Rule ofPeriod(Function<PeriodInputs, Number> value) {
    return new Rule(Optional.empty(), value, false, false, false);
  }

  private static Rule count(ToLongFunction<PeriodResult> count) {
    return ofPeriod(in -> count.applyAsLong(in.period())).amount();
  }

  private static Rule grownCount(HostMetric counter) {
    return ofPeriod(in -> orNull(in.growth().of(counter))).amount();
  }

  private static Rule level(String metric) {
    return ofPeriod(in -> in.period().end().values().get(metric));
  }

  /** Null here: summary.json has it for the step, or as one of the workload's counters. */
  private static Rule ofStep() {
    return ofPeriod(in -> null);
  }

  private static @Nullable Number orNull(OptionalLong value) {
    return value.isPresent() ? (Number) value.getAsLong() : null;
  }

  private static double number(OptionalDouble value) {
    return value.orElse(Double.NaN);
  }

  private static double cpuPercent(FigureInputs in, HostMetric ticks) {
    return Units.PERCENT * in.grown(ticks) / in.grown(HostMetric.CPU_TOTAL_TICKS);
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
    double share = cpuPercent(in, HostMetric.CPU_BUSY_TICKS) / Units.PERCENT;
    return share * in.cpus() * in.seconds() * Units.MICROS;
  }

  /** An embedded database uses the client's CPU. */
  private static double ownNanos(FigureInputs in) {
    double client = in.grown(HostMetric.CLIENT_CPU_NANOS);
    return in.isEmbedded() ? client : client + in.grown(HostMetric.SERVER_CPU_NANOS);
  }

  private static Number otherWrites(PeriodInputs in) {
    double bytes = PeriodInputs.number(in.neighbours().otherWrittenBytes());
    return bytes / Units.KIB / in.seconds();
  }

  private static Number runDelayPercent(PeriodInputs in) {
    double seconds = in.grown(HostMetric.CLIENT_RUN_DELAY_NANOS) / (Units.NANOS * in.threads());
    return Units.PERCENT * (seconds / in.seconds());
  }

  private static Number waitPercent(PeriodInputs in) {
    return number(
        ClientWait.percent(in.period(), in.growth().of(HostMetric.CLIENT_RUN_DELAY_NANOS)));
  }
}
