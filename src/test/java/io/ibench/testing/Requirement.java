package io.ibench.testing;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * What happens to a test that needs something that this machine does not have: it is skipped with
 * the reason, but with {@code CI=true} it fails, so that no gap stays unnoticed.
 */
final class Requirement {

  private final boolean mustBeMet;

  Requirement(boolean mustBeMet) {
    this.mustBeMet = mustBeMet;
  }

  static Requirement ofThisEnvironment() {
    return new Requirement("true".equals(System.getenv("CI")));
  }

  /** Does not return normally: ends the calling test. */
  void unmet(String reason) {
    if (mustBeMet) {
      Assertions.fail(reason);
    }
    Assumptions.abort(reason);
  }
}
