package io.ibench.page;

import java.util.Locale;

/**
 * One place of a {@link Table}.
 *
 * @param text harmless whatever it holds
 * @param hover more about it; empty for nothing
 */
public record Cell(String text, Tone tone, String hover) {

  public static Cell of(String text) {
    return new Cell(text, Tone.PLAIN, "");
  }

  /** How it stands out. */
  public enum Tone {
    PLAIN,
    /** A verdict that nothing is wrong with. */
    GOOD,
    /** A verdict DEGRADED, and what else asks for care. */
    CARE,
    /** A verdict INVALID, errors, outages. */
    BAD,
    /** Not to be used: unsustained, left out of a comparison. */
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
}
