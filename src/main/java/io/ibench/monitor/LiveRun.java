package io.ibench.monitor;

import io.ibench.measure.OperationStats;
import io.ibench.measure.RunListener;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.report.figures.RunInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The newest figures of a run. The coordinating thread replaces one reference at each interval;
 * other threads read that reference. Nothing is locked, and no worker takes part.
 */
public final class LiveRun implements RunListener {

  private final RunInfo run;
  private volatile State state;

  public LiveRun(RunInfo run) {
    this(run, Map.of());
  }

  /**
   * A run that goes on.
   *
   * @param earlier what its earlier processes have counted, by the step's name and the operation's
   *     number
   */
  public LiveRun(RunInfo run, Map<String, List<LiveCounts>> earlier) {
    this.run = run;
    this.state = new State(earlier, Optional.empty());
  }

  /**
   * One moment of the run. Immutable.
   *
   * @param counts by the step's name, then by the operation's number
   * @param last the last interval of the step that is running; empty between steps
   */
  record State(Map<String, List<LiveCounts>> counts, Optional<Interval> last) {}

  /** An interval that has ended. */
  record Interval(StepStart step, Snapshot snapshot) {}

  RunInfo run() {
    return run;
  }

  /** Any thread. */
  State state() {
    return state;
  }

  @Override
  public void interval(StepStart step, Snapshot snapshot) {
    Map<String, List<LiveCounts>> counts = new LinkedHashMap<>(state.counts());
    List<LiveCounts> before = counts.get(step.name());
    List<LiveCounts> sums = new ArrayList<>();
    for (int i = 0; i < snapshot.operations().size(); i++) {
      OperationStats stats = snapshot.operations().get(i);
      LiveCounts sum = before == null ? LiveCounts.none(kinds()) : before.get(i);
      sums.add(sum.plus(stats));
    }
    counts.put(step.name(), List.copyOf(sums));
    state = new State(counts, Optional.of(new Interval(step, snapshot)));
  }

  private int kinds() {
    return run.failureKinds().size();
  }

  @Override
  public void stepEnded(StepResult result) {
    state = new State(state.counts(), Optional.empty());
  }
}
