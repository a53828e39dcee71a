package io.ibench.page.compare;

import io.ibench.compare.ComparedValue;
import io.ibench.compare.FigureRow;
import io.ibench.compare.PartialFigures;
import io.ibench.compare.RatioText;
import io.ibench.compare.StepComparison;
import io.ibench.page.Cell;
import io.ibench.page.Cell.Tone;
import io.ibench.page.Row;
import io.ibench.page.TableColumn;
import io.ibench.page.Tones;
import io.ibench.report.figures.Better;
import io.ibench.report.text.VerdictText;
import io.ibench.verdict.Verdict;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.DoubleFunction;

/** The cells that all tables of a comparison are made of. Stateless. */
final class CompareCells {

  static final String ABSENT = "-";

  private CompareCells() {}

  /** A figure of one side as it is, grey where its step is left out. */
  static Cell value(StepComparison step, FigureRow row, int side) {
    ComparedValue cell = row.cells().get(side);
    String text = row.text(cell.value()) + PartialFigures.mark(cell);
    if (!Double.isFinite(cell.value())) {
      return value(step, side, text, "not known");
    }
    String runs = ofRuns(cell, row::text);
    String between = runs.isEmpty() || row.shownUnit().isEmpty() ? "" : "; ";
    return value(step, side, text, row.shownUnit() + between + runs);
  }

  /** How many runs a mean is of, and what they had; nothing of a single run. */
  static String ofRuns(ComparedValue cell, DoubleFunction<String> text) {
    int all = cell.runs().size();
    if (all == 1 || !Double.isFinite(cell.value())) {
      return "";
    }
    String which = cell.isPartial() ? cell.knownRuns() + " of " + all : "" + all;
    DoubleSummaryStatistics range =
        cell.runs().stream()
            .mapToDouble(Double::doubleValue)
            .filter(Double::isFinite)
            .summaryStatistics();
    return String.format(
        "mean of %s runs, %s ... %s",
        which, text.apply(range.getMin()), text.apply(range.getMax()));
  }

  /** The same with a text of the caller's. */
  static Cell value(StepComparison step, int side, String text, String hover) {
    Optional<String> leftOut = step.states().get(side).leftOutText();
    return leftOut
        .map(why -> new Cell(text, Tone.GREY, why))
        .orElseGet(() -> new Cell(text, Tone.PLAIN, hover));
  }

  /** A figure of one side by the base's: coloured where it stands out and is more than noise. */
  static Cell ratio(StepComparison step, FigureRow row, int side) {
    Optional<String> leftOut = step.states().get(side).leftOutText();
    if (leftOut.isPresent()) {
      return new Cell(ABSENT, Tone.GREY, leftOut.get());
    }
    ComparedValue cell = row.cells().get(side);
    if (!cell.isCompared()) {
      return new Cell(ABSENT, Tone.PLAIN, "cannot be had");
    }
    if (side == 0) {
      return new Cell(RatioText.plain(1), Tone.PLAIN, "the base");
    }
    Tone tone = RatioText.standsOut(cell) ? tone(row.better(), cell.ratio()) : Tone.PLAIN;
    return new Cell(RatioText.withNoise(cell), tone, CompareNoise.hover(cell.noise()));
  }

  /** Plain between the limits of what stands out. */
  static Tone tone(Better better, double ratio) {
    boolean high = ratio > ComparedValue.HIGH;
    boolean low = ratio < ComparedValue.LOW;
    if (!high && !low) {
      return Tone.PLAIN;
    }
    return switch (better) {
      case HIGHER -> high ? Tone.BETTER : Tone.WORSE;
      case LOWER -> high ? Tone.WORSE : Tone.BETTER;
      case NEITHER -> Tone.CARE;
    };
  }

  /** A verdict with its reasons on hover. */
  static Cell verdict(Optional<Verdict> verdict, List<String> reasons) {
    return new Cell(VerdictText.of(verdict), Tones.of(verdict), String.join("; ", reasons));
  }

  /** The head of a figure: what it is, with its unit, on hover. */
  static TableColumn column(FigureRow row) {
    return new TableColumn("", row.shownName(), definition(row), false);
  }

  static String definition(FigureRow row) {
    return definition(row.definition(), row.shownUnit());
  }

  /** With its unit, where it has one. */
  static String definition(String definition, String unit) {
    return unit.isEmpty() ? definition : definition + " (" + unit + ")";
  }

  static TableColumn text(String name) {
    return new TableColumn("", name, "", true);
  }

  /** Rows of a table with a row for each side: its name, a cell for each figure. */
  static List<Row> rows(
      List<String> labels,
      StepComparison step,
      BiFunction<FigureRow, Integer, Cell> cell,
      List<FigureRow> figures) {
    List<Row> rows = new ArrayList<>();
    for (int side = 0; side < labels.size(); side++) {
      List<Cell> cells = new ArrayList<>(List.of(Cell.of(labels.get(side))));
      for (FigureRow figure : figures) {
        cells.add(cell.apply(figure, side));
      }
      rows.add(new Row(cells, step.states().get(side).leftOut().isPresent()));
    }
    return rows;
  }
}
