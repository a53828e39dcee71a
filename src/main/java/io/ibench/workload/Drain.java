package io.ibench.workload;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Quiescence;
import io.ibench.db.Table;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The step in which a database comes to rest, so that what earlier steps have left to be written is
 * counted and disturbs no later step. Stateless.
 */
public final class Drain {

  /** What the kind of step is called. */
  public static final String KIND = "drain";

  /** Of the ancestor's formula: a minute, and a second for each million rows, up to 20 minutes. */
  private static final long LEAST_SECONDS = 60;

  private static final long MOST_SECONDS = 1200;
  private static final long ROWS_PER_SECOND = 1_000_000;

  private Drain() {}

  /**
   * The step of a workload.
   *
   * @param rows that its load writes
   */
  public static StepKind kind(long rows) {
    long seconds = Math.min(MOST_SECONDS, LEAST_SECONDS + rows / ROWS_PER_SECOND);
    return StepKind.ofWaiting(TimeUnit.SECONDS.toNanos(seconds));
  }

  /** Waits until the database has resolved, and at least as long as the step takes. */
  public static WorkloadRun.Outcome of(List<Table> tables, Database database, ActionContext context)
      throws DatabaseException, InterruptedException {
    Quiescence quiescence = database.quiesce(tables);
    try (quiescence) {
      context.ifAbandoned(quiescence::facts);
      context.await(quiescence::isSettled);
    }
    return new WorkloadRun.Outcome(0, quiescence.facts(), List.of());
  }
}
