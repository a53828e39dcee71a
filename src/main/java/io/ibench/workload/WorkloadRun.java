package io.ibench.workload;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Session;
import io.ibench.random.Random64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** One run of a plan: the state that its steps share. Steps run one after the other. */
public interface WorkloadRun {

  /**
   * Executes a step that has no workers. Called on one thread, which is interrupted when the run is
   * stopped.
   *
   * @param context for progress and waiting
   */
  Outcome act(Step.Action step, Database database, ActionContext context)
      throws DatabaseException, InterruptedException;

  /**
   * Creates a worker, on the thread that will use it.
   *
   * @param number the worker's number in its group, from 0
   * @param random the worker's own generator
   */
  Worker worker(Step.Work step, Step.Group group, int number, Session session, Random64 random)
      throws DatabaseException;

  /**
   * Creates a worker that also times the parts of its operations.
   *
   * @param laps for {@link Plan#parts}
   */
  default Worker worker(
      Step.Work step, Step.Group group, int number, Session session, Random64 random, Laps laps)
      throws DatabaseException {
    return worker(step, group, number, session, random);
  }

  /**
   * Finds out how far a load of another process has come, so that the workers of this run load the
   * other rows and no row twice. Called before the workers are created, and only if {@link
   * Plan#continuesLoads}.
   *
   * @return the rows of the load that the tables hold
   */
  default long continueLoad(Step.Work load, Database database) throws DatabaseException {
    throw new UnsupportedOperationException("a load of this workload begins with its first row");
  }

  /**
   * Counts what the tables contain, after a process has died in a step that writes: the workload's
   * expectations begin with what it finds. Called before the step goes on, on a thread that is
   * interrupted when the run is stopped.
   *
   * @return the same rows as {@link #lastingRows}; empty when nothing was counted
   */
  default OptionalLong recount(Database database) throws DatabaseException, InterruptedException {
    return OptionalLong.empty();
  }

  /**
   * The workers of a step have ended. Called once, on a separate thread that the engine abandons if
   * the database does not answer.
   */
  Outcome finished(Step.Work step, End end) throws DatabaseException;

  /**
   * What the tables contain, for the register: the totals of each table by its name, each a name
   * and a number. Empty when they are not known exactly. The engine asks after a step has ended.
   */
  default Optional<Map<String, Map<String, Long>>> totals() {
    return Optional.empty();
  }

  /**
   * The rows in the tables now; empty when unknown. Any thread, at any time: must not block and
   * must not slow down workers.
   */
  default OptionalLong rowsInTables() {
    return OptionalLong.empty();
  }

  /**
   * Those of the rows in the tables that no operation of the workload deletes, as acknowledged by
   * the database: after the death of a process there must be at least as many. Empty when unknown.
   * Any thread, at any time, as {@link #rowsInTables}.
   */
  default OptionalLong lastingRows() {
    return OptionalLong.empty();
  }

  /**
   * The bytes of the values of all rows in the tables now, counted as {@link
   * io.ibench.measure.WorkloadCounter#rowBytesWritten}; empty unless they are known exactly. Any
   * thread, at any time, as {@link #rowsInTables}.
   */
  default OptionalLong rowBytesInTables() {
    return OptionalLong.empty();
  }

  /**
   * The number of the totals that a worker's counters belong to, such as that of its table. Only
   * for plans that divide their work.
   */
  default int totalsOf(Step.Work step, Step.Group group, int number) {
    return 0;
  }

  /**
   * Adds what the workers of other processes have counted in the step that has just ended. Called
   * before {@link #finished}, and only for plans that divide their work.
   *
   * @param totals from {@link #totalsOf}
   */
  default void addCounted(int totals, WorkloadCounters counted) {
    throw new UnsupportedOperationException("this workload does not divide its work");
  }

  /** How a step with workers ended. */
  enum End {
    /** As planned. */
    COMPLETE,
    /** Early; the workers have ended, and their counters are complete. */
    STOPPED,
    /** A worker died or still runs: its effect on the data is unknown. */
    ABANDONED
  }

  /**
   * The result of a step.
   *
   * @param rows the rows that the step indexed or checked
   * @param facts for the report, one line each
   * @param problems errors in the data, one line each
   */
  record Outcome(long rows, List<String> facts, List<String> problems) {

    public static final Outcome NOTHING = new Outcome(0, List.of(), List.of());

    public Outcome {
      facts = List.copyOf(facts);
      problems = List.copyOf(problems);
    }
  }
}
