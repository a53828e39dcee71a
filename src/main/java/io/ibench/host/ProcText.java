package io.ibench.host;

/**
 * A cursor over the lines of a file, and over the blank-separated words of the present line. A last
 * line without its line feed is truncated, and not shown: half a number would be a wrong one.
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

  /** All of the file, of which each character is a byte. */
  String whole() {
    return text;
  }

  /** Moves to the next whole line. */
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

  /** True when what is left of the present line starts with {@code prefix}. */
  boolean startsWith(String prefix) {
    return end - at >= prefix.length() && text.startsWith(prefix, at);
  }

  /** What is left of the present line. */
  String rest() {
    return text.substring(at, end);
  }

  /** Moves behind the last {@code c} of the present line. */
  void skipPastLast(char c) throws ProcException {
    int last = text.lastIndexOf(c, end - 1);
    if (last < at) {
      throw damaged("no '" + c + "'");
    }
    at = last + 1;
  }

  /** The next word of the present line, empty when there is none. */
  String word() {
    while (at < end && isBlank(text.charAt(at))) {
      at++;
    }
    int from = at;
    while (at < end && !isBlank(text.charAt(at))) {
      at++;
    }
    return text.substring(from, at);
  }

  void skip(int words) {
    for (int i = 0; i < words; i++) {
      word();
    }
  }

  /** The next word of the present line as a number from 0 to {@code Long.MAX_VALUE}. */
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
