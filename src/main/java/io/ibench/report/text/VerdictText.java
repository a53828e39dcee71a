package io.ibench.report.text;

import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport.Step;
import io.ibench.verdict.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Verdicts as text: bad ones in capitals, the others in small letters. */
public final class VerdictText {

  private VerdictText() {}

  public static String of(Verdict verdict) {
    return verdict.isBad() ? verdict.name() : verdict.name().toLowerCase(Locale.ROOT);
  }

  /** A dash without a verdict. */
  public static String of(Optional<Verdict> verdict) {
    return verdict.map(VerdictText::of).orElse(NumberText.figure(null));
  }

  /** The title of a table of one step: its title, and its verdict if that is bad. */
  public static String titled(String title, Optional<Verdict> verdict) {
    return title + verdict.filter(Verdict::isBad).map(v -> " (" + v.name() + ")").orElse("");
  }

  /** The worst verdict; empty without verdicts. */
  public static Optional<Verdict> worst(List<Step> steps) {
    return steps.stream().flatMap(step -> step.verdict().stream()).reduce(Verdict::with);
  }

  /** Whether any of the steps has a verdict: a step in progress has none. */
  public static boolean areJudged(List<Step> steps) {
    return steps.stream().anyMatch(step -> step.verdict().isPresent());
  }
}
