package io.ibench.report.text;

import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport.Step;
import io.ibench.verdict.Verdict;
import java.util.List;
import java.util.Optional;

/** Verdicts as a person reads them: the best one is small, the others stand out. */
public final class VerdictText {

  private VerdictText() {}

  public static String of(Verdict verdict) {
    return verdict == Verdict.VALID ? "valid" : verdict.name();
  }

  /** A dash where nobody has judged. */
  public static String of(Optional<Verdict> verdict) {
    return verdict.map(VerdictText::of).orElse(NumberText.figure(null));
  }

  /** Above a table of one step: its name, and its verdict where that is not the best. */
  public static String titled(String title, Optional<Verdict> verdict) {
    return title
        + verdict.filter(v -> v != Verdict.VALID).map(v -> " (" + v.name() + ")").orElse("");
  }

  /** The worst of several; empty when none has one. */
  static Optional<Verdict> worst(List<Step> steps) {
    return steps.stream().flatMap(step -> step.verdict().stream()).reduce(Verdict::with);
  }

  /** Whether a table of these steps says how far each can be trusted: in older results none can. */
  public static boolean areJudged(List<Step> steps) {
    return steps.stream().anyMatch(step -> step.verdict().isPresent());
  }
}
