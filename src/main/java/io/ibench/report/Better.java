package io.ibench.report;

/** In which direction a figure is better. */
public enum Better {
  HIGHER,
  LOWER,
  /** It is told, and not judged. */
  NEITHER
}
