package io.ibench.learn.log;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;

/**
 * A time of the log's own clock.
 *
 * @param micros since 1970, or since midnight if daily
 * @param daily whether it comes every day
 */
public record LogTime(long micros, boolean daily) {

  static final long DAY = 86_400_000_000L;

  /**
   * Reads {@code 09:00}, {@code 09:00:30} or either after a date, as {@code 2026-11-30 09:00}.
   *
   * @throws IllegalArgumentException with what would be right, without the name of the option
   */
  public static LogTime parse(String text) {
    try {
      int blank = Math.max(text.indexOf(' '), text.indexOf('T'));
      if (blank < 0) {
        return new LogTime(LocalTime.parse(text).getLong(ChronoField.MICRO_OF_DAY), true);
      }
      LocalDateTime time =
          LocalDateTime.parse(text.substring(0, blank) + 'T' + text.substring(blank + 1));
      return new LogTime(
          ChronoUnit.MICROS.between(LocalDateTime.of(1970, 1, 1, 0, 0), time), false);
    } catch (DateTimeException mistake) {
      throw new IllegalArgumentException(
          "'" + text + "' is no time; right: 09:00, 09:00:30 or '2026-11-30 09:00'", mistake);
    }
  }

  /** Whether it is later than this time of the log's clock, on the same day if it is daily. */
  boolean isAfter(long wallMicros) {
    return micros > (daily ? Math.floorMod(wallMicros, DAY) : wallMicros);
  }
}
