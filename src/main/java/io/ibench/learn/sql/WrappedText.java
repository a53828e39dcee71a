package io.ibench.learn.sql;

/** Statements on several lines. */
public final class WrappedText {

  private WrappedText() {}

  /**
   * Breaks a long statement at blanks outside of quotes.
   *
   * @param width of a line; one without such a blank is longer
   */
  public static String of(String statement, int width) {
    StringBuilder text = new StringBuilder();
    int lineBegin = 0;
    int blank = -1;
    char quote = 0;
    for (int i = 0; i < statement.length(); i++) {
      char next = statement.charAt(i);
      if (quote != 0) {
        quote = next == quote ? 0 : quote;
      } else if (next == '\'' || next == '"' || next == '`') {
        quote = next;
      } else if (next == ' ') {
        blank = i;
      }
      if (i - lineBegin >= width && blank > lineBegin) {
        text.append(statement, lineBegin, blank).append("\n  ");
        lineBegin = blank + 1;
      }
    }
    return text.append(statement.substring(lineBegin)).toString();
  }
}
