package io.ibench.report.figures;

/** In which direction a figure is better. */
public enum Better {
  HIGHER,
  LOWER,
  /** It is told, and not judged. */
  NEITHER
}
