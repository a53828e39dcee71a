package io.ibench.cli;

import io.ibench.report.document.Paragraph;
import io.ibench.report.figures.DatabaseInfo;
import io.ibench.report.figures.SanitizedText;
import java.io.PrintWriter;

/** What a user should know of a database before anything is done with it. */
final class DatabaseLines {

  private static final String INDENT = "  ";
  private static final int WIDTH = 80;

  private DatabaseLines() {}

  /** The settings that shape the numbers; none: nothing. */
  static void settings(PrintWriter out, DatabaseInfo database) {
    String settings = database.settingsLine();
    if (!settings.isEmpty()) {
      out.print(Paragraph.of(INDENT, INDENT, WIDTH, settings));
    }
  }

  /** What nobody would expect, as other warnings are printed. */
  static void warnings(PrintWriter err, DatabaseInfo database) {
    database
        .warnings()
        .forEach(warning -> err.println("ibench: warning: " + SanitizedText.of(warning)));
  }
}
