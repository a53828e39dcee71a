package io.ibench.cli.setup;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.db.Adapter;
import io.ibench.db.Column;
import io.ibench.measure.Role;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.StepKeys;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Refuses more threads and larger batches than fit into the heap, before a run starts: a JVM
 * without memory cannot even report the problem.
 */
final class HeapNeed {

  private static final long MEGABYTE = 1 << 20;

  /** The program with 64 recorders of ten operations with a target rate. */
  private static final long COMMON_BYTES = 70 * MEGABYTE;

  /** The program alone: the measured size of batches includes some overhead. */
  private static final long PROGRAM_BYTES = 50 * MEGABYTE;

  /** Measured: up to 230 KB, with MariaDB's driver and long lists of links. */
  private static final long THREAD_BYTES = 256 << 10;

  /** A client with separate figures: two latencies of some six operations, twice. */
  private static final long CLIENT_BYTES = MEGABYTE;

  /** This many threads fit into any usable heap; recorders grow with the first threads. */
  private static final int NEVER_TOO_MANY = 64;

  private HeapNeed() {}

  /**
   * Records a problem for each step that does not fit.
   *
   * @param target of the batches; empty: batches are not checked
   * @param heapBytes the maximum size of the heap
   */
  static void check(Config config, Plan plan, Optional<Adapter.Target> target, long heapBytes) {
    for (Step step : plan.steps()) {
      if (step instanceof Step.Work work) {
        long workers = workerBytes(work);
        long batches = target.map(found -> batchBytes(plan, found, work)).orElse(0L);
        if (work.threads() > NEVER_TOO_MANY && COMMON_BYTES + workers > heapBytes) {
          refuse(config, COMMON_BYTES + workers, heapBytes, "threads", StepKeys.THREADS, step);
        } else if (batches > 0 && PROGRAM_BYTES + workers + batches > heapBytes) {
          long need = PROGRAM_BYTES + workers + batches;
          refuse(config, need, heapBytes, "rows or threads", StepKeys.ROWS_PER_COMMIT, step);
        }
      }
    }
  }

  private static long workerBytes(Step.Work work) {
    long clients = work.clients() > 1 ? work.clients() : 0;
    return work.threads() * THREAD_BYTES + clients * CLIENT_BYTES;
  }

  /** Each worker prepares a batch for each table, but one for all tables with equal columns. */
  private static long batchBytes(Plan plan, Adapter.Target target, Step.Work work) {
    List<Step.Group> batching =
        work.groups().stream()
            .filter(group -> group.rowsPerOperation() > 1 && group.role() != Role.DELETE)
            .toList();
    if (batching.isEmpty()) {
      return 0;
    }
    Set<List<Column>> layouts = new HashSet<>();
    plan.tables().forEach(loaded -> layouts.add(loaded.table().columns()));
    long bytes = 0;
    for (Step.Group group : batching) {
      for (List<Column> columns : layouts) {
        bytes += group.allThreads() * target.batchBytes(group.rowsPerOperation(), columns.size());
      }
    }
    return bytes;
  }

  private static void refuse(
      Config config, long need, long heapBytes, String fewer, Key<?> key, Step step) {
    long megabytes = (need + MEGABYTE - 1) / MEGABYTE;
    config.problem(
        String.format(
            Locale.ROOT,
            "needs a heap of about %d MB, this one has %d MB; allowed: fewer %s, or"
                + " IBENCH_HEAP=%dm",
            megabytes,
            heapBytes / MEGABYTE,
            fewer,
            megabytes),
        key.under(step.name()));
  }
}
