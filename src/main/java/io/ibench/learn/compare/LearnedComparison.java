package io.ibench.learn.compare;

import com.fasterxml.jackson.databind.JsonNode;
import io.ibench.learn.compare.LoadFigures.Figure;
import io.ibench.report.document.Document;
import io.ibench.report.document.Note;
import io.ibench.report.document.Section;
import io.ibench.report.document.Table;
import io.ibench.report.document.TableColumn;
import io.ibench.report.store.RunReport;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Puts a run of a learned script, or its log, beside what was learned. Immutable. */
public final class LearnedComparison {

  /** Per statement; docs/learn.md has the limits. */
  private static final double FAITHFUL = 0.05;

  private static final double ROUGH = 0.15;
  private static final double FAITHFUL_POINTS = 0.01;
  private static final double ROUGH_POINTS = 0.03;

  private static final String COUNTED =
      "rows read and pages are the server's counters in a run, and those of statements in a log:"
          + " other things are counted, so they are not judged; a log of the run is";

  private final LoadFigures learned;
  private final LoadFigures other;
  private final boolean isLog;
  private final List<String> far = new ArrayList<>();
  private int worst;

  private LearnedComparison(LoadFigures learned, LoadFigures other, boolean isLog) {
    this.learned = learned;
    this.other = other;
    this.isLog = isLog;
    judge();
  }

  /** With a step of a run. */
  public static LearnedComparison withRun(JsonNode report, RunReport.Step step) {
    return new LearnedComparison(LoadFigures.of(report), LoadFigures.of(step), false);
  }

  /** With what was learned of the log of a run. */
  public static LearnedComparison withLog(JsonNode report, JsonNode other) {
    return new LearnedComparison(LoadFigures.of(report), LoadFigures.of(other), true);
  }

  private void judge() {
    for (String name : names()) {
      double away = Math.abs(share(other, name) - share(learned, name));
      note(away, FAITHFUL_POINTS, ROUGH_POINTS, name + "'s share");
    }
    for (Figure figure : Figure.values()) {
      boolean judged = isLog || figure == Figure.STATEMENTS || figure == Figure.ROWS;
      Double before = learned.perStatement().get(figure);
      Double after = other.perStatement().get(figure);
      if (judged && before != null && after != null && before > 0) {
        note(Math.abs(after / before - 1), FAITHFUL, ROUGH, figure.title());
      }
    }
  }

  private void note(double away, double faithful, double rough, String what) {
    if (away > faithful) {
      worst = Math.max(worst, away > rough ? 2 : 1);
      far.add(what);
    }
  }

  /** Whether the run has none of the script's transactions: it is of something else. */
  public boolean isOfSomethingElse() {
    return learned.shares().keySet().stream().noneMatch(other.shares()::containsKey);
  }

  /** In one sentence. */
  public String answer() {
    String verdict = List.of("faithful", "rough", "poor").get(worst);
    return far.isEmpty()
        ? verdict + ": per statement the server does the same"
        : verdict + ": different are " + String.join(", ", far);
  }

  private Set<String> names() {
    Set<String> names = new LinkedHashSet<>(learned.shares().keySet());
    names.addAll(other.shares().keySet());
    return names;
  }

  private static double share(LoadFigures of, String name) {
    return of.shares().getOrDefault(name, 0.0);
  }

  public Document document() {
    List<Table.Row> shares = new ArrayList<>();
    for (String name : names()) {
      shares.add(
          Table.Row.of(
              name,
              String.format(Locale.ROOT, "%.2f %%", 100 * share(learned, name)),
              String.format(Locale.ROOT, "%.2f %%", 100 * share(other, name)),
              String.format(
                  Locale.ROOT, "%+.2f", 100 * (share(other, name) - share(learned, name)))));
    }
    List<Table.Row> figures = new ArrayList<>();
    for (Figure figure : Figure.values()) {
      Double before = learned.perStatement().get(figure);
      Double after = other.perStatement().get(figure);
      if (before != null || after != null) {
        figures.add(
            Table.Row.of(
                figure.title(),
                number(before),
                number(after),
                before == null || after == null || before == 0
                    ? "-"
                    : String.format(Locale.ROOT, "%.3f", after / before)));
      }
    }
    List<Section> sections = new ArrayList<>();
    sections.add(
        Section.of(
            List.of(
                new Table(
                    "for each statement",
                    List.of(
                        TableColumn.text("figure"),
                        TableColumn.number("log", ""),
                        TableColumn.number(isLog ? "its log" : "run", ""),
                        TableColumn.number("ratio", "")),
                    figures))));
    sections.add(
        Section.of(
            List.of(
                new Table(
                    "shares of the transactions",
                    List.of(
                        TableColumn.text("transaction"),
                        TableColumn.number("log", ""),
                        TableColumn.number(isLog ? "its log" : "run", ""),
                        TableColumn.number("points", "")),
                    shares))));
    return new Document(answer(), isLog ? List.of() : List.of(Note.of("", COUNTED)), sections, "");
  }

  private static String number(@Nullable Double value) {
    return value == null ? "-" : String.format(Locale.ROOT, "%.4g", value);
  }
}
