package io.ibench.report;

import io.ibench.report.StoredObject.DamageException;
import io.ibench.verdict.Verdict;
import java.util.Optional;

/** Verdicts in files. */
final class Verdicts {

  private static final String KEY = "verdict";

  private Verdicts() {}

  /** Empty in results of older versions. */
  static Optional<Verdict> of(StoredObject json) throws DamageException {
    return json.findText(KEY).isEmpty()
        ? Optional.empty()
        : Optional.of(json.choice(KEY, Verdict.class));
  }
}
