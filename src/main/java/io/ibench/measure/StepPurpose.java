package io.ibench.measure;

/** Why a run has a step. */
public enum StepPurpose {
  /** It fills tables that the run has created. */
  LOAD,
  /** It prepares for the steps that are measured; its own figures are no result. */
  WARMUP,
  /** It tries out a rate, which may be too high; a search for the highest rate judges it. */
  TRIAL,
  /** Its figures are a result of the run. */
  MAIN,
  /** A step without workers, such as creating tables or indexes, and verification. */
  ACTION
}
