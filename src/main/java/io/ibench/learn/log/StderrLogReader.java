package io.ibench.learn.log;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL's log as text. A line begins with what log_line_prefix says, then a word such as
 * {@code LOG:}; further lines of a message begin with a tab. Details follow as messages of their
 * own.
 */
final class StderrLogReader implements LogReader {

  private static final byte[] COLON = Bytes.of(":  ");
  private static final byte[] USER_IS = Bytes.of("user=");
  private static final byte[] PROCESS_IS = Bytes.of("pid=");

  private static final byte[] DETAIL = Bytes.of("DETAIL");
  private static final byte[] CONTEXT = Bytes.of("CONTEXT");
  private static final byte[] STATEMENT = Bytes.of("STATEMENT");
  private static final byte[] HINT = Bytes.of("HINT");
  private static final byte[] QUERY = Bytes.of("QUERY");
  private static final byte[] LOCATION = Bytes.of("LOCATION");
  private static final byte[] LOG = Bytes.of("LOG");

  /** A prefix and its word are not longer. */
  private static final int LONGEST_PREFIX = 1000;

  /** A time stands at most so far from the begin of a line. */
  private static final int FARTHEST_TIME = 8;

  /** 2026-11-30 06:11:45 */
  private static final int SECONDS = 19;

  private static final int SESSION_SECOND = 8;
  private static final long SECOND = 1_000_000;
  private static final long MILLISECOND = 1000;

  /** A line's prefix. */
  private static final class Head {

    private long timeMicros;
    private long clockMicros;
    private long session;
    private boolean wanted;

    /** The word, as LOG, and what it says, counted from the begin of the record. */
    private int word;

    private int wordTo;
    private int text;
  }

  private final PostgresRecord record = new PostgresRecord();
  private final PostgresStatements statements;
  private final Outlet outlet;
  private final byte @Nullable [] user;
  private final Head head = new Head();
  private final Head next = new Head();
  private int timeAt;
  private long line;

  /** The first line whose prefix had a time and a word, but no session. */
  private long withoutSession;

  StderrLogReader(Outlet outlet, LogFilter filter) {
    this.outlet = outlet;
    statements = new PostgresStatements(outlet);
    user = filter.user().map(text -> text.getBytes(StandardCharsets.UTF_8)).orElse(null);
  }

  /** Whether one of the first lines has a time and a word of PostgreSQL's. */
  static boolean isLog(byte[] beginning) {
    return timeAt(beginning) >= 0;
  }

  /** Where lines have their time, or -1. */
  private static int timeAt(byte[] bytes) {
    int at = 0;
    while (at >= 0 && at < bytes.length) {
      int end = Bytes.indexOf(bytes, at, bytes.length, '\n');
      int to = end < 0 ? bytes.length : end;
      for (int shift = 0; shift <= FARTHEST_TIME; shift++) {
        if (isTime(bytes, at + shift, to) && word(bytes, at + shift + SECONDS, to) >= 0) {
          return shift;
        }
      }
      at = end < 0 ? -1 : end + 1;
    }
    return -1;
  }

  @Override
  public void prepare(byte[] beginning) {
    timeAt = Math.max(0, timeAt(beginning));
  }

  @Override
  public Optional<String> version() {
    return statements.version();
  }

  @Override
  public void finish() throws LogException {
    statements.finish();
    if (outlet.seen() == 0 && withoutSession > 0) {
      throw new LogException(
          outlet.place(withoutSession)
              + ": log_line_prefix has no session; right: '%m [%p] %q%u@%d ', or one with %c");
    }
  }

  @Override
  public void read(ByteFeed feed, int file) throws IOException, LogException {
    statements.file(file);
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
      } else if (!parse(feed, 0, end, head)) {
        outlet.notice(Noticed.UNREADABLE, line);
        line++;
        feed.begin(end + 1);
      } else if (!message(feed, end)) {
        return;
      }
    }
  }

  /** Reads a message whose first line ends there, and those that belong to it. */
  private boolean message(ByteFeed feed, int firstEnd) throws IOException, LogException {
    long lines = line;
    record.clear();
    record.line = line;
    record.session = head.session;
    record.timeMicros = head.timeMicros;
    record.clockMicros = head.clockMicros;
    record.wanted = head.wanted;
    record.error =
        PostgresRecord.isError(feed.bytes, feed.start + head.word, feed.start + head.wordTo);
    int messageFrom = head.text;
    int messageTo = lastLine(feed, firstEnd);
    int detailFrom = 0;
    int detailTo = 0;
    int contextFrom = 0;
    int contextTo = 0;
    int queryFrom = 0;
    int queryTo = 0;
    int to = messageTo;
    while (to >= 0) {
      int end = feed.lineEnd(to + 1);
      if (end < 0 || !parse(feed, to + 1, end, next) || next.session != head.session) {
        break;
      }
      int from = next.text;
      boolean isDetail = isWord(feed, DETAIL);
      boolean isContext = isWord(feed, CONTEXT);
      boolean isQuery = isWord(feed, STATEMENT);
      if (!isDetail
          && !isContext
          && !isQuery
          && !isWord(feed, HINT)
          && !isWord(feed, QUERY)
          && !isWord(feed, LOCATION)) {
        break;
      }
      to = lastLine(feed, end);
      if (isDetail) {
        detailFrom = from;
        detailTo = to;
      } else if (isContext) {
        contextFrom = from;
        contextTo = to;
      } else if (isQuery) {
        queryFrom = from;
        queryTo = to;
      }
    }
    if (to < 0) {
      boolean full = !feed.isEnded();
      outlet.notice(full ? Noticed.TOO_LONG : Noticed.UNFINISHED, lines);
      line += Bytes.count(feed.bytes, feed.start, feed.to, '\n');
      feed.begin(feed.size());
      return full;
    }
    line = lines + Bytes.count(feed.bytes, feed.start, feed.start + to + 1, '\n');
    int start = feed.start;
    record.bytes = feed.bytes;
    record.messageFrom = start + messageFrom;
    record.messageTo = withoutTabs(feed.bytes, start + messageFrom, start + messageTo);
    record.detailFrom = start + detailFrom;
    record.detailTo = withoutTabs(feed.bytes, start + detailFrom, start + detailTo);
    record.contextFrom = start + contextFrom;
    record.contextTo = withoutTabs(feed.bytes, start + contextFrom, start + contextTo);
    record.queryFrom = start + queryFrom;
    record.queryTo = withoutTabs(feed.bytes, start + queryFrom, start + queryTo);
    statements.take(record);
    feed.begin(to + 1);
    return true;
  }

  /** Where the last line ends that belongs to the one that ends there, or -1. */
  private static int lastLine(ByteFeed feed, int firstEnd) throws IOException {
    int end = firstEnd;
    while (feed.has(end + 2) && feed.bytes[feed.start + end + 1] == '\t') {
      end = feed.lineEnd(end + 1);
      if (end < 0) {
        return -1;
      }
    }
    return feed.has(end + 2) || feed.isEnded() ? end : -1;
  }

  private boolean isWord(ByteFeed feed, byte[] word) {
    return next.wordTo - next.word == word.length
        && Bytes.startsWith(feed.bytes, feed.start + next.word, feed.start + next.wordTo, word);
  }

  /** Drops the tab that follows each line feed. */
  private static int withoutTabs(byte[] bytes, int from, int to) {
    int read = Bytes.indexOf(bytes, from, to, '\n');
    if (read < 0) {
      return to;
    }
    int written = read;
    while (read < to) {
      byte one = bytes[read];
      bytes[written] = one;
      written++;
      read += one == '\n' && read + 1 < to && bytes[read + 1] == '\t' ? 2 : 1;
    }
    return written;
  }

  /** Reads the prefix of a line from one offset to another. */
  private boolean parse(ByteFeed feed, int fromOffset, int toOffset, Head found) {
    byte[] bytes = feed.bytes;
    int from = feed.start + fromOffset;
    int to = Math.min(feed.start + toOffset, from + LONGEST_PREFIX);
    int time = from + timeAt;
    if (!isTime(bytes, time, to)) {
      return false;
    }
    int colon = word(bytes, time + SECONDS, to);
    if (colon < 0) {
      return false;
    }
    int word = colon;
    while (bytes[word - 1] >= 'A' && bytes[word - 1] <= 'Z') {
      word--;
    }
    found.word = word - feed.start;
    found.wordTo = colon - feed.start;
    found.text = found.wordTo + COLON.length;
    found.timeMicros = Bytes.time(bytes, time, word);
    found.clockMicros = bytes[time + SECONDS] == '.' ? MILLISECOND : SECOND;
    found.session = session(bytes, time + SECONDS, word);
    found.wanted = user == null || isUser(bytes, time + SECONDS, word, user);
    if (found.session < 0) {
      withoutSession = withoutSession == 0 ? line : withoutSession;
      return false;
    }
    return found.timeMicros >= 0;
  }

  private static boolean isTime(byte[] bytes, int from, int to) {
    return to - from > SECONDS
        && Bytes.isDigit(bytes[from])
        && bytes[from + 4] == '-'
        && bytes[from + 7] == '-'
        && bytes[from + 10] == ' '
        && bytes[from + 13] == ':'
        && bytes[from + 16] == ':';
  }

  /** Where the colon after the first word of capitals stands, or -1. */
  private static int word(byte[] bytes, int from, int to) {
    int at = Bytes.find(bytes, from, to, COLON);
    while (at > from) {
      byte last = bytes[at - 1];
      if (last >= 'A' && last <= 'Z') {
        return isKnown(bytes, from, at) ? at : -1;
      }
      at = Bytes.find(bytes, at + 1, to, COLON);
    }
    return -1;
  }

  private static boolean isKnown(byte[] bytes, int from, int to) {
    return Bytes.endsWith(bytes, from, to, LOG)
        || Bytes.endsWith(bytes, from, to, DETAIL)
        || Bytes.endsWith(bytes, from, to, CONTEXT)
        || Bytes.endsWith(bytes, from, to, STATEMENT)
        || Bytes.endsWith(bytes, from, to, HINT)
        || Bytes.endsWith(bytes, from, to, QUERY)
        || Bytes.endsWith(bytes, from, to, LOCATION)
        || PostgresRecord.isError(bytes, Math.max(from, to - 5), to)
        || Bytes.endsWith(bytes, from, to, WARNING)
        || Bytes.endsWith(bytes, from, to, NOTICE)
        || Bytes.endsWith(bytes, from, to, INFO);
  }

  private static final byte[] WARNING = Bytes.of("WARNING");
  private static final byte[] NOTICE = Bytes.of("NOTICE");
  private static final byte[] INFO = Bytes.of("INFO");

  /** Of %c, as 6b0d13a1.6142, or of %p in brackets or after pid=, or -1. */
  private static long session(byte[] bytes, int from, int to) {
    int point = Bytes.indexOf(bytes, from + 1, to, '.');
    while (point >= 0) {
      int begin = point - SESSION_SECOND;
      int end = point + 1;
      while (end < to && Character.digit(bytes[end], 16) >= 0) {
        end++;
      }
      long number = begin < from ? -1 : PostgresSessions.number(bytes, begin, end);
      if (number >= 0) {
        return number;
      }
      point = Bytes.indexOf(bytes, point + 1, to, '.');
    }
    int bracket = Bytes.indexOf(bytes, from, to, '[');
    while (bracket >= 0) {
      long process = Bytes.number(bytes, bracket + 1, to);
      int end = Bytes.indexOf(bytes, bracket, to, ']');
      if (process >= 0 && end >= 0 && isNumber(bytes, bracket + 1, end)) {
        return process;
      }
      bracket = Bytes.indexOf(bytes, bracket + 1, to, '[');
    }
    int is = Bytes.find(bytes, from, to, PROCESS_IS);
    return is < 0 ? -1 : Bytes.number(bytes, is + PROCESS_IS.length, to);
  }

  private static boolean isNumber(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (!Bytes.isDigit(bytes[i])) {
        return false;
      }
    }
    return to > from;
  }

  /** Whether the prefix names the user: before @, after user=, or as a word. */
  private static boolean isUser(byte[] bytes, int from, int to, byte[] user) {
    int is = Bytes.find(bytes, from, to, USER_IS);
    if (is >= 0) {
      int begin = is + USER_IS.length;
      return Bytes.startsWith(bytes, begin, to, user) && isBorder(bytes, begin + user.length, to);
    }
    boolean hasAt = Bytes.indexOf(bytes, from, to, '@') >= 0;
    int at = Bytes.find(bytes, from, to, user);
    while (at >= 0) {
      int end = at + user.length;
      if (isBorder(bytes, at - 1, to)
          && (hasAt ? end < to && bytes[end] == '@' : isBorder(bytes, end, to))) {
        return true;
      }
      at = Bytes.find(bytes, at + 1, to, user);
    }
    return false;
  }

  private static boolean isBorder(byte[] bytes, int at, int to) {
    return at >= to || !SqlPieces.isName(bytes[at]) && bytes[at] != '-';
  }
}
