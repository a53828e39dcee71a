package io.ibench.report.text;

import io.ibench.report.document.Cell;
import io.ibench.report.document.Cell.Tone;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.RunReport.Step;
import io.ibench.verdict.Verdict;
import java.util.Optional;

/** The tones of verdicts and states. */
public final class Tones {

  private Tones() {}

  public static Tone of(Verdict verdict) {
    return switch (verdict) {
      case VALID -> Tone.GOOD;
      case SHORT -> Tone.GREY;
      case DEGRADED -> Tone.CARE;
      case INVALID -> Tone.BAD;
    };
  }

  /** Plain without a verdict. */
  public static Tone of(Optional<Verdict> verdict) {
    return verdict.map(Tones::of).orElse(Tone.PLAIN);
  }

  /** The step's verdict, with its reasons. */
  static Cell verdict(Step step) {
    return new Cell(
        VerdictText.of(step.verdict()), of(step.verdict()), String.join("; ", step.reasons()));
  }

  public static Tone of(RunState state) {
    return switch (state) {
      case DONE -> Tone.GOOD;
      case RUNNING, INTERRUPTED -> Tone.CARE;
      case FAILED -> Tone.BAD;
    };
  }

  public static boolean isInvalid(Step step) {
    return step.verdict().filter(Verdict.INVALID::equals).isPresent();
  }
}
