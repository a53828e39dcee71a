package io.ibench.workload.script;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Times in UTC as text that databases take for a date or time. Stateless. */
final class Timestamps {

  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS", Locale.ROOT);

  private static final int MOST_YEAR = 9999;

  /** More seconds than there are in all years. */
  private static final double MOST_SECONDS = 1e12;

  private static final long MILLIS = 1000;

  private Timestamps() {}

  /** The time so many seconds later. */
  static String text(long epochMillis, double seconds) throws ScriptException {
    if (!(Math.abs(seconds) < MOST_SECONDS)) {
      throw outside(seconds);
    }
    long millis = epochMillis + (long) Math.rint(seconds * MILLIS);
    LocalDateTime time = LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC);
    if (time.getYear() < 1 || time.getYear() > MOST_YEAR) {
      throw outside(seconds);
    }
    return FORMAT.format(time);
  }

  private static ScriptException outside(double seconds) {
    return new ScriptException(
        "the time " + seconds + " seconds from now is not in the years from 1 to " + MOST_YEAR);
  }
}
