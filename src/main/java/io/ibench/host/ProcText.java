package io.ibench.host;

/**
 * A cursor over the lines of a file, and over the blank-separated words of the current line. Skips
 * a last line without line feed: it is truncated, and half a number would be wrong. Not
 * thread-safe.
 */
final class ProcText {

  private final String file;
  private final String text;
  private int next;
  private int at;
  private int end;

  ProcText(String file, String text) {
    this.file = file;
    this.text = text;
  }

  /** The complete file; each character is a byte. */
  String whole() {
    return text;
  }

  /** Moves to the next complete line. */
  boolean nextLine() {
    int newline = text.indexOf('\n', next);
    if (newline < 0) {
      return false;
    }
    at = next;
    end = newline;
    next = newline + 1;
    return true;
  }

  /** Whether the rest of the current line starts with {@code prefix}. */
  boolean startsWith(String prefix) {
    return end - at >= prefix.length() && text.startsWith(prefix, at);
  }

  /** The rest of the current line. */
  String rest() {
    return text.substring(at, end);
  }

  /** Moves behind the last {@code c} of the current line. */
  void skipPastLast(char c) throws ProcException {
    int last = text.lastIndexOf(c, end - 1);
    if (last < at) {
      throw damaged("no '" + c + "'");
    }
    at = last + 1;
  }

  /** The next word of the current line; empty at its end. */
  String word() {
    hasWord();
    int from = at;
    while (at < end && !isBlank(text.charAt(at))) {
      at++;
    }
    return text.substring(from, at);
  }

  /** Whether the current line has a further word. */
  boolean hasWord() {
    while (at < end && isBlank(text.charAt(at))) {
      at++;
    }
    return at < end;
  }

  void skip(int words) {
    for (int i = 0; i < words; i++) {
      word();
    }
  }

  /** The next word of the current line as a number from 0 to {@code Long.MAX_VALUE}. */
  long number() throws ProcException {
    String word = word();
    if (word.isEmpty() || word.charAt(0) < '0' || word.charAt(0) > '9') {
      throw damaged("'" + word + "' where a number should be");
    }
    try {
      return Long.parseLong(word);
    } catch (NumberFormatException e) {
      throw damaged("'" + word + "' where a number should be");
    }
  }

  /** Moves behind {@code label} at the start of a line; searches from the first line on. */
  boolean find(String label) {
    next = 0;
    while (nextLine()) {
      if (startsWith(label)) {
        at += label.length();
        return true;
      }
    }
    return false;
  }

  /** The number behind {@code label} at the start of a line. */
  long labelled(String label) throws ProcException {
    if (!find(label)) {
      throw damaged("no line " + label.strip());
    }
    return number();
  }

  ProcException damaged(String what) {
    return ProcException.damaged(file, what);
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }
}
