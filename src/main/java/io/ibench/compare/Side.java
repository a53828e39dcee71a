package io.ibench.compare;

import io.ibench.report.store.StoredRun;
import io.ibench.verdict.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * What is compared: a run, or several of the same, whose differences are the noise. Immutable.
 *
 * @param name by which tables and charts call it, told apart from the others'
 * @param runs one or more
 */
public record Side(String name, List<StoredRun> runs) {

  /** The worst of its runs'; empty while none has one. */
  public Optional<Verdict> verdict() {
    return runs.stream().flatMap(run -> run.report().verdict().stream()).reduce(Verdict::with);
  }
}
