package io.ibench.workload.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of the columns of a simple query, so that a wrong name is found before the server is
 * asked. Whatever is not simple is the server's to name. Stateless.
 */
final class SelectList {

  private static final Pattern NAMED =
      Pattern.compile(
          "(?is)(?:.*[\\s)\"'`]AS\\s+|(?:[A-Za-z_]\\w*\\s*\\.\\s*)*)([\"`]?)([A-Za-z_]\\w*)\\1");

  private static final List<String> ENDS =
      List.of("FROM", "WHERE", "ORDER", "LIMIT", "FOR", "UNION", "GROUP", "EXCEPT", "INTERSECT");

  private SelectList() {}

  /**
   * The names in order; empty when only the server knows them.
   *
   * @param lowerCase whether the product stores names without quotes in lower case
   */
  static Optional<List<String>> names(String sql, boolean lowerCase) {
    if (!isWord(sql, 0, "SELECT") || sql.contains("/*") || sql.contains("[")) {
      return Optional.empty();
    }
    int begin = "SELECT".length();
    int end = begin;
    while (end < sql.length() && !endsList(sql, end)) {
      end = next(sql, end);
    }
    List<String> names = new ArrayList<>();
    for (String item : split(sql.substring(begin, end))) {
      Matcher named = NAMED.matcher(item.strip());
      if (!named.matches() || item.matches("(?is).*\\bSELECT\\b.*")) {
        return Optional.empty();
      }
      boolean folded = lowerCase && named.group(1).isEmpty();
      names.add(folded ? named.group(2).toLowerCase(Locale.ROOT) : named.group(2));
    }
    return Optional.of(names);
  }

  private static boolean endsList(String sql, int at) {
    return ENDS.stream().anyMatch(word -> isWord(sql, at, word));
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
