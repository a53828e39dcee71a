package io.ibench.report.text;

import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.StoredTarget;
import io.ibench.verdict.SustainedRate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The rates that steps were to hold above those that they reached. */
public final class TargetTable {

  private TargetTable() {}

  /** What has been done to what a target counts. */
  public static String done(String counts) {
    return switch (counts) {
      case "inserted_rows" -> "inserted";
      case "deleted_rows" -> "deleted";
      default -> counts;
    };
  }

  /** A step's targets, those of one kind together. */
  public static List<StoredTarget> byCount(Step step) {
    Map<String, StoredTarget> sums = new LinkedHashMap<>();
    for (StoredTarget target : step.targets()) {
      sums.merge(
          target.counts(),
          target,
          (sum, more) ->
              new StoredTarget(
                  sum.group(),
                  sum.counts(),
                  sum.perSecond() + more.perSecond(),
                  sum.actualPerSecond(),
                  sum.share(),
                  sum.sustained()));
    }
    return List.copyOf(sums.values());
  }

  /** Empty when no step had one. Steps are columns where there is room, else rows. */
  static String text(RunReport run, Layout layout) {
    List<Step> steps = run.steps().stream().filter(step -> !step.targets().isEmpty()).toList();
    if (steps.isEmpty()) {
      return "";
    }
    List<String> kinds =
        steps.stream()
            .flatMap(step -> byCount(step).stream())
            .map(StoredTarget::counts)
            .distinct()
            .toList();
    TextTable across = across(steps, kinds);
    boolean fits =
        across.text("  ").lines().allMatch(line -> line.length() <= TerminalLayout.WIDTH);
    return title(steps, kinds, layout) + layout.table(fits ? across : down(steps, kinds));
  }

  private static String title(List<Step> steps, List<String> kinds, Layout layout) {
    String what = kinds.stream().map(TargetTable::perSecond).collect(Collectors.joining(", "));
    boolean missed =
        steps.stream().flatMap(step -> step.targets().stream()).anyMatch(t -> !t.sustained());
    String mark =
        missed
            ? String.format(
                Locale.ROOT, "; !: below %.0f %% of the target", 100 * SustainedRate.SUSTAINED)
            : "";
    return layout.title("target rates, " + what + mark);
  }

  private static String perSecond(String counts) {
    return counts.equals("queries") ? "queries/s" : "rows " + done(counts) + "/s";
  }

  private static TextTable across(List<Step> steps, List<String> kinds) {
    TextTable table = new TextTable();
    List<String> head = new ArrayList<>(List.of(""));
    steps.forEach(step -> head.add(step.title()));
    table.head(head);
    for (String kind : kinds) {
      String prefix = kinds.size() > 1 ? done(kind) + ", " : "";
      List<String> targets = new ArrayList<>(List.of(prefix + "target"));
      List<String> reached = new ArrayList<>(List.of(prefix + "reached"));
      for (Step step : steps) {
        targets.add(target(step, kind));
        reached.add(reached(step, kind));
      }
      table.add(targets);
      table.add(reached);
    }
    return table;
  }

  private static TextTable down(List<Step> steps, List<String> kinds) {
    TextTable table = new TextTable();
    List<String> head = new ArrayList<>(List.of("step"));
    for (String kind : kinds) {
      String prefix = kinds.size() > 1 ? done(kind) + ", " : "";
      head.addAll(List.of(prefix + "target", "reached"));
    }
    table.head(head);
    for (Step step : steps) {
      List<String> row = new ArrayList<>(List.of(step.title()));
      kinds.forEach(kind -> row.addAll(List.of(target(step, kind), reached(step, kind))));
      table.add(row);
    }
    return table;
  }

  private static Optional<StoredTarget> find(Step step, String kind) {
    return byCount(step).stream().filter(target -> target.counts().equals(kind)).findFirst();
  }

  private static String target(Step step, String kind) {
    return find(step, kind).map(target -> NumberText.figure(target.perSecond())).orElse("");
  }

  /** The mark stands before the number, so that digits are below digits. */
  private static String reached(Step step, String kind) {
    return find(step, kind)
        .map(
            target ->
                (target.sustained() ? "" : "!")
                    + NumberText.figure(target.actualPerSecond().orElse(null)))
        .orElse("");
  }
}
