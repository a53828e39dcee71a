package io.ibench.learn.log;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Slow logs of MariaDB, MySQL and Percona Server. A record has lines of figures that begin with
 * {@code #}, perhaps {@code use db;}, {@code SET timestamp=...;}, and the statement's text. The
 * text ends with {@code ;} and a line feed, but also may contain both: then no record follows.
 */
final class SlowLogReader implements LogReader {

  private static final byte[] USER = Bytes.of("# User@Host: ");
  private static final byte[] USER_END = Bytes.of("] @ ");
  private static final byte[] TIME = Bytes.of("# Time: ");
  private static final byte[] ROUTINE = Bytes.of("# Stored_routine: ");
  private static final byte[] ID = Bytes.of("]  Id: ");
  private static final byte[] USE = Bytes.of("use ");
  private static final byte[] SET = Bytes.of("SET ");
  private static final byte[] STAMP = Bytes.of("timestamp=");
  private static final byte[] LAST_ID = Bytes.of("last_insert_id=");
  private static final byte[] INSERT_ID = Bytes.of("insert_id=");
  private static final byte[] COMMAND = Bytes.of("# administrator command: ");
  private static final byte[] QUIT = Bytes.of("# administrator command: Quit");

  /** What must be seen of what follows a text, to know whether it is a record. */
  private static final int AHEAD = 512;

  private static final long SECOND = 1_000_000;
  private static final long QUARTER = 900 * SECOND;

  private final LogEntry entry = new LogEntry();
  private final Outlet outlet;
  private final LogFilter filter;
  private final byte @Nullable [] user;
  private Optional<String> version = Optional.empty();

  /** The line in which the record's next line stands, from 1. */
  private long line;

  private boolean begun;
  private boolean stamped;
  private boolean wanted;
  private boolean inner;
  private long stampMicros;
  private boolean stampHasMicros;
  private long writtenMicros;
  private boolean writtenHasMicros;

  /** What the log's clock is ahead of UTC. */
  private long zoneMicros;

  /** The same when it was first seen. */
  private long firstZoneMicros;

  private boolean zoneSeen;

  SlowLogReader(Outlet outlet, LogFilter filter) {
    this.outlet = outlet;
    this.filter = filter;
    user = filter.user().map(text -> text.getBytes(StandardCharsets.UTF_8)).orElse(null);
  }

  @Override
  public Optional<String> version() {
    return version;
  }

  /** A rotated log of MariaDB shows no time of its clock before the second changes. */
  @Override
  public void prepare(byte[] beginning) {
    SlowLogReader probe = new SlowLogReader(new Outlet(LogFilter.ALL, entry -> {}, true), filter);
    probe.readQuietly(beginning);
    zoneMicros = probe.firstZoneMicros;
  }

  private void readQuietly(byte[] beginning) {
    try {
      read(new ByteFeed(new ByteArrayInputStream(beginning)), 0);
    } catch (IOException | LogException mistake) {
      // It is told when the file is read.
    }
  }

  @Override
  public void read(ByteFeed feed, int file) throws IOException, LogException {
    line = 1;
    entry.file = file;
    while (record(feed)) {
      // The next one.
    }
  }

  /** Reads a record, or one line of something else. */
  private boolean record(ByteFeed feed) throws IOException, LogException {
    clear();
    int at = 0;
    while (!stamped) {
      int end = feed.lineEnd(at);
      if (end < 0) {
        if (end == ByteFeed.FULL) {
          outlet.notice(Noticed.UNREADABLE, line);
          feed.begin(feed.size());
          return true;
        }
        if (feed.size() > 0) {
          outlet.notice(Noticed.UNFINISHED, line);
        }
        return false;
      }
      int from = feed.start + at;
      int to = feed.start + end;
      if (from < to && feed.bytes[from] == '#') {
        figures(feed.bytes, from, to);
      } else if (begun && Bytes.startsWith(feed.bytes, from, to, SET)) {
        stamp(feed.bytes, from + SET.length, to);
      } else if (!begun) {
        otherLine(feed.bytes, from, to);
        line++;
        feed.begin(end + 1);
        return true;
      } else if (!Bytes.startsWith(feed.bytes, from, to, USE)) {
        break;
      }
      line++;
      at = end + 1;
    }
    return text(feed, at);
  }

  private void clear() {
    begun = false;
    stamped = false;
    wanted = user == null;
    inner = false;
    stampMicros = LogEntry.UNKNOWN;
    stampHasMicros = false;
    writtenMicros = LogEntry.UNKNOWN;
    writtenHasMicros = false;
    entry.session = LogEntry.UNKNOWN;
    entry.durationMicros = LogEntry.UNKNOWN;
    entry.rowsSent = LogEntry.UNKNOWN;
    entry.rowsExamined = LogEntry.UNKNOWN;
    entry.rowsAffected = LogEntry.UNKNOWN;
    entry.pagesAccessed = LogEntry.UNKNOWN;
    entry.failed = false;
    entry.parametersLost = false;
  }

  private boolean text(ByteFeed feed, int begin) throws IOException, LogException {
    int from = begin;
    int at = begin;
    boolean tooLong = false;
    entry.line = line;
    while (true) {
      int end = feed.lineEnd(at);
      if (end == ByteFeed.FULL) {
        tooLong = tooLong(tooLong);
        feed.begin(feed.size() - 1);
        from = 0;
        at = 1;
        continue;
      }
      if (end == ByteFeed.ENDED) {
        outlet.notice(Noticed.UNFINISHED, entry.line);
        return false;
      }
      line++;
      if (end > from && feed.bytes[feed.start + end - 1] == ';') {
        if (!feed.has(end + 1 + AHEAD) && !feed.isEnded()) {
          tooLong = tooLong(tooLong);
          feed.begin(end - 1);
          from = 0;
          end = 1;
        }
        if (isEnd(feed, end + 1)) {
          if (!tooLong) {
            deliver(feed, from, end - 1);
          }
          feed.begin(end + 1);
          return true;
        }
      }
      at = end + 1;
    }
  }

  private boolean tooLong(boolean before) {
    if (!before) {
      outlet.notice(Noticed.TOO_LONG, entry.line);
    }
    return true;
  }

  /** Whether a record begins at this offset, or the log ends there. */
  private static boolean isEnd(ByteFeed feed, int offset) throws IOException {
    if (!feed.has(offset + AHEAD) && !feed.has(offset + 1)) {
      return true;
    }
    byte[] bytes = feed.bytes;
    int from = feed.start + offset;
    int to = Math.min(feed.to, from + AHEAD);
    if (bytes[from] == '#') {
      return isTime(bytes, from, to) || isUser(bytes, from, to);
    }
    int end = Bytes.indexOf(bytes, from, to, '\n');
    return end >= 0 && ServerHeader.isFirst(bytes, from, end);
  }

  private static boolean isTime(byte[] bytes, int from, int to) {
    int digit = from + TIME.length;
    return Bytes.startsWith(bytes, from, to, TIME) && digit < to && Bytes.isDigit(bytes[digit]);
  }

  private static boolean isUser(byte[] bytes, int from, int to) {
    if (!Bytes.startsWith(bytes, from, to, USER)) {
      return false;
    }
    int end = Bytes.indexOf(bytes, from, to, '\n');
    return Bytes.find(bytes, from, end < 0 ? to : end, USER_END) > 0;
  }

  private void otherLine(byte[] bytes, int from, int to) {
    Optional<String> said = ServerHeader.version(bytes, from, to);
    if (said.isPresent()) {
      version = said;
      outlet.header();
    } else if (!ServerHeader.isPart(bytes, from, to)) {
      outlet.notice(Noticed.UNREADABLE, line);
    }
  }

  private void figures(byte[] bytes, int from, int to) throws LogException {
    begun = true;
    if (Bytes.startsWith(bytes, from, to, USER)) {
      user(bytes, from, to);
    } else if (Bytes.startsWith(bytes, from, to, TIME)) {
      time(bytes, from + TIME.length, to);
    } else if (Bytes.startsWith(bytes, from, to, ROUTINE)) {
      inner = true;
    } else if (from + 2 < to && isKeyLine(bytes[from + 2])) {
      pairs(bytes, from + 2, to);
    }
  }

  /** Lines that may have a figure: Thread_id, Query_time, Rows_affected, Pages_accessed, Log_... */
  private static boolean isKeyLine(int first) {
    return first == 'T'
        || first == 'Q'
        || first == 'R'
        || first == 'P'
        || first == 'L'
        || first == 'S';
  }

  private void user(byte[] bytes, int from, int to) {
    int at = Bytes.find(bytes, from, to, ID);
    if (at >= 0) {
      at += ID.length;
      while (at < to && bytes[at] == ' ') {
        at++;
      }
      entry.session = Bytes.number(bytes, at, to);
    }
    if (user != null) {
      // priv_user[user] @ host [address]
      int begin = from + USER.length;
      int end = Bytes.find(bytes, begin, to, USER_END);
      wanted =
          end - begin > user.length
              && (Bytes.startsWith(bytes, begin, end, user) && bytes[begin + user.length] == '['
                  || Bytes.endsWith(bytes, begin, end, user)
                      && bytes[end - user.length - 1] == '[');
    }
  }

  /** MySQL: 2026-11-30T05:54:55.932766Z, or +01:00. MariaDB: 261130 5:49:57, of the local clock. */
  private void time(byte[] bytes, int from, int to) {
    long micros = Bytes.time(bytes, from, to);
    if (micros >= 0) {
      writtenMicros = micros;
      writtenHasMicros = true;
      sawZone(Bytes.zone(bytes, to));
      return;
    }
    writtenMicros = Bytes.shortTime(bytes, from, to);
  }

  private void sawZone(long micros) {
    zoneMicros = micros;
    if (!zoneSeen) {
      zoneSeen = true;
      firstZoneMicros = micros;
    }
  }

  /** Lines of {@code Key: value}, blanks between. */
  private void pairs(byte[] bytes, int from, int to) throws LogException {
    int at = from;
    while (at < to) {
      int key = at;
      while (at < to && bytes[at] != ':') {
        at++;
      }
      int length = at - key;
      int value = at + 2;
      if (value < to) {
        pair(bytes, key, length, value, to);
      }
      at = value;
      while (at < to && bytes[at] != ' ') {
        at++;
      }
      while (at < to && bytes[at] == ' ') {
        at++;
      }
    }
  }

  private void pair(byte[] bytes, int key, int length, int value, int to) throws LogException {
    switch (length) {
      case 5, 10 -> {
        if (length == 10 && bytes[key] == 'Q') {
          entry.durationMicros = Bytes.millionths(bytes, value, to);
        } else if (bytes[key] == 'E' || bytes[key] == 'L') { // Errno, Last_errno
          entry.failed |= Bytes.number(bytes, value, to) > 0;
        }
      }
      case 9 -> {
        if (bytes[key] == 'T') { // Thread_id
          entry.session = Bytes.number(bytes, value, to);
        } else if (bytes[key + 5] == 's' && bytes[key] == 'R') { // Rows_sent
          entry.rowsSent = Bytes.number(bytes, value, to);
        }
      }
      case 13 -> {
        if (bytes[key + 5] == 'e') { // Rows_examined
          entry.rowsExamined = Bytes.number(bytes, value, to);
        } else if (bytes[key + 5] == 'a') { // Rows_affected
          entry.rowsAffected = Bytes.number(bytes, value, to);
        }
      }
      case 14 -> {
        if (bytes[key] == 'P' && bytes[key + 6] == 'a') { // Pages_accessed
          entry.pagesAccessed = Bytes.number(bytes, value, to);
        }
      }
      case 19 -> {
        if (bytes[key] == 'L' && Bytes.number(bytes, value, to) > 1) { // Log_slow_rate_limit
          throw new LogException(
              outlet.place(line)
                  + ": log_slow_rate_limit is "
                  + Bytes.number(bytes, value, to)
                  + ", so statements are missing within transactions; right: 1");
        }
      }
      default -> {
        // Nothing that is needed.
      }
    }
  }

  /** {@code [last_insert_id=N,][insert_id=N,]timestamp=N;} */
  private void stamp(byte[] bytes, int from, int to) {
    int at = from;
    if (Bytes.startsWith(bytes, at, to, LAST_ID)) {
      at = Bytes.indexOf(bytes, at, to, ',') + 1;
    }
    if (at > 0 && Bytes.startsWith(bytes, at, to, INSERT_ID)) {
      at = Bytes.indexOf(bytes, at, to, ',') + 1;
    }
    if (at > 0 && Bytes.startsWith(bytes, at, to, STAMP)) {
      stamped = true;
      stampMicros = Bytes.millionths(bytes, at + STAMP.length, to);
      stampHasMicros = Bytes.indexOf(bytes, at, to, '.') > 0;
    }
  }

  private void deliver(ByteFeed feed, int from, int to) throws LogException {
    entry.bytes = feed.bytes;
    entry.from = feed.start + from;
    entry.to = feed.start + to;
    if (entry.session == LogEntry.UNKNOWN) {
      outlet.notice(Noticed.UNREADABLE, entry.line);
    } else if (inner) {
      outlet.notice(Noticed.INNER, entry.line);
    } else if (Bytes.startsWith(entry.bytes, entry.from, entry.to, COMMAND)) {
      outlet.notice(Noticed.ADMINISTRATOR, entry.line);
      if (Bytes.startsWith(entry.bytes, entry.from, entry.to, QUIT)) {
        outlet.sessionEnded(entry.session);
      }
    } else {
      start();
      entry.parametersLost = MysqlText.hasPlaceholder(entry.bytes, entry.from, entry.to);
      long end = entry.startMicros + Math.max(0, entry.durationMicros);
      outlet.statement(entry, end, zoneMicros, wanted);
    }
  }

  private void start() {
    if (writtenHasMicros) {
      long end = writtenMicros - zoneMicros;
      entry.startMicros = end - Math.max(0, entry.durationMicros);
      entry.clockMicros = 1;
      return;
    }
    entry.startMicros = stampMicros;
    entry.clockMicros = stampHasMicros ? 1 : SECOND;
    if (writtenMicros != LogEntry.UNKNOWN && stampMicros != LogEntry.UNKNOWN) {
      sawZone(Math.floorDiv(writtenMicros - stampMicros + QUARTER / 2, QUARTER) * QUARTER);
    }
  }
}
