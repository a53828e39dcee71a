package io.ibench.verdict;

import io.ibench.host.ServerPlace;
import io.ibench.measure.StepResult;
import java.util.Optional;

/**
 * Why the client, or others on its machine, may have slowed a step down. Immutable.
 *
 * @param byOthers whether other programs or the hypervisor used the CPUs: the client's waits then
 *     follow from that
 * @param text the reason
 */
public record ClientCause(boolean byOthers, String text) {

  /** The first reason; empty without one. */
  public static Optional<ClientCause> of(StepResult step, ServerPlace place) {
    Findings others = new Findings();
    new NeighbourRules(step, place, others).judge();
    ClientRules.judgeSteal(step, others);
    Findings own = new Findings();
    ClientRules.judgeSaturation(step, place, own);
    ClientRules.judge(step, place, own);
    return first(others, true).or(() -> first(own, false));
  }

  private static Optional<ClientCause> first(Findings findings, boolean byOthers) {
    return findings.judgement().reasons().stream()
        .findFirst()
        .map(text -> new ClientCause(byOthers, text));
  }
}
