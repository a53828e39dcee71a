package io.ibench.page;

import io.ibench.report.document.Block;
import io.ibench.report.document.Cell.Tone;
import io.ibench.report.document.Note;
import io.ibench.report.document.Section;
import io.ibench.report.store.RunReport;
import io.ibench.report.text.ExpectationNotes;
import io.ibench.report.text.StepNotes;
import io.ibench.report.text.Tones;
import io.ibench.report.text.VerdictNotes;
import io.ibench.report.text.VerdictText;
import io.ibench.verdict.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/** The section of verdicts, in the sentences of the text report. Stateless. */
final class NoteBlocks {

  private NoteBlocks() {}

  static Section of(RunReport run) {
    List<Note> happened = StepNotes.of(run, true);
    List<Note> notes = new ArrayList<>();
    notes.addAll(ExpectationNotes.of(run));
    notes.addAll(VerdictNotes.ofRun(run));
    notes.addAll(notes(VerdictNotes.of(run), note -> note.tone() != Tone.PLAIN));
    notes.addAll(notes(happened, note -> note.tone() != Tone.PLAIN));
    notes.addAll(notes(VerdictNotes.of(run), note -> note.tone() == Tone.PLAIN));
    notes.replaceAll(note -> withoutVerdict(run, note));
    List<Block> blocks = new ArrayList<>();
    if (!notes.isEmpty()) {
      blocks.add(new Block.Notes(gravestFirst(notes)));
    }
    List<Note> facts = notes(happened, note -> note.tone() == Tone.PLAIN);
    if (!facts.isEmpty()) {
      blocks.add(new Block.Folded("What the steps tell", List.of(new Block.Notes(facts))));
    }
    return new Section("verdict", "Verdict", intro(run), blocks);
  }

  /** The head of the page has the run's verdict; a sign stands before each note. */
  private static Note withoutVerdict(RunReport run, Note note) {
    String mark = VerdictText.of(run.verdict()) + ": ";
    return run.verdict().filter(Verdict::isBad).isPresent() && note.text().startsWith(mark)
        ? new Note(note.about(), note.text().substring(mark.length()), note.tone())
        : note;
  }

  /** Sorts by gravity and keeps the order of equally grave notes. */
  private static List<Note> gravestFirst(List<Note> notes) {
    List<Tone> tones = List.of(Tone.BAD, Tone.CARE);
    Comparator<Note> gravity =
        Comparator.comparing(
            note -> tones.contains(note.tone()) ? tones.indexOf(note.tone()) : tones.size());
    return notes.stream().distinct().sorted(gravity).toList();
  }

  private static List<Note> notes(List<Note> notes, Predicate<Note> wanted) {
    return notes.stream().filter(wanted).toList();
  }

  private static String intro(RunReport run) {
    if (run.verdict().isEmpty()) {
      return VerdictText.areJudged(run.steps())
          ? "The run as a whole has no verdict: it is not over, or its verdict is lost."
          : "These figures are not judged: no step is over, or its verdict is lost.";
    }
    return switch (run.verdict().orElse(Verdict.VALID)) {
      case VALID -> "Nothing was found that speaks against these figures.";
      case SHORT -> "The steps ended before there was enough to judge them by.";
      case DEGRADED ->
          "Something disturbed the measurement, or there is too little of it: the figures below may"
              + " be used with that in mind.";
      case INVALID ->
          run.steps().stream().anyMatch(Tones::isInvalid)
              ? "At least one step is not a measurement of what was asked for: its figures must"
                  + " not be used. They are greyed out."
              : "Not all that was asked for was done. Figures of the steps that were may be used as"
                  + " their own verdicts say.";
    };
  }
}
