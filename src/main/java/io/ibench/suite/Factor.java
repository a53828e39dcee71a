package io.ibench.suite;

import java.util.List;
import java.util.Optional;

/**
 * What is varied. Immutable.
 *
 * @param option the setting that the factor is, whose values are the levels; empty for named levels
 * @param levels in the order of the file
 */
public record Factor(String name, Optional<Option> option, List<String> levels) {

  /** A setting of a variant. */
  public record Option(Area area, String key) {}

  public Factor {
    levels = List.copyOf(levels);
  }
}
