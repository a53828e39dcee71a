package io.ibench.measure;

import java.util.List;

/**
 * When a step began and ended on one agent of a run of several, by the server's clock, which all
 * agents share. Immutable. Times are in microseconds.
 *
 * @param offsetMicros the server's clock minus this agent's clock, when the step began
 * @param uncertaintyMicros how far the offset may be off: half of the fastest round trip
 * @param driftMicros how much the offset has changed from the step's begin to its end
 * @param startMicros the agreed start, since 1970 UTC: the same for all agents
 * @param startLateMicros how long after the agreed start the agent released its workers; 0 or more
 * @param endMicros when its own foreground had ended, after the agreed start
 * @param statements that it has sent to the meeting table during the step, without its workers
 * @param lost the ranks of agents that were lost in the step, ascending
 */
public record AgentStep(
    long offsetMicros,
    long uncertaintyMicros,
    long driftMicros,
    long startMicros,
    long startLateMicros,
    long endMicros,
    long statements,
    List<Integer> lost) {

  public AgentStep {
    lost = List.copyOf(lost);
  }
}
