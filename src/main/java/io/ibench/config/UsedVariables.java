package io.ibench.config;

import java.util.List;

/**
 * The variables of the environment that a value names, without their values. Immutable.
 *
 * @param set those that exist
 * @param unset those whose defaults are used
 */
public record UsedVariables(List<String> set, List<String> unset) {

  static final UsedVariables NONE = new UsedVariables(List.of(), List.of());

  public UsedVariables {
    set = List.copyOf(set);
    unset = List.copyOf(unset);
  }

  public boolean isEmpty() {
    return set.isEmpty() && unset.isEmpty();
  }

  /** In words, such as {@code HOST} or {@code HOST; PORT is not set}. */
  @Override
  public String toString() {
    String others =
        unset.isEmpty()
            ? ""
            : String.join(", ", unset) + (unset.size() == 1 ? " is not set" : " are not set");
    return String.join(", ", set) + (set.isEmpty() || unset.isEmpty() ? "" : "; ") + others;
  }
}
