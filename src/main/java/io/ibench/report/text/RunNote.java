package io.ibench.report.text;

/**
 * A sentence about a run. Immutable; its texts may hold anything.
 *
 * @param about what it is about, such as a step, or several
 */
public record RunNote(String about, String text, Gravity gravity) {

  /** How much it matters. */
  public enum Gravity {
    /** It is told. */
    FACT,
    /** It asks for care. */
    CARE,
    /** Something is wrong, or was lost. */
    GRAVE
  }
}
