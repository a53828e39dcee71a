package io.ibench.suite;

import io.ibench.suite.Cell.State;
import java.util.ArrayList;
import java.util.List;

/** Notes what a cell tells its supervisor. Not thread-safe. */
final class NotedKeeper implements CellLife.Keeper {

  final List<State> entered = new ArrayList<>();
  final List<String> progress = new ArrayList<>();

  /** Whether a run could be ended, at each change of that. */
  final List<Boolean> runs = new ArrayList<>();

  Cell cell;
  Cell load;
  long served;
  boolean stopped;

  NotedKeeper(Cell cell) {
    this.cell = cell;
    this.load = cell;
  }

  @Override
  public void changed(Cell next, boolean isNewState) {
    cell = next;
    if (isNewState) {
      entered.add(next.state());
    }
  }

  @Override
  public void progress(Cell of, double seconds, String step) {
    progress.add(of.name() + " " + Math.round(seconds) + " s: " + step);
  }

  @Override
  public void running(World.Child child) {
    runs.add(child != null);
  }

  @Override
  public boolean stopped() {
    return stopped;
  }

  @Override
  public Cell load(Cell of) {
    return load;
  }

  @Override
  public long served(Cell of) {
    return served;
  }
}
