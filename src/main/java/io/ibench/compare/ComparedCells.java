package io.ibench.compare;

import io.ibench.compare.StepComparison.State;
import io.ibench.report.document.Cell;
import io.ibench.report.document.Cell.Tone;
import io.ibench.report.document.TableColumn;
import io.ibench.report.figures.Better;
import io.ibench.report.text.Tones;
import io.ibench.report.text.VerdictText;
import io.ibench.verdict.Verdict;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleFunction;

/** The cells of all tables of a comparison. Stateless. */
public final class ComparedCells {

  public static final String ABSENT = "-";

  /** Marks a mean that lacks some of the side's runs. */
  static final String PARTIAL = "*";

  private ComparedCells() {}

  /** What a table shows of a side's figure. */
  interface Content {
    Cell cell(StepComparison step, FigureRow row, int side);
  }

  /** A side's figure; grey if the step is left out. */
  public static Cell value(StepComparison step, FigureRow row, int side) {
    ComparedValue cell = row.cells().get(side);
    String text = row.text(cell.value()) + partialMark(cell);
    if (!Double.isFinite(cell.value())) {
      return value(step, side, text, "not known");
    }
    String runs = ofRuns(cell, row::text);
    String between = runs.isEmpty() || row.shownUnit().isEmpty() ? "" : "; ";
    return value(step, side, text, row.shownUnit() + between + runs);
  }

  static String partialMark(ComparedValue cell) {
    return cell.isPartial() ? PARTIAL : "";
  }

  /** The number of runs of a mean, and their range; empty for a single run. */
  public static String ofRuns(ComparedValue cell, DoubleFunction<String> text) {
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
        Locale.ROOT,
        "mean of %s runs, %s ... %s",
        which,
        text.apply(range.getMin()),
        text.apply(range.getMax()));
  }

  /** The same with the caller's text. */
  public static Cell value(StepComparison step, int side, String text, String hover) {
    Optional<String> leftOut = step.states().get(side).leftOutText();
    return leftOut
        .map(why -> new Cell(text, Tone.GREY, why))
        .orElseGet(() -> new Cell(text, Tone.PLAIN, hover));
  }

  /** A side's figure divided by the base's; coloured if it stands out and exceeds the noise. */
  public static Cell ratio(StepComparison step, FigureRow row, int side) {
    Optional<String> leftOut = step.states().get(side).leftOutText();
    if (leftOut.isPresent()) {
      return new Cell(ABSENT, Tone.GREY, leftOut.get());
    }
    ComparedValue cell = row.cells().get(side);
    if (!cell.isCompared()) {
      return new Cell(ABSENT, Tone.PLAIN, "not known");
    }
    if (side == 0) {
      return new Cell(RatioText.plain(1), Tone.PLAIN, "the base");
    }
    if (NearlyNothing.isTakenAsEqual(row, side)) {
      return new Cell(ABSENT, Tone.PLAIN, "too little to compare");
    }
    Tone tone = RatioText.standsOut(cell) ? tone(row.better(), cell.ratio()) : Tone.PLAIN;
    return new Cell(
        RatioText.marked(cell), tone, NoiseText.hover(cell.noise()), RatioText.mark(cell));
  }

  /** Plain for a ratio that does not stand out. */
  public static Tone tone(Better better, double ratio) {
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
  public static Cell verdict(Optional<Verdict> verdict, List<String> reasons) {
    return new Cell(VerdictText.of(verdict), Tones.of(verdict), String.join("; ", reasons));
  }

  /** The verdict of one side's step; says if the step is left out. */
  static Cell verdict(State state) {
    Cell verdict = verdict(state.verdict(), state.reasons());
    String text = verdict.text() + (state.leftOut().isPresent() ? ", left out" : "");
    return new Cell(text, verdict.tone(), verdict.hover());
  }

  /** The cell of an operation that did not happen. */
  static Cell absent(StepComparison step, int side) {
    return value(step, side, ABSENT, "the operation did not happen");
  }

  /** A figure's head: the name above the unit, or only the name if it contains the unit. */
  static TableColumn column(FigureRow row) {
    String unit = row.shownUnit();
    return unit.contains("/") || row.shownName().endsWith(unit)
        ? TableColumn.number(row.shownName(), definition(row))
        : new TableColumn(row.shownName(), unit, definition(row), false);
  }

  public static String definition(FigureRow row) {
    return definition(row.definition(), row.shownUnit());
  }

  /** The definition with its unit, if there is one. */
  public static String definition(String definition, String unit) {
    return unit.isEmpty() ? definition : definition + " (" + unit + ")";
  }
}
