package io.ibench.report.store;

import io.ibench.report.figures.StoredObject;
import io.ibench.report.figures.StoredObject.DamageException;
import io.ibench.verdict.Verdict;
import java.util.Optional;

/** Verdicts in files. */
public final class Verdicts {

  private static final String KEY = "verdict";

  private Verdicts() {}

  /** Empty in results of older versions. */
  static Optional<Verdict> of(StoredObject json) throws DamageException {
    return json.findText(KEY).isEmpty()
        ? Optional.empty()
        : Optional.of(json.choice(KEY, Verdict.class));
  }
}
