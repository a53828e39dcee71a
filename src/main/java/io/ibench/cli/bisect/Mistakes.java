package io.ibench.cli.bisect;

import io.ibench.bisect.Candidate;
import io.ibench.cli.ground.ErrorReporter;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.run.DuetCommand;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the duets of versions would be refused for. Immutable. */
record Mistakes(Sides sides, Map<String, String> environment) {

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
            whose.forEach(each -> lines.add(place(each) + line));
          } else {
            lines.add(line);
          }
        });
    throw new UsageException(lines);
  }

  /** Whether a mistake shows a setting of this version. */
  private static boolean isOf(String line, Candidate candidate) {
    return candidate.settings().stream()
        .anyMatch(each -> line.contains(" " + Sides.name(each) + " = " + Sides.value(each) + ":"));
  }

  private static String place(Candidate candidate) {
    return candidate.origin().map(where -> where + ": ").orElse("") + candidate.name() + ": ";
  }
}
