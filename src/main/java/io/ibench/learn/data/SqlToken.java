package io.ibench.learn.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A part of a statement that creates something.
 *
 * @param text of a quoted name or text, what is inside the quotes
 * @param quote the first character of a quoted name or text; 0 for others
 * @param start in the source
 * @param end in the source, behind the last character
 */
record SqlToken(String text, char quote, int start, int end) {

  boolean is(String word) {
    return quote == 0 && text.equalsIgnoreCase(word);
  }

  boolean isName() {
    return quote == '`'
        || quote == '"'
        || quote == 0 && (Character.isLetter(text.charAt(0)) || text.charAt(0) == '_');
  }

  String upper() {
    return quote == 0 ? text.toUpperCase(Locale.ROOT) : "";
  }

  /** All statements of a source, without comments. */
  static List<List<SqlToken>> statements(String source) {
    List<List<SqlToken>> statements = new ArrayList<>();
    List<SqlToken> tokens = new ArrayList<>();
    int at = 0;
    while (at < source.length()) {
      char c = source.charAt(at);
      int start = at;
      if (Character.isWhitespace(c)) {
        at++;
      } else if (source.startsWith("--", at) || c == '#') {
        at = end(source, "\n", at);
      } else if (source.startsWith("/*", at)) {
        at = end(source, "*/", at);
      } else if (c == '\'' || c == '"' || c == '`') {
        StringBuilder inside = new StringBuilder();
        at = quoted(source, at, inside);
        tokens.add(new SqlToken(inside.toString(), c, start, at));
      } else if (c == ';') {
        statements.add(tokens);
        tokens = new ArrayList<>();
        at++;
      } else if (isWord(c)) {
        while (at < source.length() && isWord(source.charAt(at))) {
          at++;
        }
        tokens.add(new SqlToken(source.substring(start, at), (char) 0, start, at));
      } else {
        at++;
        tokens.add(new SqlToken(String.valueOf(c), (char) 0, start, at));
      }
    }
    if (!tokens.isEmpty()) {
      statements.add(tokens);
    }
    return statements;
  }

  private static boolean isWord(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '$';
  }

  private static int end(String source, String mark, int from) {
    int found = source.indexOf(mark, from);
    return found < 0 ? source.length() : found + mark.length();
  }

  private static int quoted(String source, int from, StringBuilder inside) {
    char quote = source.charAt(from);
    int at = from + 1;
    while (at < source.length()) {
      char c = source.charAt(at);
      if (c == '\\' && quote == '\'' && at + 1 < source.length()) {
        inside.append(c).append(source.charAt(at + 1));
        at += 2;
      } else if (c != quote) {
        inside.append(c);
        at++;
      } else if (at + 1 < source.length() && source.charAt(at + 1) == quote) {
        inside.append(c);
        at += 2;
      } else {
        return at + 1;
      }
    }
    return at;
  }
}
