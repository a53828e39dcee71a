package io.ibench.report.document;

/**
 * The form of a report's parts as text. Each method returns complete lines. Texts and cells may
 * contain anything; the result is safe to show. Implementations are stateless.
 */
public interface Layout {

  /** The first lines of a report. */
  String heading(String text);

  /** A line about the subject, below the heading. */
  String line(String text);

  /** The title of a table or section. */
  String title(String text);

  String table(TextTable table);

  /** A note, usually below tables. */
  String note(String text);

  /** The last lines of a report. */
  String end(String text);
}
