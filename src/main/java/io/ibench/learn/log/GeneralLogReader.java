package io.ibench.learn.log;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * General logs of MariaDB and MySQL: when a statement began, its session, a command and its text,
 * which ends where the next such line begins. It has no figures.
 */
final class GeneralLogReader implements LogReader {

  private static final byte[] QUERY = Bytes.of("Query");
  private static final byte[] EXECUTE = Bytes.of("Execute");
  private static final byte[] PREPARE = Bytes.of("Prepare");
  private static final byte[] QUIT = Bytes.of("Quit");
  private static final byte[] CONNECT = Bytes.of("Connect");
  private static final byte[] CHANGE_USER = Bytes.of("Change user");

  /** Commands that are neither statements nor the begin or end of a session. */
  private static final byte[][] OTHERS = {
    Bytes.of("Init DB"),
    Bytes.of("Close stmt"),
    Bytes.of("Reset stmt"),
    Bytes.of("Reset connection"),
    Bytes.of("Field List"),
    Bytes.of("Fetch"),
    Bytes.of("Long Data"),
    Bytes.of("Statistics"),
    Bytes.of("Ping"),
    Bytes.of("Set option"),
    Bytes.of("Refresh"),
    Bytes.of("Processlist"),
    Bytes.of("Kill"),
    Bytes.of("Debug"),
    Bytes.of("Shutdown"),
    Bytes.of("Binlog Dump"),
    Bytes.of("Binlog Dump GTID"),
    Bytes.of("Register Slave"),
    Bytes.of("Register Replica"),
    Bytes.of("Daemon"),
    Bytes.of("Bulk_execute"),
  };

  private static final long SECOND = 1_000_000;

  private final LogEntry entry = new LogEntry();
  private final Outlet outlet;
  private final byte @Nullable [] user;
  private final LongSet wanted = new LongSet();
  private Optional<String> version = Optional.empty();
  private long line;

  /** The time that the last line with one had. */
  private long timeMicros = LogEntry.UNKNOWN;

  private long zoneMicros;

  /** Of the line that was looked at last: its command's begin and end, and its text's begin. */
  private int command;

  private int commandTo;
  private int text;
  private long session;
  private long headMicros;
  private long headClock;

  GeneralLogReader(Outlet outlet, LogFilter filter) {
    this.outlet = outlet;
    user = filter.user().map(name -> name.getBytes(StandardCharsets.UTF_8)).orElse(null);
    entry.durationMicros = LogEntry.UNKNOWN;
    entry.rowsSent = LogEntry.UNKNOWN;
    entry.rowsExamined = LogEntry.UNKNOWN;
    entry.rowsAffected = LogEntry.UNKNOWN;
    entry.pagesAccessed = LogEntry.UNKNOWN;
  }

  /** Whether one of the first lines is a statement's. */
  static boolean isLog(byte[] beginning) {
    GeneralLogReader reader =
        new GeneralLogReader(new Outlet(LogFilter.ALL, entry -> {}, true), LogFilter.ALL);
    int at = 0;
    for (int lines = 0; lines < 20 && at < beginning.length; lines++) {
      int end = Bytes.indexOf(beginning, at, beginning.length, '\n');
      if (end < 0) {
        return false;
      }
      if (reader.isHead(beginning, at, end)) {
        return true;
      }
      at = end + 1;
    }
    return false;
  }

  @Override
  public void prepare(byte[] beginning) {
    // Nothing to learn.
  }

  @Override
  public Optional<String> version() {
    return version;
  }

  @Override
  public void read(ByteFeed feed, int file) throws IOException, LogException {
    entry.file = file;
    line = 1;
    while (true) {
      int end = feed.lineEnd(0);
      if (end == ByteFeed.ENDED) {
        if (feed.size() > 0) {
          outlet.notice(Noticed.UNFINISHED, line);
        }
        return;
      }
      if (end == ByteFeed.FULL) {
        outlet.notice(Noticed.TOO_LONG, line);
        feed.begin(feed.size());
      } else if (!isHead(feed.bytes, feed.start, feed.start + end)) {
        other(feed.bytes, feed.start, feed.start + end);
        line++;
        feed.begin(end + 1);
      } else if (!record(feed, end)) {
        return;
      }
    }
  }

  private void other(byte[] bytes, int from, int to) {
    Optional<String> said = ServerHeader.version(bytes, from, to);
    if (said.isPresent()) {
      version = said;
      outlet.header();
    } else if (!ServerHeader.isPart(bytes, from, to)) {
      outlet.notice(Noticed.UNREADABLE, line);
    }
  }

  /** Reads the record whose first line, just looked at, ends there. */
  private boolean record(ByteFeed feed, int firstEnd) throws IOException, LogException {
    int from = text - feed.start;
    int commandFrom = command - feed.start;
    int commandEnd = commandTo - feed.start;
    entry.session = session;
    entry.line = line;
    if (headMicros != LogEntry.UNKNOWN) {
      timeMicros = headMicros;
    }
    entry.startMicros = timeMicros == LogEntry.UNKNOWN ? timeMicros : timeMicros - zoneMicros;
    entry.clockMicros = headClock;
    int end = firstEnd;
    line++;
    while (true) {
      int next = feed.lineEnd(end + 1);
      if (next < 0) {
        if (next == ByteFeed.FULL) {
          outlet.notice(Noticed.TOO_LONG, entry.line);
          feed.begin(feed.size());
          return true;
        }
        if (feed.size() > end + 1) {
          outlet.notice(Noticed.UNFINISHED, entry.line);
          return false;
        }
        break;
      }
      int begin = feed.start + end + 1;
      long zone = zoneMicros;
      if (isHead(feed.bytes, begin, feed.start + next)
          || ServerHeader.version(feed.bytes, begin, feed.start + next).isPresent()) {
        zoneMicros = zone;
        break;
      }
      line++;
      end = next;
    }
    deliver(feed, commandFrom, commandEnd, from, end);
    feed.begin(end + 1);
    return true;
  }

  private void deliver(ByteFeed feed, int commandFrom, int commandEnd, int from, int to)
      throws LogException {
    byte[] bytes = feed.bytes;
    int start = feed.start;
    int name = start + commandFrom;
    int nameTo = start + commandEnd;
    if (is(bytes, name, nameTo, QUIT)) {
      outlet.notice(Noticed.ADMINISTRATOR, entry.line);
      outlet.sessionEnded(entry.session);
    } else if (is(bytes, name, nameTo, CONNECT) || is(bytes, name, nameTo, CHANGE_USER)) {
      outlet.notice(Noticed.ADMINISTRATOR, entry.line);
      if (user != null
          && Bytes.startsWith(bytes, start + from, start + to, user)
          && bytes[start + from + user.length] == '@') {
        wanted.add(entry.session);
      }
    } else if (is(bytes, name, nameTo, PREPARE)) {
      outlet.notice(Noticed.PARTS, entry.line);
    } else if (is(bytes, name, nameTo, EXECUTE)) {
      statement(bytes, start + from, start + to);
    } else if (!is(bytes, name, nameTo, QUERY)) {
      outlet.notice(Noticed.ADMINISTRATOR, entry.line);
    } else if (ExecuteText.isExecute(bytes, start + from, start + to)) {
      // What it executes follows.
      outlet.notice(Noticed.PARTS, entry.line);
    } else {
      pieces(bytes, start + from, start + to);
    }
  }

  private void pieces(byte[] bytes, int from, int to) throws LogException {
    int at = from;
    while (at < to) {
      int end = MysqlText.isCompound(bytes, at, to) ? to : MysqlText.end(bytes, at, to);
      int begin = at;
      while (begin < end && bytes[begin] >= 0 && bytes[begin] <= ' ') {
        begin++;
      }
      if (begin < end) {
        statement(bytes, begin, end);
      }
      at = end + 1;
    }
  }

  private void statement(byte[] bytes, int from, int to) throws LogException {
    long number = entry.session;
    long start = entry.startMicros;
    entry.bytes = bytes;
    entry.from = from;
    entry.to = to;
    entry.parametersLost = MysqlText.hasPlaceholder(bytes, from, to);
    outlet.statement(entry, start, zoneMicros, user == null || wanted.contains(number));
    entry.session = number;
    entry.startMicros = start;
  }

  private static boolean is(byte[] bytes, int from, int to, byte[] word) {
    return to - from == word.length && Bytes.startsWith(bytes, from, to, word);
  }

  /** {@code [time] tab [tab] session blank command tab text} */
  private boolean isHead(byte[] bytes, int from, int to) {
    int at = from;
    headMicros = LogEntry.UNKNOWN;
    if (to - from > 2 && bytes[from] == '\t' && bytes[from + 1] == '\t') {
      at = from + 2;
    } else {
      int tab = Bytes.indexOf(bytes, from, Math.min(to, from + 40), '\t');
      if (tab < 0 || !time(bytes, from, tab)) {
        return false;
      }
      at = tab + 1;
    }
    while (at < to && bytes[at] == ' ') {
      at++;
    }
    session = Bytes.number(bytes, at, to);
    while (at < to && Bytes.isDigit(bytes[at])) {
      at++;
    }
    if (session < 0 || at >= to || bytes[at] != ' ') {
      return false;
    }
    command = at + 1;
    commandTo = Bytes.indexOf(bytes, command, to, '\t');
    text = commandTo + 1;
    return commandTo > command && isCommand(bytes, command, commandTo);
  }

  private static boolean isCommand(byte[] bytes, int from, int to) {
    if (is(bytes, from, to, QUERY)
        || is(bytes, from, to, EXECUTE)
        || is(bytes, from, to, PREPARE)
        || is(bytes, from, to, QUIT)
        || is(bytes, from, to, CONNECT)
        || is(bytes, from, to, CHANGE_USER)) {
      return true;
    }
    for (byte[] other : OTHERS) {
      if (is(bytes, from, to, other)) {
        return true;
      }
    }
    return false;
  }

  private boolean time(byte[] bytes, int from, int to) {
    headMicros = Bytes.time(bytes, from, to);
    if (headMicros >= 0) {
      headClock = 1;
      zoneMicros = Bytes.zone(bytes, to);
    } else {
      headClock = SECOND;
      headMicros = Bytes.shortTime(bytes, from, to);
    }
    return headMicros >= 0;
  }
}
