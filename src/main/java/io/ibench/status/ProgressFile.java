package io.ibench.status;

import io.ibench.measure.PeriodResult;
import io.ibench.measure.RunListener;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.report.console.LastMinute;
import io.ibench.report.console.StepProgress;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.store.StoredProgress;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Writes progress.json at the beginning and end of a step, and every ten seconds between, and
 * removes it when the run is over. It writes nothing more after a failure: the results' own files
 * then end the run. Confined to the coordinating thread.
 */
public final class ProgressFile implements RunListener, AutoCloseable {

  private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Path folder;
  private final RunInfo run;

  @SuppressWarnings("NullAway.Init") // a step starts before all else
  private StepProgress progress;

  @SuppressWarnings("NullAway.Init") // as progress
  private LastMinute minute;

  private long writtenNanos;
  private long outages;
  private boolean failed;

  public ProgressFile(Path folder, RunInfo run) {
    this.folder = folder;
    this.run = run;
  }

  @Override
  public void stepStarted(StepStart step) {
    progress = new StepProgress(step, run.roles(), run.failureKinds().size());
    minute = new LastMinute(step, run.roles());
    writtenNanos = 0;
    write(of(step, step.startEpochMillis(), 0));
  }

  @Override
  public void interval(StepStart step, Snapshot snapshot) {
    progress.add(snapshot);
    minute.add(snapshot);
    outages += snapshot.outages().stream().filter(outage -> !outage.continues()).count();
    boolean first = writtenNanos == 0;
    if (first || progress.nanos() - writtenNanos >= EVERY_NANOS) {
      writtenNanos = Math.max(1, progress.nanos());
      write(of(step, snapshot.endEpochMillis(), snapshot.workers().withoutConnection()));
    }
  }

  @Override
  public void stepEnded(StepResult result) {
    PeriodResult whole = result.whole();
    long nanos = Math.round(1e9 * whole.seconds());
    long end = result.step().startEpochMillis() + TimeUnit.NANOSECONDS.toMillis(nanos);
    write(StoredProgress.between(Instant.ofEpochMilli(end), outages));
  }

  private StoredProgress of(StepStart step, long epochMillis, long workersAway) {
    return new StoredProgress(
        Instant.ofEpochMilli(epochMillis),
        Optional.of(new StoredProgress.Step(step.name(), step.repeat(), step.repeats())),
        Optional.of(seconds(progress.nanos())),
        progress.done().stream().boxed().map(done -> (Number) done).findFirst(),
        progress.leftNanos().stream().mapToObj(left -> (Number) seconds(left)).findFirst(),
        minute.nanos() > 0 ? Optional.of(minute()) : Optional.empty(),
        progress.failures(),
        outages,
        workersAway,
        Optional.of(progress.waitsFor()).filter(what -> !what.isEmpty()));
  }

  private StoredProgress.Minute minute() {
    return new StoredProgress.Minute(
        seconds(minute.nanos()),
        minute.unit(),
        minute.perSecond(),
        minute.p99Nanos().stream().mapToObj(nanos -> (Number) (nanos / 1e3)).findFirst());
  }

  private static double seconds(long nanos) {
    return nanos / 1e9;
  }

  private void write(StoredProgress now) {
    if (!failed) {
      try {
        now.write(folder);
      } catch (IOException e) {
        failed = true;
      }
    }
  }

  /** The run is over: its summary says all. */
  @Override
  public void close() {
    try {
      StoredProgress.remove(folder);
    } catch (IOException e) {
      // It is old then, and a run that is over is not judged by it.
    }
  }
}
