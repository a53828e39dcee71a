package io.ibench.page.compare;

import io.ibench.compare.Comparison;
import io.ibench.compare.SettingDifference;
import io.ibench.report.document.Block;
import io.ibench.report.document.Cell;
import io.ibench.report.document.Cell.Tone;
import io.ibench.report.document.Note;
import io.ibench.report.document.Section;
import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.document.TableColumn;
import java.util.ArrayList;
import java.util.List;

/** What is not the same on all sides, before anything is measured. Stateless. */
final class CompareDifferences {

  private CompareDifferences() {}

  /** In what the sides do not do the same work. */
  static Section unlike(Comparison comparison) {
    List<Note> notes = new ArrayList<>();
    for (SettingDifference unlike : comparison.unlike()) {
      String values = String.join(" / ", unlike.values());
      notes.add(new Note(unlike.area() + ", " + unlike.name(), "differs: " + values, Tone.BAD));
    }
    return new Section(
        "unlike",
        "Not the same work",
        "The sides do different work, and are compared because the user asked for it. Ratios say"
            + " little.",
        List.of(new Block.Notes(notes)));
  }

  /** One table: a row for each setting, a column for each side; then what else must be known. */
  static Section section(Comparison comparison) {
    List<Block> blocks = new ArrayList<>();
    boolean none = comparison.differences().isEmpty();
    if (!none) {
      blocks.add(table(comparison));
    }
    List<Note> notes = notes(comparison);
    if (!notes.isEmpty()) {
      blocks.add(new Block.Notes(notes));
    }
    String intro =
        none ? "Settings and environment do not differ, as far as the results tell." : "";
    return new Section("differences", "What differs", intro, blocks);
  }

  private static Table table(Comparison comparison) {
    List<TableColumn> columns =
        new ArrayList<>(List.of(TableColumn.text("where"), TableColumn.text("what")));
    comparison.labels().forEach(label -> columns.add(TableColumn.text(label)));
    List<Row> rows = new ArrayList<>();
    for (SettingDifference difference : comparison.differences()) {
      List<Cell> cells =
          new ArrayList<>(List.of(Cell.of(difference.area()), Cell.of(difference.name())));
      difference.values().forEach(value -> cells.add(cell(difference, value)));
      rows.add(new Row(cells, false));
    }
    return new Table("settings and environment", columns, rows, "");
  }

  private static List<Note> notes(Comparison comparison) {
    List<Note> notes = new ArrayList<>();
    comparison.notes().forEach(text -> notes.add(new Note("", text, Tone.PLAIN)));
    if (!comparison.notInAll().isEmpty()) {
      String names = String.join(", ", comparison.notInAll());
      notes.add(new Note("", "Not in all of them: " + names + ".", Tone.CARE));
    }
    if (comparison.shownSteps().isEmpty()) {
      notes.add(new Note("", "No step with figures is in all of them.", Tone.CARE));
    }
    return notes;
  }

  /** Of three sides and more, those that are not as the base stand out. */
  private static Cell cell(SettingDifference difference, String value) {
    boolean other = !value.equals(difference.values().get(0));
    boolean marked = other && difference.values().size() > 2;
    return new Cell(value, marked ? Tone.CARE : Tone.PLAIN, "");
  }
}
