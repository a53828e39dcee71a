package io.ibench.report;

import static io.ibench.testing.SnapshotBuilder.anInterval;
import static io.ibench.testing.StepBuilder.aStep;

import io.ibench.host.HostMetric;
import io.ibench.host.ServerPlace;
import io.ibench.measure.Buckets;
import io.ibench.measure.Counter;
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
import io.ibench.measure.Readings;
import io.ibench.measure.Recorder;
import io.ibench.measure.Role;
import io.ibench.measure.Snapshot;
import io.ibench.measure.Stalls;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.measure.StepStart.Unit;
import io.ibench.measure.WorkerState;
import io.ibench.measure.WorkloadCounter;
import io.ibench.report.figures.DatabaseInfo;
import io.ibench.report.figures.RowRates;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.figures.RunLabel;
import io.ibench.report.store.ResultReader;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.SummaryJson;
import io.ibench.report.store.UnreadableResultException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Hand-made results; each test changes the part that it is about. */
public final class Samples {

  public static final long SECOND = 1_000_000_000L;

  /** 2026-01-02T03:04:05Z. */
  public static final long EPOCH_MILLIS = 1_767_323_045_000L;

  static final List<String> OPERATIONS = List.of("READ", "WRITE", "LOAD");
  public static final List<Role> ROLES = List.of(Role.QUERY, Role.QUERY, Role.INSERT);
  public static final int READ = 0;
  public static final int WRITE = 1;
  public static final int LOAD = 2;
  public static final List<String> FAILURE_KINDS = List.of("deadlock", "timeout");

  public static final List<Long> NO_BUCKETS = Collections.nCopies(Buckets.COUNT, 0L);

  private Samples() {}

  /** The report that a rendering begins with: through the bytes of summary.json, as in a run. */
  public static RunReport report(RunInfo run, boolean ended, StepResult... results) {
    return report(json(run, ended, results));
  }

  /** The bytes of summary.json. */
  public static String json(RunInfo run, boolean ended, StepResult... results) {
    byte[] json =
        new SummaryJson(run).of(List.of(results), Optional.empty(), ended, books(), List.of());
    return new String(json, StandardCharsets.UTF_8);
  }

  /** A run with only insert rates over rows. */
  public static RunReport report(RunInfo run, List<RowRates.RowRate> rates) {
    return report(
        new String(
            new SummaryJson(run).of(List.of(), Optional.empty(), true, books(), rates),
            StandardCharsets.UTF_8));
  }

  private static RunReport report(String json) {
    try {
      return ResultReader.parse(Path.of("summary.json"), json.getBytes(StandardCharsets.UTF_8));
    } catch (UnreadableResultException e) {
      throw new AssertionError(json, e);
    }
  }

  public static RunInfo run() {
    return run("first", "second");
  }

  public static RunInfo run(String... steps) {
    return run(OptionalLong.empty(), steps);
  }

  public static RunInfo run(OptionalLong rateRows, String... steps) {
    return run(ServerPlace.SAME_MACHINE, rateRows, steps);
  }

  public static RunInfo run(ServerPlace place, OptionalLong rateRows, String... steps) {
    Map<String, String> database = new LinkedHashMap<>();
    database.put("name", "demo");
    database.put("product", "DemoDB");
    database.put("version", "1.2");
    database.put("engine", "heap");
    database.put("driver", "Demo driver 3");
    database.put("batch", "multi-row");
    database.put("durability", "every commit");
    database.put("isolation", "serializable");
    return new RunInfo(
        new RunInfo.Identity("the-run", "linkbench", 42, EPOCH_MILLIS),
        Map.of("ibench", "9.9"),
        new DatabaseInfo(database, Map.of(), List.of()),
        List.of(new RunInfo.Setting("seed", "42", "default")),
        new RunInfo.Names(
            List.of(steps),
            OPERATIONS,
            ROLES,
            FAILURE_KINDS,
            List.of(
                WorkloadCounter.of("links_added", "added"),
                WorkloadCounter.of("links_loaded", "loaded").withRate("links_ps"))),
        new RunInfo.Cadence(SECOND, 2 * SECOND, rateRows),
        new RunInfo.Machine(Map.of("cpus", 4), 4, place),
        data(),
        RunLabel.NONE,
        List.of(),
        Optional.empty());
  }

  /** Also counts the bytes that it writes. */
  public static RunInfo countingBytes(RunInfo run) {
    List<WorkloadCounter> counters = new ArrayList<>(run.workloadCounters());
    counters.add(WorkloadCounter.rowBytesWritten());
    return with(run, run.database(), counters);
  }

  /** A run of one step on a database that describes itself in more detail. */
  public static RunInfo withDatabase(Map<String, String> settings, List<String> warnings) {
    RunInfo run = run("first");
    return with(
        run, new DatabaseInfo(run.database().fields(), settings, warnings), run.workloadCounters());
  }

  private static RunInfo with(
      RunInfo run, DatabaseInfo database, List<WorkloadCounter> workloadCounters) {
    return new RunInfo(
        run.identity(),
        run.versions(),
        database,
        run.settings(),
        new RunInfo.Names(
            run.steps(), run.operations(), run.roles(), run.failureKinds(), workloadCounters),
        run.cadence(),
        new RunInfo.Machine(run.host(), run.cpus(), ServerPlace.SAME_MACHINE),
        run.data(),
        RunLabel.NONE,
        List.of(),
        Optional.empty());
  }

  /** With this run's own load. */
  static RunInfo.Data data() {
    return new RunInfo.Data(0, Optional.of("the-run"), Map.of("seed", "42"), List.of());
  }

  /** Totals of one table. */
  public static RunInfo.Books books() {
    return new RunInfo.Books(1, Optional.of(Map.of("links", Map.of("rows", 5_000_000_000L))));
  }

  public static StepStart start(String name, Unit unit) {
    return start(name, unit, 1, 1, false);
  }

  public static StepStart start(String name, Unit unit, int repeat, int repeats, boolean paced) {
    return aStep()
        .named(name, "request")
        .repeat(repeat, repeats)
        .counting(unit)
        .lasting(10 * SECOND)
        .paced(paced)
        .at(EPOCH_MILLIS)
        .start();
  }

  /** A step of one period without failures. */
  public static StepResult step(StepStart start, PeriodResult whole) {
    return step(start, whole, 0, List.of(whole));
  }

  public static StepResult step(
      StepStart start, PeriodResult whole, long indexedRows, List<PeriodResult> periods) {
    return aStep(start).rows(indexedRows).periods(periods).over(whole);
  }

  public static StepResult failed(StepStart start, PeriodResult whole, String failure) {
    return aStep(start).periods(List.of(whole)).failed(failure).over(whole);
  }

  public static StepResult interrupted(StepStart start, PeriodResult whole) {
    return aStep(start).periods(List.of(whole)).interrupted(true).over(whole);
  }

  /** Successes and their rows, and nothing else. */
  public static OperationCounts successes(long count, long rows) {
    return new OperationCounts(count, rows, 0, 0, 0, 0, 0);
  }

  public static OperationSummary operation(int number, long count, long rows) {
    return operation(number, count, rows, 0, 0);
  }

  public static OperationSummary operation(
      int number, long count, long rows, long deadlocks, long timeouts) {
    LatencySummary service = new LatencySummary(count, 1500, 1000, 2000, 3000, 4000, 5000, 6000);
    LatencySummary response =
        new LatencySummary(count, 15000, 10000, 20000, 30000, 40000, 50000, 60000);
    return new OperationSummary(
        number,
        new OperationCounts(count, rows, 7, 0, 5, 0, 0),
        List.of(deadlocks, timeouts),
        service,
        response,
        Optional.empty(),
        Optional.empty(),
        NO_BUCKETS);
  }

  public static PeriodResult period(double seconds, OperationSummary... operations) {
    return new PeriodBuilder(seconds, operations).build();
  }

  /** A period with only the events that a test names. */
  public static final class PeriodBuilder {

    private final double seconds;
    private final List<OperationSummary> operations;
    private final Map<String, Long> start = new LinkedHashMap<>();
    private final Map<String, Long> end = new LinkedHashMap<>();
    private final Map<String, Long> highest = new LinkedHashMap<>();
    private final Map<String, String> absent = new LinkedHashMap<>();
    private long startNanos;
    private long[] intervals = {};
    private long[] intervalRows = {};
    private boolean partial;
    private Outages outages = Outages.NONE;
    private final Map<String, String> absentAtStart = new LinkedHashMap<>();
    private final Map<String, Counter> countersAtStart = new LinkedHashMap<>();
    private final Map<String, Counter> countersAtEnd = new LinkedHashMap<>();
    private boolean countersReset;

    public PeriodBuilder(double seconds, OperationSummary... operations) {
      this.seconds = seconds;
      this.operations = List.of(operations);
    }

    public PeriodBuilder counter(HostMetric metric, long from, long to) {
      return counter(metric.key(), from, to);
    }

    public PeriodBuilder counter(String metric, long from, long to) {
      start.put(metric, from);
      end.put(metric, to);
      return this;
    }

    public PeriodBuilder level(String metric, long atEnd, long most) {
      end.put(metric, atEnd);
      highest.put(metric, most);
      return this;
    }

    public PeriodBuilder absent(HostMetric metric, String reason) {
      return absent(metric.key(), reason);
    }

    public PeriodBuilder absent(String metric, String reason) {
      absent.put(metric, reason);
      return this;
    }

    public PeriodBuilder absentAtStart(String metric, String reason) {
      absentAtStart.put(metric, reason);
      return this;
    }

    /** A counter of the server. */
    public PeriodBuilder serverCounter(String name, long from, long to) {
      countersAtStart.put(name, new Counter(from, true));
      countersAtEnd.put(name, new Counter(to, true));
      return this;
    }

    public PeriodBuilder serverCounterAtEnd(String name, long to) {
      countersAtEnd.put(name, new Counter(to, true));
      return this;
    }

    public PeriodBuilder serverLevel(String name, long atEnd) {
      countersAtEnd.put(name, new Counter(atEnd, false));
      return this;
    }

    public PeriodBuilder serverCountedAnew() {
      countersReset = true;
      return this;
    }

    public PeriodBuilder intervals(long[] counts, long[] rows) {
      intervals = counts;
      intervalRows = rows;
      return this;
    }

    public PeriodBuilder outages(Outages happened) {
      outages = happened;
      return this;
    }

    /** This many seconds after a moment that all steps of a test share. */
    public PeriodBuilder at(double startSecond) {
      startNanos = Math.round(startSecond * SECOND);
      return this;
    }

    public PeriodBuilder partial() {
      partial = true;
      return this;
    }

    public PeriodResult build() {
      return new PeriodResult(
          new PeriodSpan(
              startNanos,
              startNanos + (long) (seconds * SECOND),
              EPOCH_MILLIS,
              EPOCH_MILLIS + (long) (seconds * 1000),
              partial),
          operations,
          new long[] {17, 6_000, 4 << 20},
          new PeriodReadings(
              new Readings(start, absentAtStart, Map.of(), countersAtStart),
              new Readings(
                  end,
                  absent,
                  end.containsKey("size") ? Map.of("size", "a file") : Map.of(),
                  countersAtEnd),
              highest,
              countersReset),
          new PeriodIntervals(
              SECOND,
              IntervalCounts.of(intervals),
              IntervalCounts.of(intervalRows),
              IntervalCounts.of(),
              0,
              0),
          outages,
          Stalls.NONE,
          List.of());
    }
  }

  /** Statistics per operation, from what one worker records. */
  static List<OperationStats> stats(boolean paced, Consumer<Recorder> work) {
    Recorder recorder = new Recorder(OPERATIONS.size(), FAILURE_KINDS.size(), paced);
    work.accept(recorder);
    List<OperationStats> sums = Recorder.emptySums(OPERATIONS.size(), FAILURE_KINDS.size(), paced);
    recorder.flip();
    recorder.drainInto(sums);
    return sums;
  }

  /** The interval of a second that ends {@code seconds} after the start of the run. */
  public static Snapshot interval(
      long seconds, boolean paced, Readings readings, Consumer<Recorder> work) {
    return anInterval(stats(paced, work))
        .from((seconds - 1) * SECOND, seconds * SECOND, EPOCH_MILLIS + seconds * 1000)
        .workloadCounters(0, 0)
        .readings(Readings.NONE, readings)
        .workers(new WorkerState(4, SECOND / 2, 0))
        .build();
  }

  public static Readings readings(Map<HostMetric, Long> values) {
    Map<String, Long> byKey =
        values.entrySet().stream()
            .collect(Collectors.toMap(entry -> entry.getKey().key(), Map.Entry::getValue));
    return new Readings(byKey, Map.of(), Map.of());
  }

  public static long[] counts(int n, long each) {
    long[] counts = new long[n];
    Arrays.fill(counts, each);
    return counts;
  }
}
