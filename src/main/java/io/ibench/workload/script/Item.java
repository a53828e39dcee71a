package io.ibench.workload.script;

import java.util.List;

/** What a section consists of. Immutable. */
sealed interface Item {

  /** Where it begins. */
  Place place();

  /**
   * A meta command.
   *
   * @param command without the backslash
   * @param arguments the rest of its line, without blanks around
   */
  record Meta(Place place, String command, String arguments) implements Item {}

  /** A statement without its semicolon. */
  record Statement(Place place, List<Piece> pieces) implements Item {

    public Statement {
      pieces = List.copyOf(pieces);
    }

    /** Its text with each variable as a question mark; for messages, and to find its keywords. */
    String plain() {
      StringBuilder text = new StringBuilder();
      for (Piece piece : pieces) {
        text.append(
            switch (piece.kind()) {
              case VARIABLE -> "?";
              case CHOICE, QUOTED_CHOICE -> "{" + piece.text() + "}";
              case TEXT -> piece.text();
              case QUOTED_NAME -> ":" + piece.text();
            });
      }
      return text.toString().strip();
    }
  }

  /** A part of a statement's text. */
  record Piece(Kind kind, String text, Place place) {

    enum Kind {
      TEXT,
      /** {@code :name}, a value. */
      VARIABLE,
      /** {@code {name}}, a number in the text. */
      CHOICE,
      /** {@code {name}} in quotes: only a number if the script chooses it. */
      QUOTED_CHOICE,
      /** {@code :name} in quotes: a part of the text. */
      QUOTED_NAME
    }
  }
}
