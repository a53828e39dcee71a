package io.ibench.page;

import java.util.List;

/** A part of a {@link Section}. */
public sealed interface Block {

  /**
   * A table, which on a narrow screen is moved sideways under its first column.
   *
   * @param title empty for none
   * @param note what stands below it; empty for nothing
   */
  record Table(String title, List<TableColumn> columns, List<Row> rows, String note)
      implements Block {}

  /** The place of a chart. */
  record Drawing(Chart chart) implements Block {}

  /** Sentences, a line each. */
  record Notes(List<Note> notes) implements Block {}

  /**
   * A sentence.
   *
   * @param about what it is about, such as a step; may be empty
   */
  record Note(String about, String text, Cell.Tone tone) {}

  /** Parts that are shown when somebody opens them, and when the page is printed. */
  record Folded(String title, List<Block> blocks) implements Block {}
}
