package io.ibench.report.document;

import io.ibench.report.figures.SanitizedText;

/**
 * The answer of a page in one figure. Immutable.
 *
 * @param figure a number
 * @param unit follows it
 * @param about what the number is of, and what else to know of it
 * @param grey it must not be used
 */
public record Headline(String figure, String unit, String about, boolean grey) {

  /** Makes the texts safe to show. */
  public Headline {
    figure = SanitizedText.of(figure);
    unit = SanitizedText.of(unit);
    about = SanitizedText.of(about);
  }
}
