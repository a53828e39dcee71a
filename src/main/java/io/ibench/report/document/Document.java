package io.ibench.report.document;

import java.util.ArrayList;
import java.util.List;

/**
 * A report that is read from top to bottom. Immutable.
 *
 * @param about its subject, directly below the title
 * @param end the last line; empty for no line
 */
public record Document(String title, List<Note> about, List<Section> sections, String end) {

  /** As text: whole lines, with a blank line between two blocks. */
  public String text(Layout layout) {
    List<String> parts = new ArrayList<>();
    StringBuilder head = new StringBuilder(layout.heading(title));
    for (Note note : about) {
      head.append(note.about().isEmpty() ? layout.line(note.text()) : layout.note(note.line()));
    }
    parts.add(head.toString());
    sections.forEach(section -> parts.addAll(section.texts(layout)));
    if (!end.isEmpty()) {
      parts.add(layout.end(end));
    }
    return String.join("\n", parts);
  }
}
