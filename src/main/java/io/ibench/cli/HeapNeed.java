package io.ibench.cli;

import io.ibench.config.Config;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.StepKeys;
import java.util.Locale;

/**
 * Refuses more threads than the heap can hold, before any of them starts: a JVM that runs out of
 * memory cannot even say so.
 */
final class HeapNeed {

  private static final long MEGABYTE = 1 << 20;

  /** All threads' recorders together, and the program itself. */
  private static final long COMMON_BYTES = 100 * MEGABYTE;

  /** Measured: 70 KB with noop, 130 KB with SQLite, 230 KB with MariaDB's driver. */
  private static final long THREAD_BYTES = 256 << 10;

  /** Of a client that is counted apart: two latencies of some six operations, twice. */
  private static final long CLIENT_BYTES = MEGABYTE;

  /** What fits any heap worth running with; the recorders grow with the first threads. */
  private static final int NEVER_TOO_MANY = 64;

  private HeapNeed() {}

  /**
   * Records a problem for each step that does not fit.
   *
   * @param heapBytes the largest that the heap may become
   */
  static void check(Config config, Plan plan, long heapBytes) {
    for (Step step : plan.steps()) {
      if (step instanceof Step.Work work && work.threads() > NEVER_TOO_MANY) {
        long clients = work.clients() > 1 ? work.clients() : 0;
        long need = COMMON_BYTES + work.threads() * THREAD_BYTES + clients * CLIENT_BYTES;
        if (need > heapBytes) {
          config.problem(
              String.format(
                  Locale.ROOT,
                  "needs a heap of about %d MB, this one has %d MB; allowed: fewer threads, or"
                      + " IBENCH_HEAP=%dm",
                  need / MEGABYTE,
                  heapBytes / MEGABYTE,
                  need / MEGABYTE),
              StepKeys.THREADS.under(step.name()));
        }
      }
    }
  }
}
