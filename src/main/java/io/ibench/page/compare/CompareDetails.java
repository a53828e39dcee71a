package io.ibench.page.compare;

import io.ibench.compare.ComparedCells;
import io.ibench.compare.Comparison;
import io.ibench.compare.FigureRow;
import io.ibench.compare.FigureRow.Group;
import io.ibench.compare.Side;
import io.ibench.compare.StepComparison;
import io.ibench.compare.StepComparison.State;
import io.ibench.compare.Tested;
import io.ibench.report.document.Block;
import io.ibench.report.document.Cell;
import io.ibench.report.document.Cell.Tone;
import io.ibench.report.document.Note;
import io.ibench.report.document.Section;
import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.document.TableColumn;
import io.ibench.report.figures.RunLabel;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.StoredRun;
import io.ibench.report.text.Tones;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** The folded details: definitions, runs, tests, reasons. Stateless. */
final class CompareDetails {

  private CompareDetails() {}

  static Section of(Comparison comparison) {
    return new Section(
        "details",
        "Details",
        "",
        List.of(
            new Block.Folded("What the figures are", List.of(glossary(comparison))),
            new Block.Folded("Runs and their folders", List.of(runs(comparison))),
            new Block.Folded("How differences are tested", List.of(tests())),
            new Block.Folded("Verdicts and their reasons", List.of(reasons(comparison)))));
  }

  private static Table glossary(Comparison comparison) {
    Map<String, Row> rows = new LinkedHashMap<>();
    for (StepComparison step : comparison.shownSteps()) {
      for (FigureRow row : step.shownRows()) {
        List<Cell> cells =
            Stream.of(name(row), row.unit(), row.definition()).map(Cell::of).toList();
        rows.putIfAbsent(name(row) + ' ' + row.unit(), new Row(cells, false));
      }
    }
    return new Table("", texts("figure", "unit", "what it is"), List.copyOf(rows.values()));
  }

  /** The same name for every operation, so that a percentile is defined once. */
  private static String name(FigureRow row) {
    boolean latency = row.group() == Group.LATENCY;
    int dot = row.key().lastIndexOf('.');
    boolean response = row.key().contains(".response.");
    return latency && dot >= 0
        ? (response ? "response " : "service ") + row.key().substring(dot + 1)
        : row.name();
  }

  private static Table runs(Comparison comparison) {
    List<Row> rows = new ArrayList<>();
    boolean labelled =
        comparison.sides().stream()
            .flatMap(side -> side.runs().stream())
            .anyMatch(run -> !run.report().label().isEmpty());
    for (Side side : comparison.sides()) {
      for (StoredRun stored : side.runs()) {
        RunReport run = stored.report();
        List<Cell> cells = new ArrayList<>();
        Stream.of(
                side.name(),
                stored.folder().toString(),
                run.id(),
                run.started().toString(),
                run.version(),
                run.state().name().toLowerCase(Locale.ROOT))
            .map(Cell::of)
            .forEach(cells::add);
        cells.add(ComparedCells.verdict(run.verdict(), run.reasons()));
        if (labelled) {
          cells.add(Cell.of(run.label().text()));
        }
        rows.add(new Row(cells, false));
      }
    }
    List<TableColumn> columns =
        new ArrayList<>(texts("side", "folder", "run", "started", "ibench", "state", "verdict"));
    if (labelled) {
      columns.add(TableColumn.text(RunLabel.LABEL));
    }
    return new Table("", columns, rows);
  }

  private static List<TableColumn> texts(String... names) {
    return Stream.of(names).map(TableColumn::text).toList();
  }

  private static Block.Notes tests() {
    return new Block.Notes(
        Stream.of(
                "What is compared are ratios, so the tests ask whether logarithms differ: twice as"
                    + " much and half as much are equally far from the same. 0 has no logarithm:"
                    + " where a side or one of its runs has it, the values themselves are tested.",
                "With several runs a side, each figure of each run is one observation. Welch's"
                    + " t-test compares the difference of the sides with the variance between"
                    + " their runs, without supposing that it is the same on both sides. If one"
                    + " side has a single run, it is Student's, which takes the other side's"
                    + " variance for both.",
                "With one run a side and three or more repeats of a step on each side, each repeat"
                    + " is one observation. Repeats share a run and its data: a second run may"
                    + " differ by more.",
                "With one run a side and fewer repeats, the noise of rates and costs is taken from the run's own"
                    + " full intervals, and that of percentiles from windows of latencies: Welch's"
                    + " t-test on the means of batches that are long enough not to follow each"
                    + " other. Where they still do they are worth fewer. It takes 10 batches."
                    + " That is noise within a run: what changes from run to run, such as where"
                    + " the data lies on the disk, is not in it, and a second run may differ by"
                    + " more.",
                "Of figures that are one number a run, such as sizes and maxima, one run a side"
                    + " says nothing about noise. Such a ratio has a ? and no colour, however"
                    + " large it is.",
                "At the level "
                    + Tested.LEVEL
                    + ", one of a hundred figures that do not differ is called beyond the noise by"
                    + " chance alone.")
            .map(text -> Note.of("", text))
            .toList());
  }

  private static Block.Notes reasons(Comparison comparison) {
    List<Note> notes = new ArrayList<>();
    for (StepComparison step : comparison.shownSteps()) {
      for (int side = 0; side < step.states().size(); side++) {
        State state = step.states().get(side);
        String about = step.step() + ", " + comparison.sides().get(side).name();
        Tone tone = Tones.of(state.verdict());
        state.reasons().forEach(reason -> notes.add(new Note(about, reason, tone)));
        state.leftOutText().ifPresent(why -> notes.add(new Note(about, why, Tone.GREY)));
      }
    }
    if (notes.isEmpty()) {
      notes.add(new Note("", "Nothing is known that speaks against any of them.", Tone.GOOD));
    }
    return new Block.Notes(notes);
  }
}
