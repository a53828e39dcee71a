package io.ibench.report.document;

/**
 * How the parts of a report are laid out for who reads it. Each part is whole lines; texts and
 * cells may hold anything, and come out harmless.
 */
public interface Layout {

  /** What a report begins with. */
  String heading(String text);

  /** What the heading is about. */
  String line(String text);

  /** What stands above a table. */
  String title(String text);

  String table(TextTable table);

  /** What stands below tables, each for itself. */
  String note(String text);

  /** What a report ends with. */
  String end(String text);
}
