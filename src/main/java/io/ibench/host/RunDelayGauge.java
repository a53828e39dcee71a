package io.ibench.host;

import io.ibench.measure.Gauge;
import java.io.File;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * How long ibench's threads were ready to run and had no CPU, from the schedstat of each: a sum
 * that includes ended threads. The wait of a thread between its last reading and its end is lost.
 *
 * <p>A reading costs some 4 microseconds of CPU for each thread. At most {@value
 * #THREADS_PER_SECOND} threads are read per second: with more threads the sum lags behind by some
 * seconds.
 */
public final class RunDelayGauge implements Gauge {

  static final String PREFIX = "ibench-";
  static final int THREADS_PER_SECOND = 128;

  private static final long HALF_SECOND = TimeUnit.MILLISECONDS.toNanos(500);

  private final File tasks;
  private final ProcReader reader;
  private final Map<String, WatchedThread> threads = new HashMap<>();
  private boolean kept;
  private long totalNanos;
  private long readAtNanos;
  private int watched;

  public RunDelayGauge(Proc proc) {
    this.tasks = proc.root().resolve("self").resolve("task").toFile();
    this.reader = proc.reader();
  }

  @Override
  public void read(long nanos, Sink sink) {
    Figure.of(() -> delay(nanos)).report(HostMetric.CLIENT_RUN_DELAY_NANOS, sink);
  }

  private long delay(long nanos) throws ProcException {
    if (!kept) {
      requireKept();
      kept = true;
    }
    if (isDue(nanos)) {
      readAtNanos = nanos;
      update();
    }
    return totalNanos;
  }

  private boolean isDue(long nanos) {
    long seconds = watched / THREADS_PER_SECOND;
    return watched <= THREADS_PER_SECOND
        || nanos - readAtNanos >= TimeUnit.SECONDS.toNanos(seconds) - HALF_SECOND;
  }

  /**
   * The first thread of this process has run: a count of 0 means that the kernel does not count.
   */
  private void requireKept() throws ProcException {
    ProcText text;
    try {
      text = reader.proc("self/schedstat");
    } catch (ProcException e) {
      throw e.isGone()
          ? ProcException.unreadable(
              "this kernel does not tell how long threads wait for a CPU (no /proc/self/schedstat)",
              e)
          : e;
    }
    if (WatchedThread.timesRun(text) == 0) {
      throw ProcException.unreadable(
          "this kernel does not count how long threads wait for a CPU (/proc/self/schedstat is 0)",
          null);
    }
  }

  private void update() throws ProcException {
    String[] present = tasks.list();
    if (present == null) {
      throw ProcException.unreadable(tasks + " cannot be listed", null);
    }
    forget(new HashSet<>(Arrays.asList(present)));
    watched = 0;
    for (String task : present) {
      WatchedThread thread = threads.computeIfAbsent(task, name -> new WatchedThread(tasks, name));
      if (thread.isOurs(reader)) {
        boolean keepOpen = watched < THREADS_PER_SECOND;
        watched++;
        totalNanos = ExactMath.sum(totalNanos, thread.delayedSince(reader, keepOpen));
      }
    }
  }

  private void forget(Set<String> present) {
    threads
        .entrySet()
        .removeIf(
            entry -> {
              boolean gone = !present.contains(entry.getKey());
              if (gone) {
                entry.getValue().close();
              }
              return gone;
            });
  }
}
