package io.ibench.engine;

import io.ibench.measure.AgentStep;
import io.ibench.workload.Division;
import io.ibench.workload.Step;
import java.util.Map;
import java.util.Optional;

/**
 * The other processes that work as one client with this one. All begin the steps together and end
 * them together. One of them leads: it does the actions. A method that waits returns early when the
 * run is stopped, and ends the run itself when a peer is lost. For the coordinating thread.
 */
public interface Peers {

  /** This process is alone. */
  @SuppressWarnings("ClassInitializationDeadlock") // only this line names the class
  Peers NONE = new NoPeers();

  /** This process' part of the work. */
  Division division();

  /** Whether there are no peers to meet. */
  default boolean isAlone() {
    return false;
  }

  /** Whether this process does the actions. */
  default boolean leads() {
    return division().rank() == 0;
  }

  /** A step begins: waits until the leader has done what comes before it, such as hooks. */
  void begin(Step step, RunControl control) throws InterruptedException;

  /**
   * The workers are ready: waits for those of all peers.
   *
   * @return the start that all agree on, by this process' clock: in the past if it is late
   */
  long agreeOnStart(RunControl control) throws InterruptedException;

  /** The workers begin. */
  void started(long nanos);

  /**
   * Those of this process' workers that the step waits for have ended. Waits on a thread of its own
   * for those of all peers.
   *
   * @param nanos when they ended
   * @param allEnded called on that thread
   */
  void ownEnded(long nanos, Runnable allEnded, RunControl control);

  /**
   * All workers of this process have ended: exchanges what was counted.
   *
   * @param own of this process
   * @param endNanos the end of its last operation
   * @return of the other processes; empty if that is unknown, because the run was stopped
   */
  Optional<Counted> exchange(Counted own, long endNanos, RunControl control)
      throws InterruptedException;

  /** The leader has done an action. */
  void acted(RunControl control) throws InterruptedException;

  /** Waits until the leader has done the action. Any thread. */
  void awaitAction(RunControl control) throws InterruptedException;

  /** The times of the step of workers that began last; empty without peers. */
  Optional<AgentStep> times();

  /**
   * What workers have counted in a step.
   *
   * @param rows that were inserted
   * @param counters the sums of their counters, by the numbers of their totals
   */
  record Counted(long rows, Map<Integer, long[]> counters) {

    public static final Counted NOTHING = new Counted(0, Map.of());
  }
}
