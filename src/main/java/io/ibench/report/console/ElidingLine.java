package io.ibench.report.console;

import java.util.ArrayList;
import java.util.List;

/**
 * A line of parts that fits a width. Each part has shorter forms, and the parts of the lowest
 * priority are shortened first. A part whose form is empty takes no room. Not thread-safe.
 */
final class ElidingLine {

  private static final String INDENT = "  ";
  private static final String GAP = "  ";
  private static final String RESET = "\033[0m";

  private final List<Part> parts = new ArrayList<>();

  /** The forms of a line that is too long, in the order in which they give way to shorter ones. */
  enum Priority {
    LONG_BAR,
    AMOUNT,
    RETRIES,
    BAR,
    KINDS,
    SHORT_BAR,
    PADDING,
    WORDS,
    INSERTS,
    P99,
    TITLE,
    LEFT,
    SHARE
  }

  /** The style of text, on a screen with colours. */
  enum Ink {
    PLAIN(""),
    DIM("\033[2m"),
    RED("\033[31m"),
    GREEN("\033[32m"),
    YELLOW("\033[33m");

    private final String escape;

    Ink(String escape) {
      this.escape = escape;
    }
  }

  /** Text in one ink, without control characters. */
  record Span(Ink ink, String text) {

    private int columns() {
      return text.codePointCount(0, text.length());
    }
  }

  /** A piece of the line, in forms from the longest to the shortest. */
  static final class Part {

    private record PartForm(Priority priority, List<Span> spans) {

      int columns() {
        return spans.stream().mapToInt(Span::columns).sum();
      }
    }

    private final Ink ink;
    private final List<PartForm> forms = new ArrayList<>();
    private int chosen;

    private Part(Ink ink) {
      this.ink = ink;
    }

    /** Adds a form; the order of priorities decides when it gives way to the next one. */
    Part form(Priority priority, String text) {
      return form(priority, List.of(new Span(ink, text)));
    }

    /** Adds a form in several inks. */
    Part form(Priority priority, List<Span> spans) {
      forms.add(new PartForm(priority, List.copyOf(spans)));
      return this;
    }

    /** Adds the shortest form. */
    void last(String text) {
      form(Priority.SHARE, text);
    }

    private boolean canShrink() {
      return chosen + 1 < forms.size();
    }

    private PartForm form() {
      return forms.get(chosen);
    }
  }

  /** Adds a part without forms at the end. */
  Part part(Ink ink) {
    Part part = new Part(ink);
    parts.add(part);
    return part;
  }

  /** The line in at most {@code columns} columns; if even the shortest forms are too long, cut. */
  String text(int columns, boolean colour) {
    parts.forEach(part -> part.chosen = 0);
    boolean shorter = true;
    while (shorter && columns() > columns) {
      shorter = shrink();
    }
    return write(Math.max(0, columns), colour);
  }

  private boolean shrink() {
    Part first = null;
    for (Part part : parts) {
      if (part.canShrink()
          && (first == null || part.form().priority().compareTo(first.form().priority()) < 0)) {
        first = part;
      }
    }
    if (first != null) {
      first.chosen++;
    }
    return first != null;
  }

  private int columns() {
    int columns = 0;
    for (Part part : parts) {
      int own = part.form().columns();
      columns += own == 0 ? 0 : own + (columns == 0 ? INDENT : GAP).length();
    }
    return columns;
  }

  private String write(int columns, boolean colour) {
    StringBuilder line = new StringBuilder();
    int left = columns;
    for (Part part : parts) {
      if (part.form().columns() > 0) {
        left = write(line, new Span(Ink.PLAIN, line.isEmpty() ? INDENT : GAP), left, colour);
        for (Span span : part.form().spans()) {
          left = write(line, span, left, colour);
        }
      }
    }
    return line.toString().stripTrailing();
  }

  private static int write(StringBuilder line, Span span, int left, boolean colour) {
    int columns = Math.min(left, span.columns());
    String text = span.text().substring(0, span.text().offsetByCodePoints(0, columns));
    boolean inked = colour && span.ink() != Ink.PLAIN && columns > 0;
    line.append(inked ? span.ink().escape : "").append(text).append(inked ? RESET : "");
    return left - columns;
  }
}
