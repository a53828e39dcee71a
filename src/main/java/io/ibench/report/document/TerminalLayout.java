package io.ibench.report.document;

/**
 * For a terminal: texts are broken at the usual width, tables at the given one. Stateless.
 *
 * @param columns no table is wider; what it has more is continued below it
 */
public record TerminalLayout(int columns) implements Layout {

  /** Of a terminal that nobody has widened. */
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
