package io.ibench.engine;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Session;
import io.ibench.measure.Role;
import io.ibench.random.Random64;
import io.ibench.workload.ActionContext;
import io.ibench.workload.Dataset;
import io.ibench.workload.Step;
import io.ibench.workload.TableUse;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadRun;
import io.ibench.workload.internal.ForwardingPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A plan of one step with groups of several roles, whose workers a test provides by group. */
final class GroupPlan extends ForwardingPlan implements WorkloadRun {

  static final int INSERT = 0;
  static final int DELETE = 1;
  static final int QUERY = 2;
  static final int MIN = 3;

  /** Makes the worker of a group's thread. */
  interface Workers {
    Worker worker(int number);
  }

  private final Map<String, Workers> workers = new HashMap<>();
  private final List<End> ends = new ArrayList<>();

  GroupPlan(Step.Work step) {
    super(new FakePlan(step));
  }

  GroupPlan with(String group, Workers makeWorkers) {
    workers.put(group, makeWorkers);
    return this;
  }

  static Step.Work step(OptionalLong untilNanos, OptionalLong operations, Step.Group... groups) {
    return new Step.Work(
        "l.i1",
        "l.i1",
        Optional.empty(),
        TableUse.WRITES,
        untilNanos,
        operations,
        1,
        OptionalLong.empty(),
        true,
        List.of(groups),
        Optional.empty());
  }

  /** Until the groups that are not in the background have nothing left to do. */
  static Step.Work step(Step.Group... groups) {
    return step(OptionalLong.empty(), OptionalLong.empty(), groups);
  }

  /** How the step ended; one entry. */
  List<End> ends() {
    return ends;
  }

  @Override
  public List<String> operations() {
    return List.of("insert", "delete", "query", "min");
  }

  @Override
  public Role role(int operation) {
    return Role.values()[List.of(1, 2, 0, 3).get(operation)];
  }

  @Override
  public WorkloadRun begin(long epochMillis, Dataset dataset) {
    return this;
  }

  @Override
  public Outcome act(Step.Action step, Database database, ActionContext context) {
    return Outcome.NOTHING;
  }

  @Override
  public Worker worker(
      Step.Work step, Step.Group group, int number, Session session, Random64 random)
      throws DatabaseException {
    return workers.get(group.name()).worker(number);
  }

  @Override
  public Outcome finished(Step.Work step, End end) {
    ends.add(end);
    return Outcome.NOTHING;
  }
}
