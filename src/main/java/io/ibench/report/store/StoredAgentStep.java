package io.ibench.report.store;

import io.ibench.measure.AgentStep;
import java.util.List;

/**
 * A step's {@link AgentStep} in summary.json. Immutable. Its keys end in {@code _us}: microseconds.
 *
 * @param offsetUs the server's clock minus the agent's, when the step began
 * @param offsetUncertaintyUs half of the fastest round trip
 * @param offsetDriftUs the change of the offset until the step's end
 * @param startUs the agreed start by the server's clock, since 1970 UTC
 * @param startLateUs after the agreed start
 * @param endUs the end of the agent's own foreground, after the agreed start
 * @param meetingStatements to the meeting table during the step
 * @param lost ranks of agents that were lost, ascending
 */
public record StoredAgentStep(
    long offsetUs,
    long offsetUncertaintyUs,
    long offsetDriftUs,
    long startUs,
    long startLateUs,
    long endUs,
    long meetingStatements,
    List<Integer> lost) {

  static StoredAgentStep of(AgentStep step) {
    return new StoredAgentStep(
        step.offsetMicros(),
        step.uncertaintyMicros(),
        step.driftMicros(),
        step.startMicros(),
        step.startLateMicros(),
        step.endMicros(),
        step.statements(),
        step.lost());
  }
}
