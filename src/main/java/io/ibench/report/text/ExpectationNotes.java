package io.ibench.report.text;

import io.ibench.report.document.Cell.Tone;
import io.ibench.report.document.Note;
import io.ibench.report.store.RunReport;
import java.util.List;

/** Whether a run kept the user's limits, one line each. Stateless. */
public final class ExpectationNotes {

  private ExpectationNotes() {}

  /** Empty without expectations, and while the run goes on. */
  public static List<Note> of(RunReport run) {
    return run.expectations().stream()
        .map(
            each ->
                new Note(
                    "expect " + each.step(), each.line(), each.passed() ? Tone.PLAIN : Tone.BAD))
        .toList();
  }
}
