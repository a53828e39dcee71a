package io.ibench.report.document;

import io.ibench.report.figures.SanitizedText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A part of a document with a heading. Immutable.
 *
 * @param id unique in a page; letters, digits and hyphens; empty where there is no page
 * @param title empty for no heading
 * @param intro a sentence below the heading; empty for no sentence
 */
public record Section(String id, String title, String intro, List<Block> blocks) {

  /** A section of text, without a heading. */
  public static Section of(List<? extends Block> blocks) {
    return new Section("", "", "", List.copyOf(blocks));
  }

  /** A section of text, without a heading; empty without notes. */
  public static Section ofNotes(List<Note> notes) {
    return of(List.of(new Block.Notes(notes)));
  }

  /** The text of each block; the first one begins with the heading. Only pages show charts. */
  List<String> texts(Layout layout) {
    String heading =
        (title.isEmpty() ? "" : layout.title(title))
            + (intro.isEmpty() ? "" : layout.note(SanitizedText.of(intro)));
    List<String> texts = new ArrayList<>();
    for (Block block : blocks) {
      String text = text(block, layout);
      if (!text.isEmpty()) {
        texts.add(texts.isEmpty() ? heading + text : text);
      }
    }
    return texts.isEmpty() && !heading.isEmpty() ? List.of(heading) : texts;
  }

  private static String text(Block block, Layout layout) {
    if (block instanceof Table table) {
      return table.text(layout);
    }
    return block instanceof Block.Notes list
        ? list.notes().stream().map(note -> layout.note(note.line())).collect(Collectors.joining())
        : "";
  }
}
