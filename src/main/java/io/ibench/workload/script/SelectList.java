package io.ibench.workload.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The names of the columns that a statement returns, as its text says. Stateless. */
final class SelectList {

  private static final Pattern ALIAS =
      Pattern.compile("(?is).*?(?:\\bAS\\s+|[\\s)\"`.]|^)[\"`]?([A-Za-z_]\\w*)[\"`]?");
  private static final Pattern FUNCTION = Pattern.compile("(?is)([A-Za-z_]\\w*)\\s*\\(.*\\)");

  private SelectList() {}

  /** The names in order. */
  static List<String> names(String sql) throws SyntaxException {
    String list = list(sql);
    List<String> names = new ArrayList<>();
    for (String item : split(list)) {
      names.add(name(item.strip()));
    }
    return names;
  }

  private static String name(String item) throws SyntaxException {
    Matcher function = FUNCTION.matcher(item);
    if (function.matches()) {
      return function.group(1).toLowerCase(Locale.ROOT);
    }
    Matcher alias = ALIAS.matcher(item);
    if (item.endsWith("*") || !alias.matches()) {
      throw new SyntaxException(
          "needs a name for each column, but has " + item + "; allowed: EXPRESSION AS NAME");
    }
    return alias.group(1);
  }

  /** What is between SELECT and FROM, or after RETURNING. */
  private static String list(String sql) throws SyntaxException {
    int begin = -1;
    int end = sql.length();
    for (int at = 0; at < sql.length(); at = next(sql, at)) {
      if (isWord(sql, at, "SELECT") && (begin < 0 || end < sql.length())) {
        begin = at + "SELECT".length();
        end = sql.length();
      } else if (isWord(sql, at, "RETURNING")) {
        begin = at + "RETURNING".length();
        end = sql.length();
      } else if (begin >= 0 && end == sql.length() && endsList(sql, at)) {
        end = at;
      }
      if (begin >= 0 && isWord(sql, at, "UNION")) {
        break;
      }
    }
    if (begin < 0) {
      throw new SyntaxException("needs a statement that returns rows; this one is no SELECT");
    }
    return sql.substring(begin, end).replaceFirst("(?is)^\\s*(DISTINCT|ALL)\\b", "");
  }

  private static boolean endsList(String sql, int at) {
    for (String word : List.of("FROM", "WHERE", "ORDER", "LIMIT", "FOR", "UNION", "GROUP")) {
      if (isWord(sql, at, word)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isWord(String sql, int at, String word) {
    int end = at + word.length();
    return sql.regionMatches(true, at, word, 0, word.length())
        && (at == 0 || !Character.isJavaIdentifierPart(sql.charAt(at - 1)))
        && (end == sql.length() || !Character.isJavaIdentifierPart(sql.charAt(end)));
  }

  /** The next place outside of quotes and parentheses. */
  private static int next(String sql, int at) {
    char c = sql.charAt(at);
    if (c == '\'' || c == '"' || c == '`') {
      int end = sql.indexOf(c, at + 1);
      return end < 0 ? sql.length() : end + 1;
    }
    if (c != '(') {
      return at + 1;
    }
    int inner = at + 1;
    while (inner < sql.length() && sql.charAt(inner) != ')') {
      inner = next(sql, inner);
    }
    return Math.min(inner + 1, sql.length());
  }

  private static List<String> split(String list) {
    List<String> items = new ArrayList<>();
    int begin = 0;
    for (int at = 0; at < list.length(); at = next(list, at)) {
      if (list.charAt(at) == ',') {
        items.add(list.substring(begin, at));
        begin = at + 1;
      }
    }
    items.add(list.substring(begin));
    return items;
  }
}
