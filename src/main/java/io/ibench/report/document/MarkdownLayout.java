package io.ibench.report.document;

import io.ibench.report.figures.SanitizedText;

/** GitHub's Markdown. What a text holds is never taken for marks of it. Stateless. */
public final class MarkdownLayout implements Layout {

  /** Those that mean something within a line; {@code |} would end a cell. */
  private static final String MARKS = "\\|`*<[~";

  static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    SanitizedText.of(text)
        .codePoints()
        .forEach(
            character ->
                escaped
                    .append(MARKS.indexOf(character) < 0 ? "" : "\\")
                    .appendCodePoint(character));
    return escaped.toString();
  }

  @Override
  public String heading(String text) {
    return "## " + escaped(text) + "\n\n";
  }

  @Override
  public String line(String text) {
    return note(text);
  }

  @Override
  public String title(String text) {
    return "**" + escaped(text) + "**\n\n";
  }

  @Override
  public String table(TextTable table) {
    return table.markdown();
  }

  @Override
  public String note(String text) {
    return "* " + escaped(text) + "\n";
  }

  @Override
  public String end(String text) {
    return escaped(text) + "\n";
  }
}
