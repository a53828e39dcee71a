package io.ibench.workload.internal;

import io.ibench.db.ConnectionLimit;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.TableUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Whether the server lets ibench open the connections of each step: else the run would wait in the
 * middle for connections that it has itself. Changes nothing.
 */
public final class ConnectionCheck {

  private final Plan plan;
  private final Database database;
  private final List<ConnectionLimit> limits;
  private final int agents;
  private final boolean looks;

  /**
   * @param agents the processes that work as one client
   * @param looks whether one of them looks at the server's sessions
   */
  public ConnectionCheck(Plan plan, Database database, int agents, boolean looks)
      throws DatabaseException {
    this.plan = plan;
    this.database = database;
    this.agents = agents;
    this.looks = looks && database.pooledConnections().isEmpty();
    this.limits = database.connectionLimits();
  }

  /**
   * Refuses steps that need more connections than this user may have.
   *
   * @throws RefusedException with a line for each step and limit
   */
  public void requireEnough() throws RefusedException {
    List<String> reasons = new ArrayList<>();
    for (Step.Work step : works()) {
      long needed = needed(step);
      for (ConnectionLimit limit : limits) {
        if (needed > limit.connections()) {
          reasons.add(
              sentence(step, needed, limit)
                  + "; raise it, or have fewer threads, or let them share connections with session"
                  + " = operation"
                  + (looks ? ", or set server_waits = 0, which saves one" : ""));
        }
      }
    }
    if (!reasons.isEmpty()) {
      throw new RefusedException(reasons);
    }
  }

  /**
   * What a run may wait for because others have connections, one line for each limit; with several
   * agents nobody knows whose they are.
   */
  public List<String> warnings() {
    List<String> lines = new ArrayList<>();
    for (ConnectionLimit limit : agents > 1 ? List.<ConnectionLimit>of() : limits) {
      works().stream()
          .filter(step -> needed(step) > limit.connections() - limit.others())
          .findFirst()
          .ifPresent(
              step ->
                  lines.add(
                      sentence(step, needed(step), limit)
                          + String.format(
                              Locale.ROOT,
                              ", of which others have %,d now: the step waits for them up to"
                                  + " outage.max",
                              limit.others())));
    }
    return lines;
  }

  private static String sentence(Step.Work step, long needed, ConnectionLimit limit) {
    return String.format(
        Locale.ROOT,
        "%s opens %,d connections, and %s allows %,d",
        step.name(),
        needed,
        limit.name(),
        limit.connections());
  }

  private List<Step.Work> works() {
    return plan.steps().stream()
        .filter(step -> step instanceof Step.Work)
        .map(Step.Work.class::cast)
        .toList();
  }

  /**
   * Those of the workers, the database's own one, and, while the workers open theirs, those of the
   * session that writes ibench_tables, and the one that looks at sessions; each further agent has
   * one of its own, and a session in ibench_agents.
   */
  private long needed(Step.Work step) {
    long each = database.connectionsPerSession();
    boolean records = step.use() == TableUse.LOADS || step.use() == TableUse.WRITES;
    long workers =
        database.pooledConnections().isPresent()
            ? database.pooledConnections().getAsLong() * agents
            : step.groups().stream()
                .mapToLong(
                    group -> group.allThreads() * (plan.usesTransactions(step, group) ? each : 1))
                .sum();
    long others = (agents > 1 ? agents : 0) + (records ? each : 0) + (looks ? 1 : 0);
    return workers + agents + others;
  }
}
