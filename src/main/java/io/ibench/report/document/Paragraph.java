package io.ibench.report.document;

import io.ibench.report.figures.SanitizedText;

/** Text in lines of limited width. */
public final class Paragraph {

  private Paragraph() {}

  /**
   * The text, safe to show, in lines that end with a line feed. A line breaks after a comma or
   * semicolon in its second half, else after a word. Only a word that is longer than a line exceeds
   * the width.
   *
   * @param first the indent of the first line
   * @param next the indent of each further line
   */
  public static String of(String first, String next, int width, String text) {
    StringBuilder lines = new StringBuilder();
    String indent = first;
    String rest = SanitizedText.of(text);
    while (indent.length() + rest.length() > width) {
      int end = end(rest, Math.max(1, width - indent.length()));
      if (end < 0) {
        break;
      }
      lines.append(indent).append(rest, 0, end).append('\n');
      rest = rest.substring(end + 1);
      indent = next;
    }
    return lines.append(indent).append(rest).append('\n').toString();
  }

  /** The blank that ends a line of at most {@code room} characters; negative: no blank. */
  private static int end(String text, int room) {
    int word = blank(text, room);
    int clause = word;
    while (clause > 0 && ",;".indexOf(text.charAt(clause - 1)) < 0) {
      clause = blank(text, clause - 1);
    }
    if (clause >= room / 2) {
      return clause;
    }
    return word > 0 ? word : text.indexOf(' ', room);
  }

  /** The last blank up to {@code from} that does not part a number from {@code %} or {@code x}. */
  private static int blank(String text, int from) {
    int blank = text.lastIndexOf(' ', from);
    boolean parts = text.startsWith("%", blank + 1) || text.startsWith("x ", blank + 1);
    return blank > 0 && parts ? blank(text, blank - 1) : blank;
  }
}
