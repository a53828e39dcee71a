package io.ibench.engine;

import io.ibench.config.Config;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Session;
import io.ibench.measure.Clock;
import io.ibench.measure.OperationStats;
import io.ibench.measure.Recorder;
import io.ibench.random.Random64;
import io.ibench.workload.Worker;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The hot loop of a run, with its recorder, for one worker on the caller's thread: without rate,
 * ticker and other workers. It measures what the loop itself costs. The first failed operation ends
 * it. Not thread-safe.
 */
public final class SoloLoop {

  private final Clock clock;
  private final RunControl control;
  private final Recorder recorder;
  private final List<OperationStats> sums;
  private final Pacer pacer;
  private final WorkerLoop loop;

  /**
   * @param session that the worker uses
   * @param operations the number of kinds of operations
   */
  public SoloLoop(Clock clock, Worker worker, Session session, int operations) {
    this.clock = clock;
    control = new RunControl(clock);
    StopFlag stop = new StopFlag();
    control.onStop(() -> stop.set(clock.nanoTime()));
    recorder = new Recorder(operations, FailureKind.values().length, false);
    sums = Recorder.emptySums(operations, FailureKind.values().length, false);
    pacer = Pacer.unthrottled(clock);
    RunSettings settings =
        RunSettings.from(Config.of(Map.of("retry", "0", "errors.max", "0", "outage.max", "100ms")));
    OutageWatch outages = new OutageWatch(clock);
    ReconnectBackoff backoff =
        new ReconnectBackoff(
            clock,
            control,
            outages.prober(),
            settings.outages().kinds(),
            settings.outageMaxNanos(),
            new Random64(1));
    RetryingExecutor executor =
        new RetryingExecutor(
            worker,
            recorder,
            clock,
            control,
            stop,
            settings,
            new Random64(1),
            new WorkerConnection(session, backoff, clock, control, outages),
            false);
    loop =
        new WorkerLoop(
            worker,
            executor,
            recorder,
            clock,
            new boolean[operations],
            FollowGate.ALONE,
            stop,
            new YieldGate(clock, () -> 0),
            OptionalLong.empty());
  }

  /**
   * Performs operations until so many have succeeded.
   *
   * @throws DatabaseException if one has failed, or the worker has nothing left to do
   */
  public void run(long operations) throws DatabaseException {
    loop.run(pacer, clock.nanoTime(), clock.epochMillis(), Long.MAX_VALUE, operations);
    if (control.isStopped()) {
      throw new DatabaseException(
          FailureKind.FATAL, control.failure().orElse("the loop was stopped"));
    }
  }

  /** The successful operations so far. */
  public long successes() {
    recorder.flip();
    recorder.drainInto(sums);
    return sums.stream().mapToLong(OperationStats::successes).sum();
  }
}
