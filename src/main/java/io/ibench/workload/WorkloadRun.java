package io.ibench.workload;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Session;
import io.ibench.random.Random64;
import java.util.List;
import java.util.OptionalLong;

/** One run of a plan: what its steps share. Steps run one after the other. */
public interface WorkloadRun {

  /**
   * Carries out a step that has no workers. Called on one thread, which is interrupted when the run
   * is stopped.
   *
   * @param context where the step tells how far it is, and waits
   */
  Outcome act(Step.Action step, Database database, ActionContext context)
      throws DatabaseException, InterruptedException;

  /**
   * Makes a worker, on the thread that will use it.
   *
   * @param number the worker's number in its group, from 0
   * @param random the worker's own generator
   */
  Worker worker(Step.Work step, Step.Group group, int number, Session session, Random64 random)
      throws DatabaseException;

  /**
   * A step's workers are done. Called once, on a thread of its own that is not waited for if the
   * database does not answer.
   */
  Outcome finished(Step.Work step, End end) throws DatabaseException;

  /**
   * Rows in the tables now, of all workers together; empty when nobody knows. Any thread, at any
   * time: reading it waits for nothing and disturbs no worker.
   */
  default OptionalLong rowsInTables() {
    return OptionalLong.empty();
  }

  /** How a step of workers ended. */
  enum End {
    /** As it was meant to. */
    COMPLETE,
    /** Before its time; the workers have ended, and their tallies say all that they did. */
    STOPPED,
    /** Some worker died or is still at work, and nobody knows what it will have done. */
    ABANDONED
  }

  /**
   * What came of a step.
   *
   * @param rows rows that the step indexed or checked
   * @param facts worth saying, one line each
   * @param problems what is wrong with the data, one line each
   */
  record Outcome(long rows, List<String> facts, List<String> problems) {

    public static final Outcome NOTHING = new Outcome(0, List.of(), List.of());

    public Outcome {
      facts = List.copyOf(facts);
      problems = List.copyOf(problems);
    }
  }
}
