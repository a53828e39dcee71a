package io.ibench.verdict;

import io.ibench.host.ServerPlace;
import io.ibench.measure.StepResult;
import java.util.Optional;

/** Whether the client, or other programs on its machine, may have slowed a step down. */
public final class ClientCause {

  private ClientCause() {}

  /** The first reason that counts against the client; empty without one. */
  public static Optional<String> of(StepResult step, ServerPlace place) {
    Findings findings = new Findings();
    ClientRules.judgeSaturation(step, place, findings);
    ClientRules.judge(step, place, findings);
    new NeighbourRules(step, place, findings).judge();
    ClientRules.judgeSteal(step, findings);
    return findings.judgement().reasons().stream().findFirst();
  }
}
