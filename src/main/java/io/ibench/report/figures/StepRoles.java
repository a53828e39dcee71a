package io.ibench.report.figures;

import io.ibench.measure.OperationSummary;
import io.ibench.measure.RateTarget;
import io.ibench.measure.Role;
import io.ibench.measure.StepResult;
import java.util.EnumSet;
import java.util.Set;

/** The roles that a step has, even without a success. Stateless. */
public final class StepRoles {

  private StepRoles() {}

  /** The role of its unit, those of attempted operations, and those with target rates. */
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
