package io.ibench.report;

/**
 * For a terminal: texts are broken at its width, tables are as wide as their numbers. Stateless.
 */
final class TerminalLayout implements Layout {

  /** Of a terminal that nobody has widened. */
  static final int WIDTH = 80;

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
    return table.text(INDENT);
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
