package io.ibench.report.document;

/**
 * For a terminal: texts break at the usual width, tables at the given one. Immutable.
 *
 * @param columns the maximum width of a table; its further columns continue below it
 */
public record TerminalLayout(int columns) implements Layout {

  /** The usual width of a terminal. */
  public static final int WIDTH = 80;

  private static final String INDENT = "  ";

  @Override
  public String heading(String text) {
    return Paragraph.of("", INDENT, WIDTH, text);
  }

  @Override
  public String line(String text) {
    return Paragraph.of(INDENT, INDENT, WIDTH, text);
  }

  @Override
  public String title(String text) {
    return line(text);
  }

  @Override
  public String table(TextTable table) {
    return table.text(INDENT, columns);
  }

  @Override
  public String note(String text) {
    return Paragraph.of(INDENT, INDENT + INDENT, WIDTH, text);
  }

  @Override
  public String end(String text) {
    return heading(text);
  }
}
