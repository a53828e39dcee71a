package io.ibench.workload.internal;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Quiescence;
import io.ibench.db.Table;
import io.ibench.workload.ActionContext;
import io.ibench.workload.StepKind;
import io.ibench.workload.WorkloadRun;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The step that waits until the database is at rest, so that the deferred writes of earlier steps
 * are counted and do not disturb later steps. Stateless.
 */
public final class Drain {

  /** The name of the kind of step. */
  public static final String KIND = "drain";

  /** iibench.py's formula: a minute, and a second for each million rows, up to 20 minutes. */
  private static final long MIN_SECONDS = 60;

  private static final long MAX_SECONDS = 1200;
  private static final long ROWS_PER_SECOND = 1_000_000;

  private Drain() {}

  /**
   * The kind of step for a workload.
   *
   * @param rows the rows of its load
   */
  public static StepKind kind(long rows) {
    long seconds = Math.min(MAX_SECONDS, MIN_SECONDS + rows / ROWS_PER_SECOND);
    return StepKind.waiting(TimeUnit.SECONDS.toNanos(seconds));
  }

  /** Waits until the database is at rest, and at least for the step's minimum duration. */
  public static WorkloadRun.Outcome of(List<Table> tables, Database database, ActionContext context)
      throws DatabaseException, InterruptedException {
    Quiescence quiescence = database.quiesce(tables);
    try (quiescence) {
      context.ifAbandoned(quiescence::facts);
      context.await(
          () -> {
            boolean settled = quiescence.isSettled();
            context.waitsFor(settled ? "" : quiescence.waitsFor());
            return settled;
          });
    }
    return new WorkloadRun.Outcome(0, quiescence.facts(), List.of());
  }
}
