package io.ibench.workload;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Session;
import io.ibench.random.Random64;
import java.util.List;

/** One run of a plan: what its steps share. Steps run one after the other. */
public interface Experiment {

  /**
   * Carries out a step that has no workers. Called on one thread, which is interrupted when the run
   * is stopped.
   *
   * @param progress rows gone through so far, in whichever of the plan's tallies; watched by others
   */
  Outcome act(Step.Action step, Database database, Tallies progress)
      throws DatabaseException, InterruptedException;

  /**
   * Makes a worker, on the thread that will use it.
   *
   * @param number the worker's number in its group, from 0
   * @param random the worker's own generator
   */
  Worker worker(Step.Work step, Step.Group group, int number, Session session, Random64 random)
      throws DatabaseException;

  /** A step's workers are all done; called once, on the coordinating thread. */
  Outcome finished(Step.Work step, boolean complete);

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
