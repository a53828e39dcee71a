package io.ibench.cli.bisect;

import io.ibench.bisect.Candidate;
import io.ibench.cli.ground.ErrorReporter;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.run.DuetCommand;
import io.ibench.cli.setup.Setup;
import io.ibench.config.ConfigException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the duets of versions would be refused for. Immutable. */
record Mistakes(Sides sides, Map<String, String> environment) {

  private static final String OPTION = "-s: ";

  /** Databases without a process of their own. */
  private static final Set<String> INSIDE = Set.of("files", "memory", "noop", "rocksdb", "sqlite");

  /**
   * Refuses versions that are no pair with the first one, each with its place; what all have in
   * common is named once.
   */
  void refuse(List<Candidate> candidates) throws UsageException {
    DuetCommand command = DuetCommand.ofSuite(sides.plan().duet());
    Candidate good = candidates.get(0);
    Map<String, Set<Candidate>> found = new LinkedHashMap<>();
    for (Candidate each : candidates.subList(1, candidates.size())) {
      try {
        command.check(sides.given(good.settings()), sides.given(each.settings()), environment);
      } catch (UsageException e) {
        for (String line : ErrorReporter.mistakes(e)) {
          Set<Candidate> whose = found.computeIfAbsent(line, none -> new LinkedHashSet<>());
          whose.add(isOf(line, good) && !isOf(line, each) ? good : each);
        }
      }
    }
    if (found.isEmpty()) {
      return;
    }
    List<String> lines = new ArrayList<>();
    found.forEach(
        (line, whose) -> {
          boolean named = whose.stream().anyMatch(each -> isOf(line, each));
          if (named || whose.size() < candidates.size() - 1) {
            whose.forEach(each -> lines.add(place(each) + of(line, each)));
          } else {
            lines.add(line);
          }
        });
    throw new UsageException(lines);
  }

  /**
   * Refuses what is wrong whatever a version is built to: settings of -s and --versus, the step.
   * What a private server would bring is not there yet, so that nothing else is surely wrong.
   *
   * @param versus settings of all versions that do not depend on the build
   */
  void refuseBeforeBuild(List<String> versus) throws UsageException {
    Candidate any = new Candidate("any", versus, Optional.empty(), Optional.empty());
    List<String> sure = new ArrayList<>();
    try {
      Setup setup = Setup.of(sides.given(versus), environment);
      DuetCommand.ofSuite(sides.plan().duet()).check(setup, setup);
    } catch (ConfigException | UsageException e) {
      for (String line : ErrorReporter.mistakes(e)) {
        if (line.startsWith("--step ")) {
          sure.add(line);
        } else if (line.startsWith(OPTION) && !line.contains("${")) {
          sure.add(isOf(line, any) ? "--versus: " + of(line, any) : line);
        }
      }
    }
    if (!sure.isEmpty()) {
      throw new UsageException(sure);
    }
  }

  /** Refuses a profile of what has no process of its own. */
  void refuseProfile(List<String> own) throws UsageException {
    String database;
    try {
      database = Setup.of(sides.given(own), environment).database();
    } catch (ConfigException | UsageException e) {
      return; // it is refused for that
    }
    if (INSIDE.contains(database)) {
      throw new UsageException(
          "--why: database = "
              + database
              + " works inside of ibench, and a duet samples servers only; leave --why out");
    }
  }

  /** Whether a mistake shows a setting of this version. */
  private static boolean isOf(String line, Candidate candidate) {
    return candidate.settings().stream()
        .anyMatch(
            each ->
                line.contains(" " + Sides.name(each) + " = " + Sides.value(each) + ":")
                    || line.startsWith(OPTION + Sides.name(each) + ":"));
  }

  /** What a version has of its own was not given by -s. */
  private static String of(String line, Candidate candidate) {
    return isOf(line, candidate) && line.startsWith(OPTION)
        ? line.substring(OPTION.length())
        : line;
  }

  private static String place(Candidate candidate) {
    return candidate.origin().map(where -> where + ": ").orElse("") + candidate.name() + ": ";
  }
}
