package io.ibench.page;

import io.ibench.report.figures.NumberText;
import io.ibench.series.StepRows;
import java.util.ArrayList;
import java.util.List;

/** Notes about the data of charts, one line each. Not thread-safe. */
public final class ChartNotes {

  private final List<String> notes = new ArrayList<>();

  public void add(String note) {
    notes.add(note);
  }

  /**
   * Adds notes about a file that was read.
   *
   * @param what the plural name of its rows
   * @param width the seconds of which lines have only minimum and maximum; 0 if every value is
   *     drawn
   */
  public void addFile(String name, StepRows rows, String what, double width) {
    if (!rows.hasHead()) {
      add(name + " is damaged: it has lost its head, and nothing of it is drawn");
      return;
    }
    addDamaged(name, rows.damaged());
    if (rows.late() > 0) {
      add(
          NumberText.count(rows.late())
              + (rows.late() == 1 ? " line" : " lines")
              + " of "
              + name
              + " ended before the one before, as after a change of the clock, and "
              + (rows.late() == 1 ? "is" : "are")
              + " skipped");
    }
    if (width > 0) {
      add(
          NumberText.count(rows.count())
              + " "
              + what
              + " are drawn by few points: each line keeps at least the minimum and maximum of"
              + " every "
              + ChartTexts.seconds(width));
    }
  }

  public void addDamaged(String name, long lines) {
    if (lines > 0) {
      add(
          NumberText.count(lines)
              + (lines == 1 ? " line of " : " lines of ")
              + name
              + (lines == 1 ? " is damaged, and skipped" : " are damaged, and skipped"));
    }
  }

  public List<String> all() {
    return List.copyOf(notes);
  }
}
