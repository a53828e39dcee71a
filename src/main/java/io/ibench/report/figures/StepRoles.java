package io.ibench.report.figures;

import io.ibench.measure.OperationSummary;
import io.ibench.measure.RateTarget;
import io.ibench.measure.Role;
import io.ibench.measure.StepResult;
import java.util.EnumSet;
import java.util.Set;

/** What there is in a step at all, whether or not anything of it succeeded. */
public final class StepRoles {

  private StepRoles() {}

  /** What the step is about, what was tried in it, and what it has target rates for. */
  public static Set<Role> of(StepResult step, RunInfo run) {
    Set<Role> roles = EnumSet.noneOf(Role.class);
    switch (step.step().unit()) {
      case QUERIES -> roles.add(Role.QUERY);
      case ROWS -> roles.add(Role.INSERT);
      default -> {
        return roles;
      }
    }
    for (OperationSummary operation : step.whole().operations()) {
      Role role = run.roles().get(operation.operation());
      // A step that inserts has no rate of queries.
      if (role != Role.QUERY) {
        roles.add(role);
      }
    }
    step.step().targets().stream().map(RateTarget::role).forEach(roles::add);
    return roles;
  }
}
