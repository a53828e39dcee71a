package io.ibench.page;

import io.ibench.page.Block.Note;
import io.ibench.page.Cell.Tone;
import io.ibench.report.OneLine;
import io.ibench.report.RunNote;
import io.ibench.report.RunNote.Gravity;
import io.ibench.report.RunReport;
import io.ibench.report.StepNotes;
import io.ibench.report.VerdictNotes;
import io.ibench.report.VerdictText;
import io.ibench.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Why a run's figures can be trusted, or cannot: in the sentences of the text report. */
final class NoteBlocks {

  private NoteBlocks() {}

  static Section of(RunReport run) {
    List<RunNote> happened = StepNotes.of(run);
    List<Note> notes = new ArrayList<>();
    run.reasons().stream()
        .filter(reason -> !isOfAStep(run, reason))
        .forEach(reason -> notes.add(runReason(run, reason)));
    notes.addAll(notes(VerdictNotes.of(run), note -> note.gravity() != Gravity.FACT));
    notes.addAll(notes(happened, note -> note.gravity() != Gravity.FACT));
    notes.addAll(notes(VerdictNotes.of(run), note -> note.gravity() == Gravity.FACT));
    List<Block> blocks = new ArrayList<>();
    if (!notes.isEmpty()) {
      blocks.add(new Block.Notes(notes.stream().distinct().toList()));
    }
    List<Note> facts = notes(happened, note -> note.gravity() == Gravity.FACT);
    if (!facts.isEmpty()) {
      blocks.add(new Block.Folded("What the steps tell", List.of(new Block.Notes(facts))));
    }
    return new Section("verdict", "Verdict", intro(run), blocks);
  }

  /** It is told below its step. */
  private static boolean isOfAStep(RunReport run, String reason) {
    return run.steps().stream()
        .flatMap(step -> step.reasons().stream().map(why -> step.title() + ": " + why))
        .anyMatch(reason::equals);
  }

  private static Note runReason(RunReport run, String reason) {
    String verdict = run.verdict().map(v -> VerdictText.of(run.verdict()) + ": ").orElse("");
    return new Note("run", OneLine.of(verdict + reason), Tones.of(run.verdict()));
  }

  static List<Note> notes(List<RunNote> notes, Predicate<RunNote> wanted) {
    return notes.stream()
        .filter(wanted)
        .map(note -> new Note(OneLine.of(note.about()), OneLine.of(note.text()), tone(note)))
        .toList();
  }

  private static Tone tone(RunNote note) {
    return Tones.of(note.gravity());
  }

  private static String intro(RunReport run) {
    if (run.verdict().isEmpty()) {
      return VerdictText.areJudged(run.steps())
          ? "The run as a whole has no verdict: it is not over, or its verdict is lost."
          : "Nobody has judged these figures: results of that version have no verdicts, or no step"
              + " is over.";
    }
    return switch (run.verdict().orElse(Verdict.VALID)) {
      case VALID -> "Nothing was found that speaks against these figures.";
      case DEGRADED ->
          "Something disturbed the measurement, or there is too little of it: the figures below may"
              + " be used with that in mind.";
      case INVALID ->
          "At least one step is not a measurement of what was asked for: its figures must"
              + " not be used. They are greyed out.";
    };
  }
}
