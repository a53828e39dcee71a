package io.ibench.page.compare;

import io.ibench.compare.FigureRow.Group;
import io.ibench.compare.StepComparison;
import io.ibench.compare.StepComparisonTables;
import io.ibench.report.document.Block;
import io.ibench.report.document.Cell;
import io.ibench.report.document.Cell.Tone;
import io.ibench.report.document.Chart;
import io.ibench.report.document.Note;
import io.ibench.report.document.Section;
import io.ibench.report.document.Table.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The section of one step of a comparison. Stateless. */
final class CompareStepSection {

  private static final List<Group> TABLE = List.of(Group.RATE, Group.COST, Group.SIZE);

  private CompareStepSection() {}

  /**
   * @param number of the step, from 1
   * @param main whether it is the main step, whose latencies are not folded
   */
  static Section of(
      List<String> labels, StepComparison step, int number, boolean main, Optional<Chart> chart) {
    List<Block> blocks = new ArrayList<>();
    List<Note> notes = leftOut(labels, step);
    if (!notes.isEmpty()) {
      blocks.add(new Block.Notes(notes));
    }
    StepComparisonTables tables = new StepComparisonTables(labels, step);
    blocks.addAll(tables(tables, TABLE));
    chart.ifPresent(drawn -> blocks.add(new Block.Drawing(drawn)));
    List<Block> latencies =
        tables.latencies().stream().map(t -> (Block) t.noted(legend(t.rows()))).toList();
    if (main || latencies.isEmpty()) {
      blocks.addAll(latencies);
    } else {
      blocks.add(new Block.Folded("Latencies of " + step.step(), latencies));
    }
    List<Block> client = tables(tables, List.of(Group.CLIENT));
    if (!client.isEmpty()) {
      blocks.add(new Block.Folded("The client and its neighbours during " + step.step(), client));
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

  private static List<Block> tables(StepComparisonTables step, List<Group> groups) {
    List<Block> tables = new ArrayList<>();
    step.absolute(groups).ifPresent(tables::add);
    step.relative(groups).ifPresent(table -> tables.add(table.noted(legend(table.rows()))));
    return tables;
  }

  /** Explains marks and colours that are not obvious; empty if the cells have none. */
  static String legend(List<Row> ratios) {
    List<Cell> cells = ratios.stream().flatMap(row -> row.cells().stream().skip(1)).toList();
    List<String> sentences = new ArrayList<>();
    if (cells.stream().anyMatch(cell -> cell.mark().endsWith(Cell.UNKNOWN))) {
      sentences.add("?: its noise is not known, so that it has no colour.");
    }
    if (cells.stream().anyMatch(cell -> cell.tone() == Tone.CARE)) {
      sentences.add("Amber: differs by more than noise, and is neither better nor worse.");
    }
    return String.join(" ", sentences);
  }
}
