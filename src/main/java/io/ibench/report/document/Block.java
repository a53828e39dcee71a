package io.ibench.report.document;

import io.ibench.report.figures.SanitizedText;
import java.util.List;

/** A part of a {@link Section}. */
public sealed interface Block permits Table, Block.Drawing, Block.Notes, Block.Folded {

  /** A chart. Only a page draws it. */
  record Drawing(Chart chart) implements Block {}

  /** Notes, a line each. */
  record Notes(List<Note> notes) implements Block {}

  /** Blocks that a page shows when the reader opens them, and in print; text omits them. */
  record Folded(String title, List<Block> blocks) implements Block {

    /** Makes the title safe to show. */
    public Folded {
      title = SanitizedText.of(title);
    }
  }
}
