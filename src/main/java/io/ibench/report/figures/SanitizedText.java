package io.ibench.report.figures;

/** Text that servers and users wrote, made safe to show in one line of a terminal. */
public final class SanitizedText {

  private SanitizedText() {}

  /** What ends a line becomes a blank; what else cannot be seen is escaped. */
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
      line.append(String.format("\\u%04x", character));
    } else {
      line.appendCodePoint(character);
    }
  }
}
