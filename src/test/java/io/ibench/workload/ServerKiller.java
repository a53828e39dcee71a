package io.ibench.workload;

import io.ibench.measure.PeriodResult;
import io.ibench.measure.RunListener;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.testing.PrivateServer;
import java.util.HashSet;
import java.util.Set;

/** Kills the server once in each of these steps, when the step has done some work. */
public final class ServerKiller implements RunListener {

  private final PrivateServer server;
  private final Set<String> steps;
  private final int restartsAt;
  private boolean away;

  /**
   * @param restartsAt when so many workers have found out
   */
  public ServerKiller(PrivateServer server, Set<String> steps, int restartsAt) {
    this.server = server;
    this.steps = new HashSet<>(steps);
    this.restartsAt = restartsAt;
  }

  @Override
  public void interval(StepStart step, Snapshot snapshot) {
    if (!away && snapshot.successes() > 0 && steps.remove(step.name())) {
      server.kill();
      away = true;
    } else if (away && snapshot.workers().withoutConnection() >= restartsAt) {
      server.restart();
      away = false;
    }
  }

  @Override
  public void stepStarted(StepStart step) {}

  @Override
  public void periodEnded(StepStart step, PeriodResult period, PeriodResult soFar) {}

  @Override
  public void stepEnded(StepResult result) {}
}
