package io.ibench.report.text;

import io.ibench.report.store.RunReport;
import java.util.List;
import java.util.stream.Collectors;

/** What stands below the tables, a line each: what was found, what went wrong, what is missing. */
final class TextNotes {

  private final RunReport run;
  private final Layout layout;

  TextNotes(RunReport run, Layout layout) {
    this.run = run;
    this.layout = layout;
  }

  String verdicts() {
    return lines(VerdictNotes.of(run)) + lines(VerdictNotes.ofRun(run));
  }

  String steps() {
    return lines(StepNotes.of(run));
  }

  String absences() {
    return lines(AbsenceNotes.of(run));
  }

  /** Where to find what the server counted, if it did. */
  String serverCounters() {
    int count = ServerCounterTable.names(run).size();
    return count == 0
        ? ""
        : layout.note(
            "server counters: " + count + " in summary.json; report --server-counters prints them");
  }

  private String lines(List<RunNote> notes) {
    return notes.stream()
        .map(note -> layout.note(note.about() + ": " + note.text()))
        .collect(Collectors.joining());
  }
}
