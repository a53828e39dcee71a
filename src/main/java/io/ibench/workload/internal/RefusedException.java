package io.ibench.workload.internal;

import java.util.List;

/** The run cannot work on the existing tables; nothing was changed. */
public final class RefusedException extends Exception {

  private static final long serialVersionUID = 1L;

  private final transient List<String> reasons;

  /**
   * @param reasons why, and how to proceed, one line each
   */
  public RefusedException(List<String> reasons) {
    super(String.join("; ", reasons));
    this.reasons = List.copyOf(reasons);
  }

  public List<String> reasons() {
    return reasons;
  }
}
