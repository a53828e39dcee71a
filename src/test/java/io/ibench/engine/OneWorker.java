package io.ibench.engine;

import io.ibench.config.Rate;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Session;
import io.ibench.measure.Clock;
import io.ibench.measure.OperationStats;
import io.ibench.measure.Recorder;
import io.ibench.random.Random64;
import io.ibench.workload.Profile;
import io.ibench.workload.Step;
import io.ibench.workload.Worker;
import java.util.List;
import java.util.Optional;

/** One worker's loop on the test's thread, with a scripted clock and a real recorder. */
final class OneWorker {

  static final long JITTER_SEED = 7;
  static final long WORKER_SEED = 42;

  final ScriptedClock clock = new ScriptedClock();
  final RunControl control = new RunControl(clock);
  final StopFlag stop = new StopFlag();
  final FakeWorker worker;
  final FakeConnections connections = new FakeConnections();
  final OutageWatch outages = new OutageWatch(clock);
  private final Recorder recorder;
  private final int operations;
  private final boolean paced;
  private RunSettings settings = TestSettings.DEFAULT;
  private boolean complete;
  private final boolean[] aside;
  private FollowGate followGate = FollowGate.ALONE;
  private WorkerLoop loop;

  /** {@code usualNanos}: how long an execution takes unless the script says otherwise. */
  OneWorker(boolean paced, int operations, long usualNanos) {
    this.paced = paced;
    this.operations = operations;
    this.worker = new FakeWorker(taking(usualNanos)).drawing(operations);
    this.recorder = new Recorder(operations, FailureKind.values().length, paced);
    this.aside = new boolean[operations];
    control.onStop(() -> stop.set(clock.nanoTime()));
  }

  static OneWorker unthrottled(long usualNanos) {
    return new OneWorker(false, 1, usualNanos);
  }

  static OneWorker paced(long usualNanos) {
    return new OneWorker(true, 1, usualNanos);
  }

  OneWorker with(RunSettings runSettings) {
    settings = runSettings;
    return this;
  }

  OneWorker complete() {
    complete = true;
    return this;
  }

  /** This operation is auxiliary. */
  OneWorker aside(int operation) {
    aside[operation] = true;
    return this;
  }

  OneWorker leading(FollowQueue queue) {
    followGate = new FollowGate.Leader(queue, stop);
    return this;
  }

  OneWorker following(FollowQueue queue) {
    followGate = new FollowGate.Follower(queue, stop);
    return this;
  }

  /** An execution that takes this long and writes one row. */
  FakeWorker.Execution taking(long nanos) {
    return () -> {
      clock.advance(nanos);
      return 1;
    };
  }

  /** An execution that takes this long and fails. */
  FakeWorker.Execution failing(long nanos, FailureKind kind) {
    return () -> {
      clock.advance(nanos);
      throw new DatabaseException(kind, "scripted " + kind);
    };
  }

  WorkerLoop loop() {
    if (loop == null) {
      RetryingExecutor executor =
          new RetryingExecutor(
              worker,
              recorder,
              clock,
              control,
              stop,
              settings,
              new Random64(JITTER_SEED),
              connection(connections, outages, clock, control, settings),
              complete);
      loop =
          new WorkerLoop(
              worker,
              executor,
              recorder,
              clock,
              aside,
              followGate,
              stop,
              new YieldGate(Clock.system(), () -> 0),
              settings.rowTimeMillis());
    }
    return loop;
  }

  static WorkerConnection connection(
      Session session, OutageWatch outages, Clock clock, RunControl control, RunSettings settings) {
    ReconnectBackoff backoff =
        new ReconnectBackoff(
            clock,
            control,
            outages.prober(),
            settings.outages().kinds(),
            settings.outageMaxNanos(),
            new Random64(JITTER_SEED));
    return new WorkerConnection(session, backoff, clock, control, outages);
  }

  /** The executor of a worker that loses no connection. */
  static RetryingExecutor connected(Worker worker, Recorder recorder, Clock clock) {
    RunControl control = new RunControl(Clock.system());
    return new RetryingExecutor(
        worker,
        recorder,
        clock,
        control,
        new StopFlag(),
        TestSettings.DEFAULT,
        new Random64(JITTER_SEED),
        connection(
            new FakeConnections(), new OutageWatch(clock), clock, control, TestSettings.DEFAULT),
        false);
  }

  /** Runs without a rate; the step ends after {@code nanos} or this many operations. */
  void run(long nanos, long budget) {
    run(Pacer.unthrottled(clock), nanos, budget);
  }

  /** Runs at a rate per second. */
  void runAt(long perSecond, long nanos) {
    runAt(perSecond, nanos, Long.MAX_VALUE);
  }

  /** Runs at a rate per second; the step ends after {@code nanos} or this many operations. */
  void runAt(long perSecond, long nanos, long budget) {
    long start = ScriptedClock.START;
    Rate rate = new Rate(perSecond, TestSettings.SECOND);
    run(
        new EvenPacer(
            clock, stop, new Schedule(start, 0, start + nanos), new ThreadShare(rate, 1, 1, 0)),
        nanos,
        budget);
  }

  /** Runs as one thread of a group. */
  void runWith(Step.Group group, int number, long nanos) {
    long start = ScriptedClock.START;
    Schedule when = new Schedule(start, 0, start + nanos);
    run(
        Pacers.of(group, Optional.empty(), number, when, clock, stop, WORKER_SEED),
        nanos,
        Long.MAX_VALUE);
  }

  /** Runs at the rates of a profile, as the only thread of a group. */
  void runWith(Step.Group group, Profile profile) {
    long start = ScriptedClock.START;
    Schedule when = new Schedule(start, 0, start + profile.nanos());
    run(
        Pacers.of(group, Optional.of(profile), 0, when, clock, stop, WORKER_SEED),
        profile.nanos(),
        Long.MAX_VALUE);
  }

  private void run(Pacer pacer, long nanos, long budget) {
    long start = ScriptedClock.START;
    long end = nanos == Long.MAX_VALUE ? Long.MAX_VALUE : start + nanos;
    loop().run(pacer, start, ScriptedClock.START_EPOCH_MILLIS, end, budget);
  }

  /** What was recorded since the last call, by operation. */
  List<OperationStats> drainAll() {
    List<OperationStats> sums = Recorder.emptySums(operations, FailureKind.values().length, paced);
    recorder.flip();
    recorder.drainInto(sums);
    return sums;
  }

  OperationStats drain() {
    return drainAll().get(0);
  }
}
