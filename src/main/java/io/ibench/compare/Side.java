package io.ibench.compare;

import io.ibench.report.store.StoredRun;
import io.ibench.verdict.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * One side of a comparison: a run, or several of the same, whose differences are the noise.
 * Immutable.
 *
 * @param name in tables and charts; unique among the sides
 * @param runs one or more
 */
public record Side(String name, List<StoredRun> runs) {

  /** The worst verdict of its runs; empty if no run has a verdict. */
  public Optional<Verdict> verdict() {
    return runs.stream().flatMap(run -> run.report().verdict().stream()).reduce(Verdict::with);
  }

  /** A text of each of its runs, equal ones once. */
  public String each(Function<StoredRun, String> text, String separator) {
    return runs.stream().map(text).distinct().collect(Collectors.joining(separator));
  }
}
