package io.ibench.report.document;

import io.ibench.report.document.Cell.Tone;
import io.ibench.report.figures.SanitizedText;

/**
 * A sentence. Immutable.
 *
 * @param about its subject, such as a step, or several; may be empty
 * @param tone {@link Tone#BAD} when something is wrong or lost, {@link Tone#CARE} when the reader
 *     should be careful
 */
public record Note(String about, String text, Tone tone) {

  /** Makes the texts safe to show. */
  public Note {
    about = SanitizedText.of(about);
    text = SanitizedText.of(text);
  }

  /** A fact. */
  public static Note of(String about, String text) {
    return new Note(about, text, Tone.PLAIN);
  }

  /** As one line of text. */
  public String line() {
    return about.isEmpty() ? text : about + ": " + text;
  }
}
