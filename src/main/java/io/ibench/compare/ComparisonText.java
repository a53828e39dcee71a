package io.ibench.compare;

import io.ibench.compare.FigureRow.Group;
import io.ibench.compare.StepComparison.State;
import io.ibench.report.document.Block;
import io.ibench.report.document.Block.Notes;
import io.ibench.report.document.Document;
import io.ibench.report.document.Layout;
import io.ibench.report.document.MarkdownLayout;
import io.ibench.report.document.Note;
import io.ibench.report.document.Section;
import io.ibench.report.document.TerminalLayout;
import io.ibench.report.text.AlikeTexts;
import io.ibench.report.text.TextReport;
import io.ibench.report.text.VerdictText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A comparison as text: sides, differences in settings, then each step. Immutable. */
public final class ComparisonText {

  /** Longer values would make the table too wide; they are listed below it. */
  private static final int LONGEST_CELL = 32;

  private static final List<Group> MAIN = List.of(Group.RATE, Group.COST, Group.SIZE);
  private static final List<Group> CLIENT = List.of(Group.CLIENT);

  private final Comparison comparison;
  private final List<String> labels;

  private ComparisonText(Comparison comparison) {
    this.comparison = comparison;
    this.labels = comparison.labels();
  }

  /**
   * The answer, and the whole comparison below it.
   *
   * @param details everything, and not only the answer
   * @param markdown for GitHub, and not for a terminal
   * @param columns the maximum width of a table of text
   */
  public static String of(Comparison comparison, boolean details, boolean markdown, int columns) {
    Layout layout = markdown ? new MarkdownLayout() : new TerminalLayout(columns);
    ComparisonSummary summary = new ComparisonSummary(comparison);
    List<Section> sections = new ArrayList<>(summary.sections(details));
    if (details) {
      sections.addAll(new ComparisonText(comparison).sections());
    }
    String end =
        details
            ? ""
            : "--details shows all steps and differences; --matrix FIGURE shows any figure";
    return new Document("ibench: " + summary.sentence(), summary.about(), sections, end)
        .text(layout);
  }

  private List<Section> sections() {
    List<Section> sections = new ArrayList<>();
    List<Note> about = new ArrayList<>();
    for (int i = 0; i < labels.size(); i++) {
      String base = i == 0 ? "the base, " : "";
      about.add(Note.of("" + (i + 1), base + about(comparison.sides().get(i))));
    }
    sections.add(new Section("", "details", "", List.of(new Notes(about))));
    sections.add(settings("UNLIKE: not the same work, compared nevertheless", comparison.unlike()));
    sections.add(settings("differences in settings and environment", comparison.differences()));
    sections.add(Section.ofNotes(notes()));
    if (RateTables.isSummary(comparison)) {
      sections.add(
          Section.of(
              List.of(
                  RateTables.relative(comparison, labels),
                  RateTables.absolute(comparison, labels))));
    }
    Optional<StepComparison> explained =
        comparison.shownSteps().stream().filter(StepComparison::hasRatios).findFirst();
    for (StepComparison step : comparison.shownSteps()) {
      sections.add(step(step, explained.filter(first -> first == step).isPresent()));
    }
    if (explained.isEmpty() && !comparison.shownSteps().isEmpty()) {
      sections.add(Section.ofNotes(List.of(Note.of("", Tested.of(comparison).sentence()))));
    }
    comparison.equalRows().forEach(equal -> sections.add(step(equal.comparison(), false)));
    return sections;
  }

  private Section step(StepComparison step, boolean explained) {
    StepComparisonTables tables = new StepComparisonTables(labels, step);
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Notes(new Conclusion(labels).of(step)));
    tables.absolute(MAIN).map(table -> table.titled("")).ifPresent(blocks::add);
    tables.relative(MAIN).ifPresent(blocks::add);
    if (explained) {
      blocks.add(new Notes(legend()));
    }
    blocks.addAll(tables.latencies());
    String client = "the client and its neighbours";
    tables.absolute(CLIENT).map(table -> table.titled(client)).ifPresent(blocks::add);
    tables
        .relative(CLIENT)
        .map(table -> table.titled(client + ", " + table.title()))
        .ifPresent(blocks::add);
    List<Note> notes = new ArrayList<>(reasons(step));
    NearlyNothing.note(step).ifPresent(text -> notes.add(Note.of("", text)));
    notes.addAll(NoiseText.of(step));
    blocks.add(new Notes(notes));
    return new Section("", step.step(), "", blocks);
  }

  /**
   * Why sides are left out or not trusted, each reason with the numbers of its sides. Reasons that
   * differ in their numbers only share a line.
   */
  private List<Note> reasons(StepComparison step) {
    Map<String, List<String>> texts = new LinkedHashMap<>();
    Map<String, Set<String>> numbers = new LinkedHashMap<>();
    for (int side = 0; side < labels.size(); side++) {
      for (String text : reasons(comparison.sides().get(side), step.states().get(side))) {
        String pattern = AlikeTexts.pattern(text);
        texts.computeIfAbsent(pattern, key -> new ArrayList<>()).add(text);
        numbers.computeIfAbsent(pattern, key -> new LinkedHashSet<>()).add("" + (side + 1));
      }
    }
    List<Note> notes = new ArrayList<>();
    texts.forEach(
        (pattern, alike) ->
            notes.add(Note.of(String.join(", ", numbers.get(pattern)), AlikeTexts.merged(alike))));
    return notes;
  }

  /** Names the reason for which the side is left out once. */
  private static List<String> reasons(Side side, State state) {
    List<String> texts = new ArrayList<>();
    state.leftOutText().ifPresent(texts::add);
    state.reasons().stream()
        .map(reason -> withoutRun(side, reason))
        .filter(reason -> state.leftOut().filter(why -> why.contains(reason)).isEmpty())
        .forEach(texts::add);
    return texts;
  }

  /** The run's own report says which of the side's runs it is. */
  private static String withoutRun(Side side, String reason) {
    return side.runs().stream()
        .map(run -> run.report().id() + ": ")
        .filter(reason::startsWith)
        .map(id -> reason.substring(id.length()))
        .findFirst()
        .orElse(reason);
  }

  /** What differs between a side's runs is in the table of differences. */
  private static String about(Side side) {
    String folders =
        side.runs().stream().map(run -> run.folder().toString()).collect(Collectors.joining(", "));
    return String.format(
        Locale.ROOT,
        "%s: %s: ibench %s, %s, %s; %s",
        side.name(),
        folders,
        side.each(run -> run.report().version(), " / "),
        side.each(run -> run.report().workload(), " / "),
        side.verdict().map(VerdictText::of).orElse("not judged"),
        side.each(run -> TextReport.target(run.report().database()), " / "));
  }

  private Section settings(String title, List<SettingDifference> differences) {
    List<SettingDifference> rows = new ArrayList<>();
    List<Note> below = new ArrayList<>();
    for (SettingDifference difference : differences) {
      if (difference.values().stream().anyMatch(value -> value.length() > LONGEST_CELL)) {
        below.add(Note.of("", inWords(difference)));
      } else {
        rows.add(difference);
      }
    }
    return new Section(
        "",
        differences.isEmpty() ? "" : title,
        "",
        List.of(SettingDifference.table("", labels, rows), new Notes(below)));
  }

  private String inWords(SettingDifference difference) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < labels.size(); i++) {
      values.add((i + 1) + ": " + difference.values().get(i));
    }
    return difference.area() + " " + difference.name() + ": " + String.join("; ", values);
  }

  /** What the answer does not say. */
  private List<Note> notes() {
    List<Note> notes = new ArrayList<>();
    comparison
        .answers()
        .filter(answers -> answers.same().isEmpty())
        .ifPresent(answers -> notes.add(answers.note()));
    if (comparison.shownSteps().isEmpty()) {
      notes.add(Note.of("", "no step with figures is in all of them"));
    }
    return notes;
  }

  private Stream<ComparedValue> cells() {
    return comparison.shownSteps().stream()
        .flatMap(step -> step.shownRows().stream())
        .flatMap(row -> row.cells().stream());
  }

  /** Explains the mark ? if the table has one. */
  private String uncertain(Tested tested) {
    if (cells().anyMatch(cell -> cell.isUncertain() && cell.noise().isUndecided())) {
      return "; ? too few runs to know whether it is noise, of which at least "
          + Noise.MIN_RUNS
          + " would tell";
    }
    return tested.unknown() > 0 ? "; ? its noise is not known: it may be no difference" : "";
  }

  private List<Note> legend() {
    Tested tested = Tested.of(comparison);
    String marks =
        "each figure divided by the base's: > above 1.05, < below 0.95; ~ within the noise"
            + uncertain(tested)
            + (cells().anyMatch(cell -> Double.isInfinite(cell.ratio()))
                ? "; inf: the base is 0"
                : "")
            + "; - not known, too little to compare, or the step is left out";
    return List.of(Note.of("", marks), Note.of("", tested.sentence()));
  }
}
