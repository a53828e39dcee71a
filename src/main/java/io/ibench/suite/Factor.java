package io.ibench.suite;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What is varied. Immutable.
 *
 * @param option the setting that the factor is, whose values are the levels; empty for named levels
 * @param levels in the order of the file
 */
public record Factor(String name, Optional<Option> option, List<String> levels) {

  private static final Pattern NUMBER = Pattern.compile("-?[0-9.]+");

  /** What the products of a suite begin all names of their options with. */
  private static final Pattern PREFIX = Pattern.compile("^(innodb|rocksdb)_");

  /** A setting of a variant. */
  public record Option(Area area, String key) {}

  public Factor {
    levels = List.copyOf(levels);
  }

  /** A level for readers: a bare number says nothing without a name. */
  String title(String level) {
    return NUMBER.matcher(level).matches()
        ? PREFIX.matcher(name).replaceFirst("") + "=" + level
        : level;
  }
}
