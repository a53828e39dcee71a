package io.ibench.learn.sql;

/** Dates and times as servers write them: {@code 2026-11-28[ 10:00:00[.123456]]}. */
final class Times {

  private static final long DAY_MICROS = 86_400_000_000L;

  private Times() {}

  static boolean isTime(byte[] source, int first, int last) {
    if (last - first < 10 || source[first + 4] != '-' || source[first + 7] != '-') {
      return false;
    }
    if (!digits(source, first, 4)
        || !digits(source, first + 5, 2)
        || !digits(source, first + 8, 2)) {
      return false;
    }
    if (last - first == 10) {
      return true;
    }
    return last - first >= 19
        && (source[first + 10] == ' ' || source[first + 10] == 'T')
        && source[first + 13] == ':'
        && source[first + 16] == ':'
        && digits(source, first + 11, 2)
        && digits(source, first + 14, 2)
        && digits(source, first + 17, 2);
  }

  private static boolean digits(byte[] source, int first, int count) {
    for (int i = first; i < first + count; i++) {
      if (source[i] < '0' || source[i] > '9') {
        return false;
      }
    }
    return true;
  }

  /** Microseconds since 1970, as if the time were in UTC, or in the zone that it names. */
  static long micros(byte[] source, int first, int last) {
    long days =
        days(number(source, first, 4), number(source, first + 5, 2), number(source, first + 8, 2));
    long micros = days * DAY_MICROS;
    if (last - first < 19) {
      return micros;
    }
    long seconds =
        3600L * number(source, first + 11, 2)
            + 60L * number(source, first + 14, 2)
            + number(source, first + 17, 2);
    micros += seconds * 1_000_000;
    int at = first + 19;
    if (at < last && source[at] == '.') {
      long unit = 100_000;
      for (at++; at < last && source[at] >= '0' && source[at] <= '9'; at++) {
        micros += unit * (source[at] - '0');
        unit /= 10;
      }
    }
    if (at + 2 < last && (source[at] == '+' || source[at] == '-')) {
      long hours = number(source, at + 1, 2);
      long minutes = at + 5 < last && source[at + 3] == ':' ? number(source, at + 4, 2) : 0;
      long zone = (60 * hours + minutes) * 60_000_000L;
      micros -= source[at] == '+' ? zone : -zone;
    }
    return micros;
  }

  private static int number(byte[] source, int first, int count) {
    int sum = 0;
    for (int i = first; i < first + count; i++) {
      sum = 10 * sum + source[i] - '0';
    }
    return sum;
  }

  /** Days since 1970 of a date in the Gregorian calendar, also of one that does not exist. */
  private static long days(int year, int month, int day) {
    long y = month <= 2 ? year - 1 : year;
    long era = Math.floorDiv(y, 400);
    long ofEra = y - era * 400;
    long ofYear = (153L * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468;
  }
}
