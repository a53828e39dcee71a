package io.ibench.cli;

import io.ibench.report.figures.Durations;
import io.ibench.workload.Step;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A step as {@code check} prints it: one line, and one for each group if there are several. */
final class PlanLines {

  private PlanLines() {}

  /**
   * The lines of a step.
   *
   * @param columns for its name
   */
  static List<String> of(Step step, int columns) {
    String row = "%-" + columns + "s  %s";
    String like = step.like().map(other -> " (like " + other + ")").orElse("");
    String name = step.name();
    if (!(step instanceof Step.Work work)) {
      Step.Action action = (Step.Action) step;
      return List.of(
          action.atLeastNanos() > 0
              ? String.format(
                      Locale.ROOT, row, name, "at least " + seconds(action.atLeastNanos()) + " s")
                  + like
              : name + like);
    }
    List<String> ends = ends(work);
    if (isPlain(work)) {
      Step.Group group = work.groups().get(0);
      String threads = counted(group.threads(), "thread");
      List<String> parts =
          new ArrayList<>(List.of(threads, mean(work, group) + GroupRate.text(group)));
      parts.addAll(ends);
      return List.of(String.format(Locale.ROOT, row, name, String.join(", ", parts)) + like);
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(Locale.ROOT, row, name, String.join(", ", ends)).stripTrailing() + like);
    work.groups().forEach(group -> lines.add(line(work, group)));
    return lines;
  }

  /** Of a rate that changes, the mean is shown. */
  private static String mean(Step.Work work, Step.Group group) {
    return work.profileOf(group).isPresent() ? "on average " : "";
  }

  /** Whether it has one group of threads, which needs no name. */
  private static boolean isPlain(Step.Work work) {
    return work.groups().size() == 1
        && work.groups().get(0).clients() == 1
        && work.groups().get(0).name().isEmpty();
  }

  /** Everything that may end the step. */
  private static List<String> ends(Step.Work work) {
    List<String> ends = new ArrayList<>();
    String most = work.certainNanos().isEmpty() ? "at most " : "";
    work.rateGoal()
        .ifPresent(
            goal ->
                ends.add(
                    goal.isSteady()
                        ? "until the rate is steady"
                        : "until the mean rate is known to " + goal));
    work.untilNanos()
        .ifPresent(
            nanos ->
                ends.add(
                    work.rateGoal().isPresent()
                        ? most + Durations.planned(nanos)
                        : most + work.repeat() + " x " + seconds(nanos) + " s"));
    work.profile()
        .ifPresent(
            profile ->
                ends.add(
                    seconds(profile.nanos())
                        + " s in "
                        + counted(profile.segments().size(), "segment")));
    work.operations()
        .ifPresent(count -> ends.add(String.format(Locale.ROOT, "%,d operations", count)));
    work.rows().ifPresent(rows -> ends.add(String.format(Locale.ROOT, "%,d rows", rows)));
    return ends;
  }

  private static String line(Step.Work work, Step.Group group) {
    StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "  %-12s", group.name()));
    line.append(counted(group.clients(), "client"))
        .append(" x ")
        .append(counted(group.threads(), "thread"))
        .append(", ")
        .append(
            group.holdsSnapshots()
                ? "a snapshot each, for " + seconds(group.rate().perNanos()) + " s, again and again"
                : mean(work, group) + GroupRate.perClient(group));
    group
        .follows()
        .ifPresent(
            following ->
                line.append(
                    String.format(
                        Locale.ROOT,
                        ", follows %s by at most %d",
                        following.group(),
                        following.lag())));
    line.append(group.background() ? ", as long as the others work" : "");
    return line.toString();
  }

  private static String counted(int count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  private static String seconds(long nanos) {
    return BigDecimal.valueOf(nanos, 9).stripTrailingZeros().toPlainString();
  }
}
