package io.ibench.cli.ground;

import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options of a command line: none is ignored in silence. Stateless. */
public final class GivenOptions {

  private GivenOptions() {}

  /** The long names of the options that were given, in their order, without these. */
  static List<String> without(CommandSpec spec, Set<String> known) {
    return spec.commandLine().getParseResult().matchedOptions().stream()
        .map(OptionSpec::longestName)
        .distinct()
        .filter(name -> !known.contains(name))
        .toList();
  }

  /** The long names of those of these options that were given, in their order. */
  public static List<String> of(CommandSpec spec, Set<String> names) {
    return without(spec, Set.of()).stream().filter(names::contains).toList();
  }

  /**
   * Refuses all other options than these.
   *
   * @param why they would be ignored, such as {@code --clean runs nothing}
   */
  public static void require(CommandSpec spec, Set<String> allowed, String why)
      throws UsageException {
    List<String> others = without(spec, allowed);
    if (!others.isEmpty()) {
      throw new UsageException(why + ": leave out " + String.join(", ", others));
    }
  }
}
