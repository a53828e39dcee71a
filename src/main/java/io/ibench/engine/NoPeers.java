package io.ibench.engine;

import io.ibench.measure.AgentStep;
import io.ibench.workload.Division;
import io.ibench.workload.Step;
import java.util.Optional;

/** One process does all, and waits for nobody. Stateless. */
final class NoPeers implements Peers {

  @Override
  public Division division() {
    return Division.WHOLE;
  }

  @Override
  public boolean isAlone() {
    return true;
  }

  @Override
  public void begin(Step step, RunControl control) {}

  @Override
  public long agreeOnStart(RunControl control) {
    throw new IllegalStateException("a process alone begins by itself");
  }

  @Override
  public void started(long nanos) {}

  @Override
  public void ownEnded(long nanos, Runnable allEnded, RunControl control) {
    allEnded.run();
  }

  @Override
  public Optional<Counted> exchange(Counted own, long endNanos, RunControl control) {
    return Optional.of(Counted.NOTHING);
  }

  @Override
  public void acted(RunControl control) {}

  @Override
  public void awaitAction(RunControl control) {}

  @Override
  public Optional<AgentStep> times() {
    return Optional.empty();
  }
}
