package io.ibench.engine;

import io.ibench.measure.Clock;
import io.ibench.measure.OperationStats;
import io.ibench.measure.Recorder;
import io.ibench.workload.Laps;
import java.util.Arrays;
import java.util.List;

/**
 * Records the times of the parts of one worker's operations. The worker's thread writes, the
 * coordinating thread drains. A part of an operation is kept aside until the operation has
 * succeeded; that allocates only for an operation with more parts than any before it.
 */
final class LapRecorder implements Laps {

  private final Clock clock;
  private final Recorder recorder;
  private int[] parts = new int[16];
  private long[] nanos = new long[16];
  private int count;
  private long last;

  /**
   * @param parts the number of parts; without any it reads no clock
   */
  LapRecorder(Clock clock, int parts) {
    this.clock = clock;
    this.recorder = new Recorder(parts, 0, false);
  }

  @Override
  public void begin() {
    last = clock.nanoTime();
  }

  @Override
  public void lap(int part) {
    if (count == parts.length) {
      parts = Arrays.copyOf(parts, 2 * count);
      nanos = Arrays.copyOf(nanos, 2 * count);
    }
    long now = clock.nanoTime();
    parts[count] = part;
    nanos[count++] = now - last;
    last = now;
  }

  @Override
  public int mark() {
    return count;
  }

  @Override
  public void backTo(int mark) {
    count = mark;
  }

  @Override
  public void end() {
    for (int i = 0; i < count; i++) {
      recorder.success(parts[i], 0, 0, nanos[i], 0);
    }
    count = 0;
  }

  /**
   * Adds what was recorded since the last call. The coordinating thread.
   *
   * @param sums by part
   */
  void drainInto(List<OperationStats> sums) {
    recorder.flip();
    while (!recorder.isQuiet()) {
      Thread.onSpinWait();
    }
    recorder.drainInto(sums);
  }
}
