package io.ibench.workload.io;

import io.ibench.workload.Laps;
import java.util.ArrayList;
import java.util.List;

/** The calls of a worker: the numbers of parts that have ended, and words for the others. */
final class LapList implements Laps {

  final List<String> calls = new ArrayList<>();

  @Override
  public void begin() {
    calls.add("begin");
  }

  @Override
  public void lap(int part) {
    calls.add(Integer.toString(part));
  }

  @Override
  public int mark() {
    return calls.size();
  }

  @Override
  public void backTo(int mark) {
    calls.add("back to " + mark);
  }

  @Override
  public void end() {
    calls.add("end");
  }
}
