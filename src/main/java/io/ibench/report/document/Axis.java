package io.ibench.report.document;

/** The meaning of a line's x. */
public enum Axis {
  /** Seconds since the run began. */
  TIME,
  /** Seconds since the step began, to compare steps of several runs. */
  STEP_TIME,
  /** Rows inserted since the run began. */
  ROWS,
  /** Operations per second. */
  RATE,
  /** A percentile from 0 up to below 100, drawn by its distance from 100. */
  PERCENTILE
}
