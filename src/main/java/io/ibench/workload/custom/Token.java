package io.ibench.workload.custom;

/**
 * A word, number or sign of a value.
 *
 * @param at its first character in the value, from 1
 */
record Token(Kind kind, String text, int at) {

  /** What a token is. */
  enum Kind {
    /** Letters, digits and _, beginning with a letter. */
    NAME,
    /** {@code $} and a name; the text is the name alone. */
    VARIABLE,
    /** Digits, with an optional fraction and unit: {@code 10k}, {@code 30d}, {@code 80%}. */
    NUMBER,
    /** Anything between two quotation marks; the text is without them. */
    TEXT,
    /** One of the signs of {@link Tokenizer}. */
    SIGN,
    END
  }

  boolean is(String other) {
    return (kind == Kind.NAME || kind == Kind.SIGN) && text.equals(other);
  }

  /** The token as the user wrote it. */
  String shown() {
    return switch (kind) {
      case VARIABLE -> "$" + text;
      case TEXT -> "\"" + text + "\"";
      default -> text;
    };
  }

  /** Where it is, for a message. */
  String place() {
    if (kind == Kind.END) {
      return "at the end";
    }
    String quoted = kind == Kind.TEXT ? shown() : "\"" + shown() + "\"";
    return "at " + quoted + " (character " + at + ")";
  }
}
