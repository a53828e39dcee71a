package io.ibench.report.figures;

import java.util.Locale;

/** How a run or a step went, or that it is not over. */
public enum RunState {
  RUNNING,
  DONE,
  FAILED,
  INTERRUPTED;

  /** As it stands in results. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
