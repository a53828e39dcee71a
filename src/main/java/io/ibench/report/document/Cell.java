package io.ibench.report.document;

import io.ibench.report.figures.SanitizedText;
import java.util.Locale;

/**
 * A cell of a {@link Table}. Immutable.
 *
 * @param hover more about it, on a page; empty for nothing
 * @param mark behind the text; empty for no mark. In text it also stands for what a page says by a
 *     colour
 */
public record Cell(String text, Tone tone, String hover, String mark) {

  /** What a page shows of a mark, beside colours: the noise of the number is unknown. */
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
    /** The verdict DEGRADED, and what else asks for care. */
    CARE,
    /** The verdict INVALID, errors, outages. */
    BAD,
    /** Not to be used: not sustained, left out of a comparison. */
    GREY,
    /** A ratio that is better than the base's by more than the limit. */
    BETTER,
    /** A ratio that is worse than the base's by more than the limit. */
    WORSE
  }

  /** The class of the style sheet. */
  public String style() {
    return tone.name().toLowerCase(Locale.ROOT);
  }

  /** The text of a page, where colours say what the other marks say. */
  public String shown() {
    return mark.endsWith(UNKNOWN) ? text + " " + UNKNOWN : text;
  }

  /** A ratio that text sets in bold type. */
  boolean isStrong() {
    return !mark.isEmpty() && (tone == Tone.BETTER || tone == Tone.WORSE || tone == Tone.CARE);
  }
}
