package io.ibench.engine;

import static io.ibench.engine.TestSettings.MILLI;
import static io.ibench.engine.TestSettings.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Rate;
import io.ibench.db.DatabaseException;
import io.ibench.host.HostMetric;
import io.ibench.host.ServerPlace;
import io.ibench.measure.Gauge;
import io.ibench.measure.Role;
import io.ibench.measure.StepResult;
import io.ibench.verdict.Judge;
import io.ibench.verdict.Judgement;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.internal.RegisteredDataset;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * One step of the engine with one worker, a clock that the worker moves, a fake database and fake
 * probes. Default: 100 s of operations of 10 ms each, without a rate, with intervals of 1 s, on a
 * machine with spare CPU.
 */
final class StagedRun {

  static final long INSIDE_NANOS = 10 * MILLI;
  private static final long CPUS = 4;
  private static final long KIB = 1024;
  private static final long TICK_NANOS = 10 * MILLI;

  /**
   * What a probe counts after so many seconds, however often it is read: twice at the end, or once.
   */
  interface Probe {
    long value(double seconds);
  }

  private final long lengthNanos;
  private final StagedClock clock;
  private final Map<HostMetric, Probe> probes = new EnumMap<>(HostMetric.class);
  private Rate rate = Rate.UNLIMITED;
  private StagedWorker.Script outside = number -> {};
  private StagedWorker.Script inside = number -> takes(INSIDE_NANOS);
  private Runnable settling = () -> {};
  private Runnable whileReading = () -> {};
  private ServerPlace serverPlace = ServerPlace.OTHER_MACHINE;
  private long readings;
  private boolean isLost;

  private StagedRun(long seconds) {
    lengthNanos = seconds * SECOND;
    clock = new StagedClock(lengthNanos);
    with(HostMetric.CPU_STEAL_TICKS, time -> 0);
    with(HostMetric.CPU_TOTAL_TICKS, time -> (long) (time * SECOND / TICK_NANOS) * CPUS);
    with(HostMetric.CLIENT_GC_MILLIS, time -> (long) time);
    with(HostMetric.CLIENT_GC_LONG_PAUSES, time -> 0);
    with(HostMetric.CLIENT_RUN_DELAY_NANOS, time -> (long) (time * 10 * MILLI));
    with(HostMetric.CLIENT_JUDGED_INTERVALS, time -> (long) time);
    with(HostMetric.CLIENT_SATURATED_INTERVALS, time -> 0);
    with(HostMetric.SERVER_RESTARTS, time -> 0);
    usingCpu(20, 10, 1);
    writing(2_000, 500);
  }

  static StagedRun of(long seconds) {
    return new StagedRun(seconds);
  }

  static StagedRun usual() {
    return new StagedRun(100);
  }

  StagedRun with(HostMetric metric, Probe probe) {
    probes.put(metric, probe);
    return this;
  }

  StagedRun at(long perSecond) {
    rate = new Rate(perSecond, SECOND);
    return this;
  }

  /** What an operation does in the database. */
  StagedRun inside(StagedWorker.Script script) {
    inside = script;
    return this;
  }

  /** What the client does before each operation. */
  StagedRun outside(StagedWorker.Script script) {
    outside = script;
    return this;
  }

  /** No session ever gets a new connection. */
  StagedRun losing() {
    isLost = true;
    return this;
  }

  StagedRun settling(Runnable script) {
    settling = script;
    return this;
  }

  /** What happens at each reading of the probes. */
  StagedRun whileReading(Runnable script) {
    whileReading = script;
    return this;
  }

  StagedRun onOneBox() {
    serverPlace = ServerPlace.SAME_MACHINE;
    return this;
  }

  /** The database is in the client. */
  StagedRun embedded() {
    serverPlace = ServerPlace.EMBEDDED;
    return this;
  }

  /** Percent of the time of all CPUs that the server, the client and other programs use. */
  StagedRun usingCpu(double server, double client, double other) {
    double share = CPUS * SECOND / 100.0;
    with(HostMetric.SERVER_CPU_NANOS, time -> (long) (time * server * share));
    with(HostMetric.CLIENT_CPU_NANOS, time -> (long) (time * client * share));
    return with(
        HostMetric.CPU_BUSY_TICKS,
        time -> {
          double there = serverPlace == ServerPlace.OTHER_MACHINE ? 0 : client;
          return (long) (time * (server + there + other) * CPUS);
        });
  }

  /** KB per second that the server and other programs write. */
  StagedRun writing(long server, long other) {
    with(HostMetric.SERVER_WRITTEN_BYTES, time -> (long) (time * server * KIB));
    return with(HostMetric.DISK_WRITTEN_BYTES, time -> (long) (time * (server + other) * KIB));
  }

  /** Percent of the worker's time in which it waits for a CPU. */
  StagedRun waitingForCpu(double percent) {
    return with(HostMetric.CLIENT_RUN_DELAY_NANOS, time -> (long) (time * percent * SECOND / 100));
  }

  /** The worker is busy, or waits, for this time. */
  void takes(long nanos) {
    clock.advance(nanos);
  }

  void standsStill(long nanos) {
    clock.standStill(nanos);
  }

  /** How many times the probes were read so far. */
  long readings() {
    return readings;
  }

  double seconds() {
    return (double) clock.nanoTime() / SECOND;
  }

  Judgement judgement() throws InterruptedException {
    Step step =
        rate.isUnlimited()
            ? FakePlan.lasting("request", 1, lengthNanos, 1)
            : FakePlan.paced("request", 1, lengthNanos, rate);
    FakePlan plan =
        new FakePlan(step)
            .with((number, session, random) -> new StagedWorker(outside, inside, settling));
    return judgement(plan);
  }

  Judgement judgement(Plan plan) throws InterruptedException {
    return new Judge(List.of(Role.QUERY), serverPlace).of(result(plan));
  }

  StepResult result(Plan plan) throws InterruptedException {
    RunSettings settings =
        new RunSettings(1, SECOND, SECOND, 3600 * SECOND, 10, MILLI, 1_000, 600 * SECOND);
    Gauge gauge = (nanos, sink) -> read(sink);
    FakeDatabase database = isLost ? FakeDatabase.unlimited().losing() : FakeDatabase.unlimited();
    Engine engine =
        new Engine(
            clock,
            settings,
            new RecordingListener(),
            new RunControl(clock),
            List.of(gauge),
            List.of());
    List<StepResult> results = engine.run(plan, database, dataset(plan, database));
    assertThat(results).hasSize(1);
    return results.get(0);
  }

  private void read(Gauge.Sink sink) {
    whileReading.run();
    probes.forEach((metric, probe) -> sink.put(metric.key(), probe.value(seconds())));
    readings++;
  }

  private static RegisteredDataset dataset(Plan plan, FakeDatabase database) {
    try {
      return RegisteredDataset.read(plan, database, "fake", "test");
    } catch (DatabaseException e) {
      throw new AssertionError("the fake keeps nothing that could be read", e);
    }
  }
}
