package io.ibench.learn.sql;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Texts in statements that belong to SQL and not to anyone's data: formats of dates, units of time,
 * paths of JSON documents. Only these are kept as they are.
 */
final class HarmlessTexts {

  private static final Set<String> UNITS =
      Set.of(
          "microsecond",
          "microseconds",
          "millisecond",
          "milliseconds",
          "second",
          "seconds",
          "sec",
          "secs",
          "minute",
          "minutes",
          "min",
          "mins",
          "hour",
          "hours",
          "day",
          "days",
          "week",
          "weeks",
          "month",
          "months",
          "mon",
          "mons",
          "quarter",
          "quarters",
          "year",
          "years",
          "decade",
          "century",
          "epoch",
          "dow",
          "doy",
          "isodow",
          "isoyear",
          "timezone");

  private static final Set<String> WORDS = Set.of("", "utc", "now", "today", "%", "%%");

  /** Between two values. */
  private static final Pattern SEPARATOR = Pattern.compile("[-,;:.|/_ ]{1,3}");

  /** Names in a JSON document are structure, as those of columns are. */
  private static final Pattern PATH =
      Pattern.compile("\\$(\\.[A-Za-z_][A-Za-z_]{0,30}\\d?|\\[\\d\\]|\\[\\*\\])+");

  private static final Pattern NAME =
      Pattern.compile("[A-Za-z_]{1,30}\\d?(\\.[A-Za-z_]{1,30}\\d?)?");

  /** As in {@code to_char(day, 'YYYY-MM-DD HH24:MI')}. */
  private static final Pattern TEMPLATE =
      Pattern.compile(
          "(?=.*(YYYY|HH24|HH12|MM|DD))(FM|YYYY|YY|IYYY|MM|Mon|MON|Month|DDD|DD|Dy|Day|HH24|HH12|HH|MI|SS|MS|US|AM|PM|TZ|OF|IW"
              + "|WW|\"T\"|\"Z\"|[-/:. ,_])+");

  private static final Pattern FORMAT = Pattern.compile("(%[a-zA-Z]|[-/:. ,])+");

  private static final Pattern INTERVAL = Pattern.compile("(\\d{1,6} ?[a-z]+ ?)+");

  private HarmlessTexts() {}

  static boolean isHarmless(String text) {
    if (text.length() > 40) {
      return false;
    }
    String lower = text.toLowerCase(Locale.ROOT);
    return WORDS.contains(lower)
        || UNITS.contains(lower)
        || SEPARATOR.matcher(text).matches()
        || PATH.matcher(text).matches()
        || TEMPLATE.matcher(text).matches()
        || text.contains("%") && FORMAT.matcher(text).matches()
        || isInterval(lower);
  }

  /**
   * Whether it can be the name of a sequence, of a language for searches, or of a member of a JSON
   * document.
   */
  static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /** Such as {@code 1 day} or {@code 2 hours 30 minutes}. */
  static boolean isInterval(String text) {
    String lower = text.toLowerCase(Locale.ROOT).strip();
    if (!INTERVAL.matcher(lower).matches()) {
      return false;
    }
    for (String word : lower.split("[\\d ]+")) {
      if (!word.isEmpty() && !UNITS.contains(word)) {
        return false;
      }
    }
    return true;
  }
}
