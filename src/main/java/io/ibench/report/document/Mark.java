package io.ibench.report.document;

/**
 * Something at a place of the x-axis that all charts of this axis show. Immutable.
 *
 * @param from on the axis
 * @param to where it ends; equal to {@code from} for what has no length
 * @param label as a person reads it
 */
public record Mark(Kind kind, Axis axis, double from, double to, String label) {

  /** How it is drawn. */
  public enum Kind {
    /** A step, from its beginning to its end: a border, with its name. */
    STEP,
    /** The border between two report periods: a fine one. */
    PERIOD,
    /** Workers were without a connection. */
    OUTAGE,
    /** Operations failed. */
    ERRORS
  }
}
