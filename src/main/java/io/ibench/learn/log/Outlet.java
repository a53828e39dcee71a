package io.ibench.learn.log;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Between readers and the sink: filters, numbers sessions, watches the clock, counts. */
final class Outlet {

  /** A statement may end so much before one that stands before it. */
  static final long DISORDER = 60_000_000;

  /** So many statements in the past are another log's, or the clock was set back. */
  static final int OTHER_LOG = 20;

  static final int OTHER_CLOCK = 1000;

  /** Restarts are counted in the bits above a session's number. */
  private static final int RESTART_SHIFT = 48;

  private final LogFilter filter;
  private final LogSink sink;
  private final boolean reusesNumbers;
  private final LongSet sessions = new LongSet();
  private final long[] counts = new long[Noticed.values().length];
  private final Map<Noticed, String> places = new EnumMap<>(Noticed.class);

  private String file = "";
  private long seen;
  private long statements;
  private long first = Long.MAX_VALUE;
  private long last = Long.MIN_VALUE;
  private long shortest = Long.MAX_VALUE;

  private long restarts;
  private long highestSession;
  private boolean afterHeader;

  private long latestEnd = Long.MIN_VALUE / 2;
  private long latestStart;
  private long sinceHeader;
  private int odd;

  /**
   * @param reusesNumbers whether a server that begins again gives its sessions the same numbers
   */
  Outlet(LogFilter filter, LogSink sink, boolean reusesNumbers) {
    this.filter = filter;
    this.sink = sink;
    this.reusesNumbers = reusesNumbers;
  }

  void file(String name) {
    file = name;
    header();
  }

  /** A server begins to write here: it has begun again, or its log has been rotated. */
  void header() {
    afterHeader = true;
    sinceHeader = 0;
    odd = 0;
  }

  void notice(Noticed what, long line) {
    if (counts[what.ordinal()]++ == 0) {
      places.put(what, place(line));
    }
  }

  String place(long line) {
    return file + ":" + line;
  }

  /**
   * Gives the sink the numbered session of an entry's, its time checked, if the filter wants it.
   *
   * @param writtenMicros when the log says so, of its entries' times
   * @param zoneMicros what the log's clock is ahead of the entry's times
   * @param wanted whether the user is the filter's
   */
  void statement(LogEntry entry, long writtenMicros, long zoneMicros, boolean wanted)
      throws LogException {
    seen++;
    entry.session = session(entry.session);
    checkTime(entry, writtenMicros);
    if (!entry.failed
        && entry.durationMicros != LogEntry.UNKNOWN
        && entry.durationMicros < shortest) {
      shortest = entry.durationMicros;
    }
    if (!wanted) {
      notice(Noticed.OTHER_USER, entry.line);
      return;
    }
    long start = entry.startMicros == LogEntry.UNKNOWN ? latestStart : entry.startMicros;
    if (!filter.wants(start + zoneMicros)) {
      notice(Noticed.OUTSIDE, entry.line);
      return;
    }
    first = Math.min(first, start);
    last = Math.max(last, start);
    statements++;
    if (entry.failed) {
      notice(Noticed.FAILED, entry.line);
    }
    if (entry.truncatedValues > 0) {
      notice(Noticed.TRUNCATED, entry.line);
      counts[Noticed.TRUNCATED.ordinal()] += entry.truncatedValues - 1;
    }
    if (entry.parametersLost) {
      notice(Noticed.PARAMETERS_LOST, entry.line);
    }
    sink.statement(entry);
  }

  void sessionEnded(long session) {
    sink.sessionEnded(session(session));
  }

  /** After a restart a number is another session's. */
  private long session(long number) {
    if (reusesNumbers
        && afterHeader
        && number < highestSession
        && !sessions.contains(numbered(number))) {
      restarts++;
      counts[Noticed.RESTARTS.ordinal()]++;
      highestSession = 0;
      afterHeader = false;
    }
    if (number > highestSession) {
      highestSession = number;
    }
    long numbered = numbered(number);
    sessions.add(numbered);
    return numbered;
  }

  private long numbered(long number) {
    return number + (restarts << RESTART_SHIFT);
  }

  /** In one log statements stand in the order of their ends, apart from times that were set. */
  private void checkTime(LogEntry entry, long end) throws LogException {
    if (entry.startMicros == LogEntry.UNKNOWN) {
      return;
    }
    sinceHeader++;
    if (end >= latestEnd - DISORDER) {
      odd = 0;
      latestEnd = Math.max(latestEnd, end);
      latestStart = entry.startMicros;
      return;
    }
    odd++;
    if (odd == sinceHeader && odd == OTHER_LOG) {
      throw new LogException(
          place(entry.line)
              + ": these times lie before those of the statements above: the logs of two servers,"
              + " or one twice; right: one server's log, each part once");
    }
    if (odd == OTHER_CLOCK) {
      latestEnd = end;
      odd = 0;
      return;
    }
    notice(Noticed.ODD_TIMES, entry.line);
    entry.startMicros = LogEntry.UNKNOWN;
  }

  /** Statements, also those that the filter leaves out. */
  long seen() {
    return seen;
  }

  LogSummary summary(LogFormat format, Optional<String> version, List<String> files, long bytes) {
    Map<Noticed, Long> noticed = new EnumMap<>(Noticed.class);
    for (Noticed what : Noticed.values()) {
      if (counts[what.ordinal()] > 0) {
        noticed.put(what, counts[what.ordinal()]);
      }
    }
    return new LogSummary(
        format,
        version,
        files,
        bytes,
        statements,
        sessions.size(),
        statements == 0 ? OptionalLong.empty() : OptionalLong.of(first),
        statements == 0 ? OptionalLong.empty() : OptionalLong.of(last),
        shortest == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(shortest),
        noticed,
        places);
  }
}
