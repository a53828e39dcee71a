package io.ibench.cli.run;

import io.ibench.cli.ground.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine;

/** The options of a command that a suite gives to each of its cells. Stateless. */
final class SuiteOptions {

  private SuiteOptions() {}

  /**
   * Sets them in a command that runs nothing.
   *
   * @param allowed those that a suite does not say itself
   */
  static void parse(Object command, List<String> options, Set<String> allowed)
      throws UsageException {
    List<String> all = new ArrayList<>(List.of("workload", "-d", "database"));
    all.addAll(options);
    try {
      List<String> other =
          new CommandLine(command)
                  .setExpandAtFiles(false)
                  .parseArgs(all.toArray(String[]::new))
                  .matchedOptions()
                  .stream()
                  .map(each -> each.longestName())
                  .filter(name -> !allowed.contains(name) && !name.equals("--database"))
                  .toList();
      if (!other.isEmpty()) {
        throw new UsageException(
            String.join(", ", other) + ": allowed: " + String.join(", ", new TreeSet<>(allowed)));
      }
    } catch (CommandLine.ParameterException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }
}
