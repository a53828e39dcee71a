package io.ibench.report.text;

import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport.Step;
import io.ibench.verdict.Verdict;
import java.util.List;
import java.util.Optional;

/** Verdicts as text: the best one in small letters, the others in capitals. */
public final class VerdictText {

  private VerdictText() {}

  public static String of(Verdict verdict) {
    return verdict == Verdict.VALID ? "valid" : verdict.name();
  }

  /** A dash without a verdict. */
  public static String of(Optional<Verdict> verdict) {
    return verdict.map(VerdictText::of).orElse(NumberText.figure(null));
  }

  /** The title of a table of one step: its title, and its verdict unless that is the best. */
  public static String titled(String title, Optional<Verdict> verdict) {
    return title
        + verdict.filter(v -> v != Verdict.VALID).map(v -> " (" + v.name() + ")").orElse("");
  }

  /** The worst verdict; empty without verdicts. */
  static Optional<Verdict> worst(List<Step> steps) {
    return steps.stream().flatMap(step -> step.verdict().stream()).reduce(Verdict::with);
  }

  /** Whether any of the steps has a verdict: a step in progress has none. */
  public static boolean areJudged(List<Step> steps) {
    return steps.stream().anyMatch(step -> step.verdict().isPresent());
  }
}
