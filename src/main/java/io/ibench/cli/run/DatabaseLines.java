package io.ibench.cli.run;

import io.ibench.report.document.Paragraph;
import io.ibench.report.figures.DatabaseInfo;
import io.ibench.report.figures.SanitizedText;
import java.io.PrintWriter;

/** Prints what a user should know about a database before it is used. */
public final class DatabaseLines {

  private static final String INDENT = "  ";
  private static final int WIDTH = 80;

  private DatabaseLines() {}

  /** Prints the settings that influence results, if there are any. */
  public static void settings(PrintWriter out, DatabaseInfo database) {
    String settings = database.settingsLine();
    if (!settings.isEmpty()) {
      out.print(Paragraph.of(INDENT, INDENT, WIDTH, settings));
    }
  }

  /** Prints warnings. */
  public static void warnings(PrintWriter err, DatabaseInfo database) {
    database
        .warnings()
        .forEach(warning -> err.println("ibench: warning: " + SanitizedText.of(warning)));
  }
}
