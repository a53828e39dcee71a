package io.ibench.learn.sql;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Texts in statements that belong to SQL and not to anyone's data: formats of dates, units of time.
 * Only these are kept as they are.
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

  private static final Set<String> WORDS = Set.of("", "utc", "now", "today", "%", "%%", ",", " ");

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
        || text.contains("%") && FORMAT.matcher(text).matches()
        || isInterval(lower);
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
