package io.ibench.report.figures;

import java.util.Locale;

/** The state of a run or step. */
public enum RunState {
  RUNNING,
  DONE,
  FAILED,
  INTERRUPTED;

  /** The name in results. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
