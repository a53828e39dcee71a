package io.ibench.cli.list;

import io.ibench.config.Key;
import io.ibench.report.document.Paragraph;
import java.util.List;

/** Formats keys and products as text for a terminal. */
final class KeyList {

  private static final String INDENT = "  ";

  /** The width of a terminal by default. */
  static final int DEFAULT_WIDTH = 80;

  /** A narrower column would break after every word. */
  private static final int NARROWEST_TEXT = 48;

  /** Keeps the words of a type on one line; replaced by a blank at the end. */
  private static final char JOINT = '\u00a0';

  private final int width;

  KeyList(int width) {
    this.width = width;
  }

  /** One line each, with a description. */
  String products(List<KeySection> sections) {
    int longest = sections.stream().mapToInt(section -> section.name().length()).max().orElse(0);
    StringBuilder text = new StringBuilder();
    for (KeySection section : sections) {
      text.append(beside(section.name(), longest, section.description()));
    }
    return text.toString();
  }

  /**
   * A section's keys: the assignment and its meaning, side by side if there is room, else below
   * each other.
   */
  String keys(KeySection section) {
    int longest =
        section.keys().stream().mapToInt(key -> assignment(section, key).length()).max().orElse(0);
    boolean room = width - 2 * INDENT.length() - longest >= NARROWEST_TEXT;
    StringBuilder text = new StringBuilder(Paragraph.of("", INDENT, width, section.title()));
    for (Key<?> key : section.keys()) {
      String assignment = assignment(section, key);
      String meaning = key.description() + " " + type(key);
      text.append(room ? beside(assignment, longest, meaning) : below(assignment, meaning));
    }
    return text.toString().replace(JOINT, ' ');
  }

  private static String type(Key<?> key) {
    String type = "[" + key.type() + "]";
    return type.length() <= NARROWEST_TEXT ? type.replace(' ', JOINT) : type;
  }

  private String beside(String left, int longest, String right) {
    String first = INDENT + left + " ".repeat(longest - left.length()) + INDENT;
    return Paragraph.of(first, " ".repeat(first.length()), width, right);
  }

  private String below(String above, String text) {
    String indent = INDENT.repeat(3);
    return INDENT + above + "\n" + Paragraph.of(indent, indent, width, text);
  }

  private static String assignment(KeySection section, Key<?> key) {
    String name = section.name(key);
    if (key.defaultText().isEmpty()) {
      return name + (key.isOptional() ? " (optional)" : " (required)");
    }
    String value = key.defaultText().get();
    return value.isEmpty() ? name + " (empty)" : name + " = " + value;
  }
}
