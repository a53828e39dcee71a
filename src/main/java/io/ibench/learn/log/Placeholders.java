package io.ibench.learn.log;

/** Finds the places of parameters that a log has left open. */
final class Placeholders {

  private Placeholders() {}

  /** Whether MariaDB's or MySQL's text has a {@code ?} that is no part of a text or comment. */
  static boolean isIn(byte[] bytes, int from, int to) {
    return Bytes.indexOf(bytes, from, to, '?') >= 0 && isOutsideOfTexts(bytes, from, to);
  }

  /** Whether PostgreSQL's text has a {@code $1} that is no part of a text or comment. */
  static boolean isNumbered(byte[] bytes, int from, int to) {
    int at = Bytes.indexOf(bytes, from, to, '$') < 0 ? to : from;
    while (at < to) {
      boolean isNew = at == from || !SqlPieces.isName(bytes[at - 1]);
      if (bytes[at] == '$' && isNew && at + 1 < to && Bytes.isDigit(bytes[at + 1])) {
        return !ExecuteText.isPrepare(bytes, from, to);
      }
      at = SqlPieces.next(bytes, from, at, to);
    }
    return false;
  }

  private static boolean isOutsideOfTexts(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to) {
      int character = bytes[at];
      if (character == '?') {
        return true;
      }
      at =
          switch (character) {
            case '\'', '"' -> afterText(bytes, at, to, true);
            case '`' -> afterText(bytes, at, to, false);
            case '#' -> afterLine(bytes, at, to);
            case '-' -> isDashes(bytes, at, to) ? afterLine(bytes, at, to) : at + 1;
            case '/' -> isComment(bytes, at, to) ? afterComment(bytes, at, to) : at + 1;
            default -> at + 1;
          };
    }
    return false;
  }

  private static int afterText(byte[] bytes, int from, int to, boolean escapes) {
    int quote = bytes[from];
    int at = from + 1;
    while (at < to && bytes[at] != quote) {
      at += escapes && bytes[at] == '\\' ? 2 : 1;
    }
    return at + 1;
  }

  private static boolean isDashes(byte[] bytes, int at, int to) {
    return at + 2 < to && bytes[at + 1] == '-' && bytes[at + 2] <= ' ';
  }

  private static int afterLine(byte[] bytes, int from, int to) {
    int end = Bytes.indexOf(bytes, from, to, '\n');
    return end < 0 ? to : end + 1;
  }

  private static boolean isComment(byte[] bytes, int at, int to) {
    return at + 1 < to && bytes[at + 1] == '*';
  }

  private static int afterComment(byte[] bytes, int from, int to) {
    for (int at = from + 2; at + 1 < to; at++) {
      if (bytes[at] == '*' && bytes[at + 1] == '/') {
        return at + 2;
      }
    }
    return to;
  }
}
