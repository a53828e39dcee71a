package io.ibench.verdict;

import io.ibench.host.ServerPlace;
import io.ibench.measure.Role;
import java.util.List;

/**
 * What a judge must know of a run beside its steps.
 *
 * @param roles of the operations, by number
 * @param serverPlace where the database runs
 */
public record Conditions(List<Role> roles, ServerPlace serverPlace) {

  public Conditions {
    roles = List.copyOf(roles);
  }
}
