package io.ibench.config;

import java.util.Locale;

/** Makes any text safe to show in one line of a terminal or a log. */
final class Printable {

  private Printable() {}

  /** Escapes invisible characters and cuts the text after {@code max} characters. */
  static String line(String text, int max) {
    StringBuilder line = new StringBuilder();
    int shown = 0;
    for (int i = 0; i < text.length(); shown++) {
      if (shown == max) {
        return line.append("...").toString();
      }
      int character = text.codePointAt(i);
      if (isInvisible(character)) {
        line.append(String.format(Locale.ROOT, "\\u%04x", character));
      } else {
        line.appendCodePoint(character);
      }
      i += Character.charCount(character);
    }
    return line.toString();
  }

  /** The name of one character for a message: {@code '-'} or {@code U+00AD}. */
  static String character(int character) {
    boolean plain = character > ' ' && character < 0x7f;
    return plain ? "'" + (char) character + "'" : String.format(Locale.ROOT, "U+%04X", character);
  }

  /** Control characters and line separators: never part of a value. */
  static boolean isControl(int character) {
    int type = Character.getType(character);
    return Character.isISOControl(character)
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR;
  }

  private static boolean isInvisible(int character) {
    int type = Character.getType(character);
    return isControl(character) || type == Character.FORMAT || type == Character.SURROGATE;
  }
}
