package io.ibench.page;

/**
 * One of the few numbers that a page begins with.
 *
 * @param grey it is no measurement of what was asked for
 */
public record Headline(String label, String value, String unit, String definition, boolean grey) {

  /** Of which nothing is known that forbids to use it. */
  public Headline(String label, String value, String unit, String definition) {
    this(label, value, unit, definition, false);
  }
}
