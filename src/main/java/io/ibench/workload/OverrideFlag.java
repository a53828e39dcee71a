package io.ibench.workload;

/** What a user may allow that a run refuses otherwise. */
public enum OverrideFlag {
  /** Work on data that was loaded with other settings, or by somebody else. */
  AS_IS,
  /** Drop tables that ibench did not make. */
  DROP_FOREIGN
}
