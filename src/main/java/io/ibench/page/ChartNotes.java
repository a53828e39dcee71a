package io.ibench.page;

import io.ibench.report.figures.NumberText;
import io.ibench.series.StepRows;
import java.util.ArrayList;
import java.util.List;

/** What must be known of the data that charts are drawn from, a line each. One thread's. */
public final class ChartNotes {

  private final List<String> notes = new ArrayList<>();

  public void add(String note) {
    notes.add(note);
  }

  /**
   * What is to be said of a file that was read.
   *
   * @param what its rows are
   * @param width of which so many seconds only a minimum and a maximum are drawn; 0 where all is
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
