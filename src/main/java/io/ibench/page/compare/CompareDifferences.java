package io.ibench.page.compare;

import io.ibench.compare.Comparison;
import io.ibench.compare.SettingDifference;
import io.ibench.report.document.Block;
import io.ibench.report.document.Cell.Tone;
import io.ibench.report.document.Note;
import io.ibench.report.document.Section;
import java.util.ArrayList;
import java.util.List;

/** The differences between the sides in work, settings and environment. Stateless. */
final class CompareDifferences {

  private CompareDifferences() {}

  /** The differences in the work of the sides. */
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

  /** The table of differences, then the notes. */
  static Section section(Comparison comparison) {
    List<Block> blocks = new ArrayList<>();
    boolean none = comparison.differences().isEmpty();
    if (!none) {
      blocks.add(
          SettingDifference.table(
              "settings and environment", comparison.labels(), comparison.differences()));
    }
    List<Note> notes = notes(comparison);
    if (!notes.isEmpty()) {
      blocks.add(new Block.Notes(notes));
    }
    String intro =
        none ? "Settings and environment do not differ, as far as the results tell." : "";
    return new Section("differences", "What differs", intro, blocks);
  }

  private static List<Note> notes(Comparison comparison) {
    List<Note> notes = new ArrayList<>();
    comparison.answers().ifPresent(answers -> notes.add(answers.note()));
    comparison.rowsInTables().forEach(text -> notes.add(Note.of("", text)));
    comparison.notes().forEach(text -> notes.add(Note.of("", text)));
    if (!comparison.notInAll().isEmpty()) {
      String names = String.join(", ", comparison.notInAll());
      notes.add(new Note("", "Not in all of them: " + names + ".", Tone.CARE));
    }
    if (comparison.shownSteps().isEmpty()) {
      notes.add(new Note("", "No step with figures is in all of them.", Tone.CARE));
    }
    return notes;
  }
}
