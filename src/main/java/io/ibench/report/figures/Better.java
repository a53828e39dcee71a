package io.ibench.report.figures;

/** In which direction a figure is better. */
public enum Better {
  HIGHER,
  LOWER,
  /** Shown without a judgement. */
  NEITHER
}
