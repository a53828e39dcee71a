package io.ibench.workload;

import io.ibench.measure.RunListener;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepStart;

/** Disturbs the server once in a step, for a number of intervals in which workers wait for it. */
public final class Disturbance implements RunListener {

  private final String step;
  private final Runnable begin;
  private final Runnable end;
  private int left;
  private boolean begun;

  /**
   * @param begin disturbs it when the step has done some work
   * @param intervals in which workers wait before {@code end} is called
   */
  public Disturbance(String step, Runnable begin, int intervals, Runnable end) {
    this.step = step;
    this.begin = begin;
    this.left = intervals;
    this.end = end;
  }

  @Override
  public void interval(StepStart start, Snapshot snapshot) {
    if (!begun && start.name().equals(step) && snapshot.successes() > 0) {
      begun = true;
      begin.run();
    } else if (begun && left > 0 && snapshot.workers().withoutConnection() > 0 && --left == 0) {
      end.run();
    }
  }
}
