package io.ibench.report.figures;

import java.util.Locale;

/** Makes text from servers and users safe to show in one line of a terminal. Stateless. */
public final class SanitizedText {

  private SanitizedText() {}

  /** Line ends become blanks; other invisible characters are escaped. */
  public static String of(String text) {
    StringBuilder line = new StringBuilder();
    for (String part : text.strip().split("\\s*\\R\\s*")) {
      line.append(line.isEmpty() ? "" : " ");
      part.codePoints().forEach(character -> append(line, character));
    }
    return line.toString();
  }

  private static void append(StringBuilder line, int character) {
    int type = Character.getType(character);
    boolean invisible =
        Character.isISOControl(character)
            || type == Character.FORMAT
            || type == Character.SURROGATE
            || type == Character.LINE_SEPARATOR
            || type == Character.PARAGRAPH_SEPARATOR;
    if (invisible) {
      line.append(String.format(Locale.ROOT, "\\u%04x", character));
    } else {
      line.appendCodePoint(character);
    }
  }
}
