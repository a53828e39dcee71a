package io.ibench.report.document;

import io.ibench.report.figures.SanitizedText;

/** Text in lines of limited width. */
public final class Paragraph {

  private Paragraph() {}

  /**
   * The text made safe for a terminal, in lines that each end with a line feed. A line that is too
   * long goes on in the next one, best after a comma or semicolon, else after a word; only a word
   * that is too long for a line makes a longer one.
   *
   * @param first stands before the first line
   * @param next stands before each further line
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

  /** The blank at which a line of at most {@code room} characters ends; negative: nowhere. */
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

  /** The last one up to there that does not belong to a percentage. */
  private static int blank(String text, int from) {
    int blank = text.lastIndexOf(' ', from);
    return blank > 0 && text.startsWith("%", blank + 1) ? blank(text, blank - 1) : blank;
  }
}
