package io.ibench.workload.internal;

/** What a run refuses unless the user allows it. */
public enum OverrideFlag {
  /** Work on data that was loaded with other settings, or not by ibench. */
  AS_IS,
  /** Drop tables that ibench did not create. */
  DROP_FOREIGN
}
