package io.ibench.report;

import static io.ibench.report.Samples.SECOND;
import static io.ibench.testing.SnapshotBuilder.anInterval;
import static io.ibench.testing.StepBuilder.aStep;

import io.ibench.host.HostMetric;
import io.ibench.host.ServerPlace;
import io.ibench.measure.IntervalCounts;
import io.ibench.measure.LatencySummary;
import io.ibench.measure.OperationCounts;
import io.ibench.measure.OperationStats;
import io.ibench.measure.OperationSummary;
import io.ibench.measure.Outages;
import io.ibench.measure.PeriodIntervals;
import io.ibench.measure.PeriodReadings;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.PeriodSpan;
import io.ibench.measure.RateTarget;
import io.ibench.measure.Readings;
import io.ibench.measure.Recorder;
import io.ibench.measure.Role;
import io.ibench.measure.Snapshot;
import io.ibench.measure.Stalls;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.measure.StepStart.Unit;
import io.ibench.measure.WorkerState;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.figures.RunLabel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** Hand-made results of an insert benchmark: rows come, go and are queried at the same time. */
public final class InsertSamples {

  static final List<String> OPERATIONS =
      List.of("insert", "delete", "market", "register", "pdc", "point", "min");
  public static final List<Role> ROLES =
      List.of(
          Role.INSERT, Role.DELETE, Role.QUERY, Role.QUERY, Role.QUERY, Role.QUERY, Role.AUXILIARY);
  public static final int INSERT = 0;
  public static final int DELETE = 1;
  public static final int MARKET = 2;
  static final int REGISTER = 3;
  public static final int PDC = 4;
  public static final int POINT = 5;
  public static final int MIN = 6;

  private InsertSamples() {}

  public static RunInfo run(String... steps) {
    return run(OptionalLong.empty(), steps);
  }

  public static RunInfo run(OptionalLong rateRows, String... steps) {
    RunInfo sample = Samples.run();
    return new RunInfo(
        new RunInfo.Identity(sample.id(), "insert", sample.seed(), sample.startEpochMillis()),
        sample.versions(),
        sample.database(),
        sample.settings(),
        new RunInfo.Names(List.of(steps), OPERATIONS, ROLES, Samples.FAILURE_KINDS, List.of()),
        new RunInfo.Cadence(sample.intervalNanos(), sample.latencyEveryNanos(), rateRows),
        new RunInfo.Machine(sample.host(), sample.cpus(), ServerPlace.SAME_MACHINE),
        sample.data(),
        RunLabel.NONE,
        List.of(),
        Optional.empty());
  }

  public static StepStart start(String name, Unit unit, int clients, RateTarget... targets) {
    return aStep()
        .named(name, name)
        .counting(unit)
        .threads(unit == Unit.NONE || unit == Unit.INDEXED_ROWS ? 0 : 3 * clients)
        .at(Samples.EPOCH_MILLIS)
        .targets(List.of(targets))
        .clients(clients)
        .start();
  }

  public static RateTarget inserts(double perSecond) {
    return new RateTarget("insert", Role.INSERT, perSecond);
  }

  /** Successes with latencies about a median, in buckets from the first one on. */
  public static OperationSummary operation(
      int number, long count, long rows, long medianNanos, long... buckets) {
    LatencySummary latency =
        new LatencySummary(
            count,
            medianNanos * 1.1,
            medianNanos,
            medianNanos * 2,
            medianNanos * 4,
            medianNanos * 9,
            medianNanos * 15,
            medianNanos * 60);
    Long[] ten = new Long[10];
    Arrays.setAll(ten, i -> i < buckets.length ? buckets[i] : 0L);
    return new OperationSummary(
        number,
        Samples.successes(count, rows),
        List.of(0L, 0L),
        latency,
        latency,
        Optional.empty(),
        Optional.empty(),
        List.of(ten));
  }

  /** A period with what its clients did; the whole is the sum of them. */
  public static PeriodResult period(double seconds, List<List<OperationSummary>> clients) {
    return period(seconds, sum(clients), clients.size() > 1 ? clients : List.of());
  }

  /** A period of one client. */
  public static PeriodResult period(double seconds, OperationSummary... operations) {
    return period(seconds, List.of(operations), List.of());
  }

  private static PeriodResult period(
      double seconds, List<OperationSummary> operations, List<List<OperationSummary>> clients) {
    Map<String, Long> start = new LinkedHashMap<>();
    Map<String, Long> end = new LinkedHashMap<>();
    counter(start, end, HostMetric.DISK_READS, (long) (seconds * 1_234));
    counter(start, end, HostMetric.DISK_READ_BYTES, (long) (seconds * 1_234 * 16_384));
    counter(start, end, HostMetric.DISK_WRITES, (long) (seconds * 2_345));
    counter(start, end, HostMetric.DISK_WRITTEN_BYTES, (long) (seconds * 187_654_321L));
    counter(start, end, HostMetric.CPU_BUSY_TICKS, (long) (seconds * 271));
    counter(start, end, HostMetric.CPU_TOTAL_TICKS, (long) (seconds * 400));
    Map<String, Long> highest = new LinkedHashMap<>();
    end.put("size", 123L << 30);
    highest.put(HostMetric.SERVER_RSS_BYTES.key(), 23L << 30);
    int intervals = (int) seconds;
    return new PeriodResult(
        new PeriodSpan(
            0,
            (long) (seconds * SECOND),
            Samples.EPOCH_MILLIS,
            Samples.EPOCH_MILLIS + (long) (seconds * 1000),
            false),
        operations,
        new long[0],
        new PeriodReadings(
            new Readings(start, Map.of(), Map.of()),
            new Readings(end, Map.of(), Map.of("size", "files")),
            highest,
            false),
        new PeriodIntervals(
            SECOND,
            IntervalCounts.of(Samples.counts(intervals, each(operations, Role.QUERY, intervals))),
            IntervalCounts.of(Samples.counts(intervals, each(operations, Role.INSERT, intervals))),
            IntervalCounts.of(Samples.counts(intervals, each(operations, Role.DELETE, intervals))),
            0,
            0),
        Outages.NONE,
        Stalls.NONE,
        clients);
  }

  private static long each(List<OperationSummary> operations, Role role, int intervals) {
    return operations.stream()
            .filter(operation -> ROLES.get(operation.operation()) == role)
            .mapToLong(role == Role.QUERY ? OperationSummary::count : OperationSummary::rows)
            .sum()
        / Math.max(1, intervals);
  }

  private static void counter(
      Map<String, Long> start, Map<String, Long> end, HostMetric metric, long grown) {
    start.put(metric.key(), 1_000L);
    end.put(metric.key(), 1_000L + grown);
  }

  private static List<OperationSummary> sum(List<List<OperationSummary>> clients) {
    Map<Integer, OperationSummary> sums = new LinkedHashMap<>();
    clients.forEach(
        client ->
            client.forEach(
                operation -> sums.merge(operation.operation(), operation, InsertSamples::both)));
    return List.copyOf(sums.values());
  }

  private static OperationSummary both(OperationSummary one, OperationSummary other) {
    List<Long> buckets = new ArrayList<>();
    for (int i = 0; i < one.buckets().size(); i++) {
      buckets.add(one.buckets().get(i) + other.buckets().get(i));
    }
    return new OperationSummary(
        one.operation(),
        new OperationCounts(
            one.count() + other.count(),
            one.rows() + other.rows(),
            one.retries() + other.retries(),
            0,
            0,
            0,
            0),
        one.failures(),
        one.service(),
        one.response(),
        Optional.empty(),
        Optional.empty(),
        buckets);
  }

  public static StepResult step(StepStart start, PeriodResult whole) {
    return Samples.step(start, whole);
  }

  /** All eleven steps, by so many clients. */
  public static StepResult[] all(int clients) {
    List<StepResult> steps = new ArrayList<>();
    steps.add(load("l.i0", 304.2, clients, 300_000, false));
    steps.add(
        Samples.step(
            start("l.x", Unit.INDEXED_ROWS, 1), period(219.4), 30_000_000L * clients, List.of()));
    steps.add(load("l.i1", 2_217, clients, 800_000, true));
    steps.add(load("l.i2", 1_150.7, clients, 2_000_000, true));
    steps.add(step(start("drain", Unit.NONE, 1), period(90)));
    int rate = 100;
    for (String name : List.of("qr100", "qp100", "qr500", "qp500", "qr1000", "qp1000")) {
      rate = Integer.parseInt(name.substring(2));
      double reached = name.equals("qp1000") ? 0.812 : 0.998;
      steps.add(queries(name, rate, reached, clients));
    }
    return steps.toArray(StepResult[]::new);
  }

  private static StepResult load(
      String name, double seconds, int clients, long batches, boolean deletes) {
    int rows = name.equals("l.i0") ? 100 : name.equals("l.i1") ? 50 : 5;
    List<List<OperationSummary>> each = new ArrayList<>();
    for (int client = 0; client < clients; client++) {
      long n = batches - 1_000L * client;
      List<OperationSummary> operations = new ArrayList<>();
      operations.add(
          operation(
              INSERT, n, n * rows, 480_000 + 3_000 * client, n / 5, n / 2, n / 4, n / 99, 17, 1));
      if (deletes) {
        operations.add(
            operation(DELETE, n, n * rows, 910_000, n / 9, n / 2, n / 3, n / 50, 120, 4));
      }
      each.add(operations);
    }
    return step(start(name, Unit.ROWS, clients), period(seconds, each));
  }

  private static StepResult queries(String name, int rate, double reached, int clients) {
    double seconds = 1_800;
    List<List<OperationSummary>> each = new ArrayList<>();
    for (int client = 0; client < clients; client++) {
      long rows = (long) (rate * seconds * reached) - client;
      long queries = (name.startsWith("qr") ? 15_306_000L : 6_262_000L) - 34_567L * client;
      List<OperationSummary> operations = new ArrayList<>();
      operations.add(operation(INSERT, rows / 50, rows, 700_000, 3, rows / 60, rows / 300, 9));
      operations.add(operation(DELETE, rows / 50, rows, 900_000, 3, rows / 60, rows / 300, 9, 1));
      if (name.startsWith("qr")) {
        for (int query : new int[] {MARKET, REGISTER, PDC}) {
          long n = queries / 3;
          operations.add(operation(query, n, 10 * n, 62_000, n - 1_000, 990, 9, 1));
        }
      } else {
        operations.add(
            operation(POINT, queries, 10 * queries, 155_000, queries - 1_000, 990, 9, 1));
        operations.add(operation(MIN, 17, 17, 155_000, 17));
      }
      each.add(operations);
    }
    RateTarget target = inserts((double) rate * clients);
    return step(start(name, Unit.QUERIES, clients, target), period(seconds, each));
  }

  /**
   * What each client did in the interval that begins {@code number} seconds after the start of the
   * run; the whole is the sum of them.
   */
  @SafeVarargs
  public static Snapshot interval(long number, long nanos, Consumer<Recorder>... clients) {
    List<List<OperationStats>> each = new ArrayList<>();
    List<OperationStats> whole = Recorder.emptySums(ROLES.size(), 2, false);
    for (Consumer<Recorder> client : clients) {
      Recorder recorder = new Recorder(ROLES.size(), 2, false);
      client.accept(recorder);
      List<OperationStats> sums = Recorder.emptySums(ROLES.size(), 2, false);
      recorder.flip();
      recorder.drainInto(sums);
      each.add(sums);
      for (int i = 0; i < sums.size(); i++) {
        whole.get(i).add(sums.get(i));
      }
    }
    return anInterval(whole)
        .from(
            number * SECOND,
            number * SECOND + nanos,
            Samples.EPOCH_MILLIS + (number * SECOND + nanos) / 1_000_000)
        .workers(new WorkerState(3, 0, 0))
        .clients(each)
        .build();
  }
}
