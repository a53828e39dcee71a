package io.ibench.report.document;

import io.ibench.report.figures.SanitizedText;

/**
 * A column of a {@link Table}.
 *
 * @param above the first line of its head; may be empty
 * @param definition of its numbers, with their unit; empty for texts
 * @param text it contains text, flush left; else numbers, flush right
 * @param aside it is the first to continue below a table that is too wide
 */
public record TableColumn(
    String above, String name, String definition, boolean text, boolean aside) {

  /** A column that stays where it is. */
  public TableColumn(String above, String name, String definition, boolean text) {
    this(above, name, definition, text, false);
  }

  /** Makes the texts safe to show. */
  public TableColumn {
    above = SanitizedText.of(above);
    name = SanitizedText.of(name);
  }

  public static TableColumn text(String name) {
    return new TableColumn("", name, "", true);
  }

  public static TableColumn number(String name, String definition) {
    return new TableColumn("", name, definition, false);
  }
}
