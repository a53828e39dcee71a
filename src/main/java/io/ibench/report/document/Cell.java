package io.ibench.report.document;

import io.ibench.report.figures.SanitizedText;
import java.util.Locale;

/**
 * A cell of a {@link Table}. Immutable.
 *
 * @param hover more about it, on a page; empty for nothing
 * @param mark behind the text; empty for no mark. In text it also replaces a page's colours
 */
public record Cell(String text, Tone tone, String hover, String mark) {

  /** The noise of the number is unknown: the only mark that a page shows beside colours. */
  public static final String UNKNOWN = "?";

  /** Makes the texts safe to show. */
  public Cell {
    text = SanitizedText.of(text);
    hover = SanitizedText.of(hover);
  }

  /** A cell without a mark. */
  public Cell(String text, Tone tone, String hover) {
    this(text, tone, hover, "");
  }

  public static Cell of(String text) {
    return new Cell(text, Tone.PLAIN, "");
  }

  /** How it stands out. */
  public enum Tone {
    PLAIN,
    /** A verdict without reasons. */
    GOOD,
    /** The verdict DEGRADED, and anything else that needs care. */
    CARE,
    /** The verdict INVALID, errors, outages. */
    BAD,
    /** Not to be used: not sustained, left out of a comparison. */
    GREY,
    /** A ratio that is better than the base's by more than the limit. */
    BETTER,
    /** A ratio that is worse than the base's by more than the limit. */
    WORSE;

    /** The class of the style sheet. */
    public String style() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The class of the style sheet. */
  public String style() {
    return tone.style();
  }

  /** The text of a page, where colours replace the other marks. */
  public String shown() {
    return mark.endsWith(UNKNOWN) ? text + " " + UNKNOWN : text;
  }

  /** Whether Markdown shows it in bold type. */
  boolean isStrong() {
    return !mark.isEmpty() && (tone == Tone.BETTER || tone == Tone.WORSE || tone == Tone.CARE);
  }
}
