package io.ibench.report.document;

/** What a line's x is. */
public enum Axis {
  /** Seconds since the run began. */
  TIME,
  /** Seconds since the step began: for steps of several runs over each other. */
  STEP_TIME,
  /** Rows inserted since the run began. */
  ROWS,
  /** A percentile from 0 up to below 100, drawn by its distance from 100. */
  PERCENTILE
}
