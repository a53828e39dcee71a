package io.ibench.report.document;

import io.ibench.report.figures.SanitizedText;

/** GitHub's Markdown; characters of texts that mean something in it are escaped. Stateless. */
public final class MarkdownLayout implements Layout {

  /** The characters with a meaning within a line; {@code |} would end a cell. */
  private static final String MARKS = "\\|`*<[~";

  static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    for (char character : SanitizedText.of(text).toCharArray()) {
      escaped.append(MARKS.indexOf(character) < 0 ? "" : "\\").append(character);
    }
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
