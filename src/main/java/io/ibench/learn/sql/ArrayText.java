package io.ibench.learn.sql;

/** Arrays as PostgreSQL writes them, such as {@code {1,2,NULL}}. Stateless. */
final class ArrayText {

  private ArrayText() {}

  /** Whether it is an array of one dimension, as far as its ends say. */
  static boolean isArray(byte[] bytes, int from, int to) {
    return to - from >= 2
        && bytes[from] == '{'
        && bytes[to - 1] == '}'
        && bytes[from + 1] != '{'
        && (bytes[from + 1] != '"' || !isObject(bytes, from, to));
  }

  /** Whether it is a JSON object: a colon follows its first text. */
  private static boolean isObject(byte[] bytes, int from, int to) {
    int at = quoteEnd(bytes, from + 1, to - 1) + 1;
    while (at < to && bytes[at] == ' ') {
      at++;
    }
    return at < to && bytes[at] == ':';
  }

  /** Adds each item to a place. */
  static void read(byte[] bytes, int from, int to, int slot, Values into) {
    int at = from + 1;
    int last = to - 1;
    while (at < last) {
      int begin = at;
      if (bytes[at] == '"') {
        int end = quoteEnd(bytes, at, last);
        into.quoted(bytes, at + 1, Math.min(end, last), slot);
        at = end + 1;
      } else {
        while (at < last && bytes[at] != ',') {
          at++;
        }
        item(bytes, begin, at, slot, into);
      }
      at++;
    }
  }

  private static int quoteEnd(byte[] bytes, int quote, int last) {
    int at = quote + 1;
    while (at < last && bytes[at] != '"') {
      at += bytes[at] == '\\' ? 2 : 1;
    }
    return at;
  }

  private static void item(byte[] bytes, int from, int to, int slot, Values into) {
    boolean missing =
        to - from == 4
            && (bytes[from] | 32) == 'n'
            && (bytes[from + 1] | 32) == 'u'
            && (bytes[from + 2] | 32) == 'l'
            && (bytes[from + 3] | 32) == 'l';
    if (missing) {
      into.add(Literal.NULL, 0, 0, 0, slot);
    } else {
      into.parameter(bytes, from, to, slot);
    }
  }
}
