package io.ibench.report.document;

/**
 * A place or a range of the x-axis that all charts with this axis mark. Immutable.
 *
 * @param from in the unit of the axis
 * @param to likewise; equal to {@code from} for a place
 */
public record Mark(Kind kind, Axis axis, double from, double to, String label) {

  /** Decides how it is drawn. */
  public enum Kind {
    /** A step, from its beginning to its end: a boundary, with its name. */
    STEP,
    /** The boundary between two report periods: a thin line. */
    PERIOD,
    /** Workers waited for the server. */
    OUTAGE,
    /** The database answered much less than usual. */
    STALL,
    /** No process worked on the run, which was resumed later. */
    GAP,
    /** A command of the user ran. */
    EVENT,
    /** Operations failed. */
    ERRORS
  }
}
