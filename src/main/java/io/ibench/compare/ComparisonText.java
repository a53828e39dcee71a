package io.ibench.compare;

import io.ibench.report.store.RunReport;
import io.ibench.report.store.StoredRun;
import io.ibench.report.text.Layout;
import io.ibench.report.text.MarkdownLayout;
import io.ibench.report.text.TerminalLayout;
import io.ibench.report.text.TextReport;
import io.ibench.report.text.TextTable;
import io.ibench.report.text.VerdictText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A comparison as a person reads it: who is compared, what differs in how it was measured, then
 * each step. A pure function.
 */
public final class ComparisonText {

  /** What is longer would make a table too wide, and stands below it. */
  private static final int LONGEST_CELL = 32;

  private final Comparison comparison;
  private final Layout layout;
  private final List<String> labels;

  private ComparisonText(Comparison comparison, Layout layout) {
    this.comparison = comparison;
    this.layout = layout;
    this.labels = comparison.labels();
  }

  /**
   * The whole of it.
   *
   * @param markdown for GitHub, and not for a terminal
   * @param columns how wide tables of text may be
   */
  public static String of(Comparison comparison, boolean markdown, int columns) {
    Layout layout = markdown ? new MarkdownLayout() : new TerminalLayout(columns);
    return new ComparisonText(comparison, layout).text();
  }

  private String text() {
    List<String> sections = new ArrayList<>();
    sections.add(head());
    sections.add(settings("UNLIKE: not the same work, compared nevertheless", comparison.unlike()));
    sections.add(settings("differences in settings and environment", comparison.differences()));
    if (comparison.differences().isEmpty()) {
      sections.add(
          layout.note("settings and environment do not differ, as far as the results tell"));
    }
    sections.add(notes());
    StepText steps = new StepText(labels, comparison.sides(), layout);
    Optional<StepComparison> explained =
        comparison.shownSteps().stream().filter(StepComparison::hasRatios).findFirst();
    for (StepComparison step : comparison.shownSteps()) {
      sections.add(
          steps.of(step, explained.filter(first -> first == step).isPresent() ? legend() : ""));
    }
    if (explained.isEmpty() && !comparison.shownSteps().isEmpty()) {
      sections.add(layout.note(Tested.of(comparison).sentence()));
    }
    return String.join("\n", sections.stream().filter(section -> !section.isEmpty()).toList());
  }

  private String head() {
    StringBuilder head =
        new StringBuilder(layout.heading("ibench: " + labels.size() + " sides compared"));
    for (int i = 0; i < labels.size(); i++) {
      String begin = (i + 1) + (i == 0 ? ": the base, " : ": ");
      head.append(layout.note(begin + about(comparison.sides().get(i))));
    }
    return head.toString();
  }

  /** What differs between a side's runs stands with the differences. */
  private static String about(Side side) {
    List<RunReport> runs = side.runs().stream().map(StoredRun::report).toList();
    String folders =
        side.runs().stream().map(run -> run.folder().toString()).collect(Collectors.joining(", "));
    return String.format(
        "%s: %s: ibench %s, %s, %s; %s",
        side.name(),
        folders,
        different(runs.stream().map(RunReport::version).toList()),
        different(runs.stream().map(RunReport::workload).toList()),
        side.verdict().map(VerdictText::of).orElse("not judged"),
        different(runs.stream().map(run -> TextReport.target(run.database())).toList()));
  }

  private static String different(Collection<String> texts) {
    return String.join(" / ", new LinkedHashSet<>(texts));
  }

  private String settings(String title, List<SettingDifference> differences) {
    if (differences.isEmpty()) {
      return "";
    }
    TextTable table = new TextTable(2, labels.size());
    List<String> head = new ArrayList<>(List.of("where", "what"));
    head.addAll(labels);
    table.head(head);
    StringBuilder below = new StringBuilder();
    for (SettingDifference difference : differences) {
      if (difference.values().stream().anyMatch(value -> value.length() > LONGEST_CELL)) {
        below.append(layout.note(inWords(difference)));
      } else {
        List<String> row = new ArrayList<>(List.of(difference.area(), difference.name()));
        row.addAll(difference.values());
        table.add(row);
      }
    }
    String between = table.isEmpty() || below.isEmpty() ? "" : "\n";
    return layout.title(title) + layout.table(table) + between + below;
  }

  private String inWords(SettingDifference difference) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < labels.size(); i++) {
      values.add((i + 1) + ": " + difference.values().get(i));
    }
    return difference.area() + " " + difference.name() + ": " + String.join("; ", values);
  }

  private String notes() {
    StringBuilder notes = new StringBuilder();
    comparison.notes().forEach(note -> notes.append(layout.note(note)));
    if (!comparison.notInAll().isEmpty()) {
      notes.append(layout.note("not in all of them: " + String.join(", ", comparison.notInAll())));
    }
    if (comparison.shownSteps().isEmpty()) {
      notes.append(layout.note("no step with figures is in all of them"));
    }
    return notes.toString();
  }

  private boolean hasInfinite() {
    return comparison.shownSteps().stream()
        .flatMap(step -> step.shownRows().stream())
        .flatMap(row -> row.cells().stream())
        .anyMatch(cell -> Double.isInfinite(cell.ratio()));
  }

  /** Several runs a side would tell of all of them. */
  private String uncertain(Tested tested) {
    boolean few =
        comparison.shownSteps().stream()
            .flatMap(step -> step.shownRows().stream())
            .flatMap(row -> row.cells().stream())
            .anyMatch(cell -> cell.isUncertain() && cell.noise().isUndecided());
    if (few) {
      return "; ? too few runs to know whether it is noise, of which at least "
          + Noise.LEAST_RUNS
          + " would tell";
    }
    return tested.unknown() > 0 ? "; ? its noise is not known: it may be no difference" : "";
  }

  private String legend() {
    Tested tested = Tested.of(comparison);
    String marks =
        "each figure divided by the base's: > above 1.05, < below 0.95; ~ within the noise"
            + uncertain(tested)
            + (hasInfinite() ? "; inf: the base is 0" : "")
            + "; - cannot be had, or the step is left out";
    return layout.note(marks) + layout.note(tested.sentence());
  }
}
