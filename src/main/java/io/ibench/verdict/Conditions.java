package io.ibench.verdict;

import io.ibench.measure.Role;
import java.util.List;

/**
 * What a judge must know of a run beside its steps.
 *
 * @param roles of the operations, by number
 * @param clientAlone whether the client has a host of its own, without the server
 */
public record Conditions(List<Role> roles, boolean clientAlone) {

  public Conditions {
    roles = List.copyOf(roles);
  }
}
