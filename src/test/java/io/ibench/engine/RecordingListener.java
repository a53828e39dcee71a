package io.ibench.engine;

import io.ibench.measure.PeriodResult;
import io.ibench.measure.RunListener;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps its events, for any thread to look at. */
final class RecordingListener implements RunListener {

  private final List<String> events = new CopyOnWriteArrayList<>();
  private final List<Snapshot> snapshots = new CopyOnWriteArrayList<>();
  private final List<PeriodResult> periods = new CopyOnWriteArrayList<>();
  private final List<PeriodResult> soFar = new CopyOnWriteArrayList<>();
  private final List<StepResult> results = new CopyOnWriteArrayList<>();
  private final Map<String, Long> nanos = new ConcurrentHashMap<>();
  private String throwAt = "";

  /** Throws at the first event of this name. */
  RecordingListener throwingAt(String event) {
    throwAt = event;
    return this;
  }

  private void hear(String event, String title) {
    events.add(event + " " + title);
    if (event.equals(throwAt)) {
      throw new IllegalStateException("disk full at " + event);
    }
  }

  @Override
  public void serverAwaited(String step, String why) {
    hear("awaited", step + ": " + why);
  }

  @Override
  public void stepStarted(StepStart step) {
    nanos.put(step.title(), 0L);
    hear("started", step.title());
  }

  @Override
  public void interval(StepStart step, Snapshot snapshot) {
    snapshots.add(snapshot);
    nanos.merge(step.title(), snapshot.nanos(), Long::sum);
    hear("interval", step.title());
  }

  @Override
  public void periodEnded(StepStart step, PeriodResult period, PeriodResult stepSoFar) {
    periods.add(period);
    soFar.add(stepSoFar);
    hear("period", step.title());
  }

  @Override
  public void stepEnded(StepResult result) {
    results.add(result);
    hear("ended", result.step().title());
  }

  List<String> events() {
    return events;
  }

  /** The sum of the step's intervals, the last time it ran. */
  long nanosOfIntervals(String title) {
    return nanos.getOrDefault(title, 0L);
  }

  List<Snapshot> snapshots() {
    return snapshots;
  }

  List<PeriodResult> periods() {
    return periods;
  }

  /** The step as it stood at the end of each period. */
  List<PeriodResult> soFar() {
    return soFar;
  }

  List<StepResult> results() {
    return results;
  }
}
