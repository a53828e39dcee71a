package io.ibench.page.compare;

import io.ibench.compare.FigureRow;
import io.ibench.compare.FigureRow.Group;
import io.ibench.compare.PartialFigures;
import io.ibench.compare.StepComparison;
import io.ibench.compare.StepComparison.State;
import io.ibench.page.Block;
import io.ibench.page.Block.Note;
import io.ibench.page.Cell;
import io.ibench.page.Cell.Tone;
import io.ibench.page.Chart;
import io.ibench.page.Row;
import io.ibench.page.Section;
import io.ibench.page.TableColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What one step of a comparison shows. Stateless. */
final class CompareStepSection {

  private static final List<Group> TABLE = List.of(Group.RATE, Group.COST, Group.SIZE);

  private CompareStepSection() {}

  /**
   * @param number of the step, from 1
   * @param main its latencies are open
   */
  static Section of(
      List<String> labels, StepComparison step, int number, boolean main, Optional<Chart> chart) {
    List<Block> blocks = new ArrayList<>();
    List<Note> notes = leftOut(labels, step);
    if (!notes.isEmpty()) {
      blocks.add(new Block.Notes(notes));
    }
    blocks.addAll(tables(labels, step, CompareSteps.known(step, TABLE)));
    chart.ifPresent(drawn -> blocks.add(new Block.Drawing(drawn)));
    List<Block> latencies = latencies(labels, step);
    if (main || latencies.isEmpty()) {
      blocks.addAll(latencies);
    } else {
      blocks.add(new Block.Folded("Latencies of " + step.step(), latencies));
    }
    List<FigureRow> client = CompareSteps.known(step, List.of(Group.CLIENT));
    if (!client.isEmpty()) {
      blocks.add(
          new Block.Folded(
              "The client and its neighbours during " + step.step(), tables(labels, step, client)));
    }
    return new Section("step-" + number, step.step(), intro(step), blocks);
  }

  private static String intro(StepComparison step) {
    return switch (step.unit()) {
      case QUERIES -> "Costs are per completed query or transaction.";
      case ROWS -> "Costs are per inserted row.";
      case INDEXED_ROWS -> "Costs are per indexed row.";
      case NONE -> "";
    };
  }

  private static List<Note> leftOut(List<String> labels, StepComparison step) {
    List<Note> notes = new ArrayList<>();
    for (int side = 0; side < labels.size(); side++) {
      String name = labels.get(side);
      step.states()
          .get(side)
          .leftOutText()
          .ifPresent(why -> notes.add(new Note(name, why, Tone.GREY)));
    }
    if (!step.states().isEmpty() && step.states().get(0).leftOut().isPresent()) {
      String base = labels.get(0);
      notes.add(new Note(base, "is the base: there are no ratios of this step", Tone.CARE));
    }
    return notes;
  }

  private static List<Block> tables(
      List<String> labels, StepComparison step, List<FigureRow> figures) {
    if (figures.isEmpty()) {
      return List.of();
    }
    List<TableColumn> columns = new ArrayList<>(List.of(CompareCells.text("side")));
    figures.forEach(row -> columns.add(CompareCells.column(row)));
    List<Row> ratios =
        CompareCells.rows(
            labels, step, (row, side) -> CompareCells.ratio(step, row, side), figures);
    List<Row> values =
        CompareCells.rows(
            labels, step, (row, side) -> CompareCells.value(step, row, side), figures);
    List<TableColumn> judged = new ArrayList<>(columns);
    judged.add(CompareCells.text("verdict"));
    Block absolute =
        new Block.Table(
            "absolute" + means(step), judged, judged(values, step), partial(labels, step));
    return step.hasRatios()
        ? List.of(
            absolute,
            new Block.Table("relative to " + labels.get(0), columns, ratios, legend(ratios)))
        : List.of(absolute);
  }

  private static String means(StepComparison step) {
    return step.hasMeans() ? ", means of a side's runs" : "";
  }

  /** Of marks and colours that explain themselves less than others; empty without any. */
  static String legend(List<Row> ratios) {
    List<Cell> cells = ratios.stream().flatMap(row -> row.cells().stream().skip(1)).toList();
    List<String> sentences = new ArrayList<>();
    if (cells.stream().anyMatch(cell -> cell.text().endsWith("?"))) {
      sentences.add("?: its noise is not known, so that it has no colour.");
    }
    if (cells.stream().anyMatch(cell -> cell.tone() == Tone.CARE)) {
      sentences.add("Amber: differs by more than noise, and is neither better nor worse.");
    }
    return String.join(" ", sentences);
  }

  /** Which means are not those of all runs. */
  private static String partial(List<String> labels, StepComparison step) {
    List<String> sides = new ArrayList<>();
    for (int side = 0; side < labels.size(); side++) {
      String begin = PartialFigures.MARK + " " + labels.get(side) + ": ";
      PartialFigures.of(step, side).ifPresent(which -> sides.add(begin + which));
    }
    return String.join("; ", sides);
  }

  private static List<Row> judged(List<Row> rows, StepComparison step) {
    List<Row> judged = new ArrayList<>();
    for (int side = 0; side < rows.size(); side++) {
      State state = step.states().get(side);
      List<Cell> cells = new ArrayList<>(rows.get(side).cells());
      cells.add(CompareCells.verdict(state.verdict(), state.reasons()));
      judged.add(new Row(cells, rows.get(side).grey()));
    }
    return judged;
  }

  private static List<Block> latencies(List<String> labels, StepComparison step) {
    List<Block> blocks = new ArrayList<>();
    add(blocks, CompareLatencies.of(step, labels, false), "service times", "");
    add(
        blocks,
        CompareLatencies.of(step, labels, true),
        "response times",
        ", from the intended start");
    return blocks;
  }

  private static void add(List<Block> blocks, CompareLatencies latencies, String what, String of) {
    if (!latencies.isEmpty()) {
      blocks.add(latencies.absolute(what + of + means(latencies.step())));
      if (latencies.step().hasRatios()) {
        blocks.add(latencies.relative(what));
      }
    }
  }
}
