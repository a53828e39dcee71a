package io.ibench.workload;

import java.util.List;

/** A run must not begin on the tables that there are; nothing was changed. */
public final class RefusedException extends Exception {

  private static final long serialVersionUID = 1L;

  private final transient List<String> reasons;

  /**
   * @param reasons why, and what helps, one line each
   */
  public RefusedException(List<String> reasons) {
    super(String.join("; ", reasons));
    this.reasons = List.copyOf(reasons);
  }

  public List<String> reasons() {
    return reasons;
  }
}
