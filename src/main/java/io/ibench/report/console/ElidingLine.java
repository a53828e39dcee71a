package io.ibench.report.console;

import java.util.ArrayList;
import java.util.List;

/**
 * A line of parts that fits a width: each part has shorter forms, and the parts that matter least
 * are shortened first. A part whose form is empty takes no room at all.
 */
final class ElidingLine {

  private static final String INDENT = "  ";
  private static final String GAP = "  ";
  private static final String RESET = "\033[0m";

  private final List<Part> parts = new ArrayList<>();

  /** What text is written in, where there are colours. */
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

  /** Text in one ink; nothing in it moves a cursor. */
  record Span(Ink ink, String text) {

    private int columns() {
      return text.codePointCount(0, text.length());
    }
  }

  /** A piece of the line, in forms from the longest to the shortest. */
  static final class Part {

    private record Form(Priority priority, List<Span> spans) {

      int columns() {
        return spans.stream().mapToInt(Span::columns).sum();
      }
    }

    private final Ink ink;
    private final List<Form> forms = new ArrayList<>();
    private int chosen;

    private Part(Ink ink) {
      this.ink = ink;
    }

    /** Adds a form that gives way to the next one when it is its turn. */
    Part form(Priority priority, String text) {
      return form(priority, List.of(new Span(ink, text)));
    }

    /** Adds such a form in several inks. */
    Part form(Priority priority, List<Span> spans) {
      forms.add(new Form(priority, List.copyOf(spans)));
      return this;
    }

    /** Adds the shortest form, which stays. */
    void last(String text) {
      form(Priority.SHARE, text);
    }

    private boolean canShrink() {
      return chosen + 1 < forms.size();
    }

    private Form form() {
      return forms.get(chosen);
    }
  }

  /** Adds a part at the end. */
  Part part(Ink ink) {
    Part part = new Part(ink);
    parts.add(part);
    return part;
  }

  /** The line in at most so many columns; what has no shorter form is cut. */
  String text(int columns, boolean colour) {
    parts.forEach(part -> part.chosen = 0);
    boolean shorter = true;
    while (shorter && columns() > columns) {
      shorter = shrink();
    }
    return write(Math.max(0, columns), colour);
  }

  private boolean shrink() {
    Part least = null;
    for (Part part : parts) {
      if (part.canShrink()
          && (least == null || part.form().priority().compareTo(least.form().priority()) < 0)) {
        least = part;
      }
    }
    if (least != null) {
      least.chosen++;
    }
    return least != null;
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
