package io.ibench.learn.log;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** PostgreSQL's csvlog: records of 23 to 26 columns, some in quotes, which may have line feeds. */
final class CsvLogReader implements LogReader {

  /** Columns from 0. */
  private static final int USER = 1;

  private static final int SESSION = 5;
  private static final int SEVERITY = 11;
  private static final int MESSAGE = 13;
  private static final int DETAIL = 14;
  private static final int CONTEXT = 18;
  private static final int QUERY = 19;
  private static final int FEWEST = 22;

  /** More columns than any version has. */
  private static final int MOST = 40;

  /** What a record begins with: 2026-11-30 06:11:14 */
  private static final int TIME = 19;

  private enum Split {
    RECORD,
    BROKEN,
    ENDED,
    CUT,
    FULL
  }

  private final PostgresRecord record = new PostgresRecord();
  private final PostgresStatements statements;
  private final Outlet outlet;
  private final byte @Nullable [] user;

  private final int[] begins = new int[MOST];
  private final int[] ends = new int[MOST];
  private final boolean[] doubled = new boolean[MOST];
  private int columns;

  /** Where the record ends, after its line feed. */
  private int length;

  private long line;

  CsvLogReader(Outlet outlet, LogFilter filter) {
    this.outlet = outlet;
    statements = new PostgresStatements(outlet);
    user = filter.user().map(text -> text.getBytes(StandardCharsets.UTF_8)).orElse(null);
  }

  @Override
  public void prepare(byte[] beginning) {
    // Nothing to learn.
  }

  @Override
  public Optional<String> version() {
    return statements.version();
  }

  @Override
  public void finish() throws LogException {
    statements.finish();
  }

  /** Whether a log begins with such a record. */
  static boolean isRecord(byte[] beginning) {
    if (!isBegin(beginning, 0, beginning.length)) {
      return false;
    }
    CsvLogReader reader =
        new CsvLogReader(new Outlet(LogFilter.ALL, entry -> {}, false), LogFilter.ALL);
    try {
      Split first = reader.split(new ByteFeed(new ByteArrayInputStream(beginning)));
      return first == Split.RECORD || first == Split.CUT && reader.columns > MESSAGE;
    } catch (IOException failure) {
      return false;
    }
  }

  @Override
  public void read(ByteFeed feed, int file) throws IOException, LogException {
    line = 1;
    statements.file(file);
    while (true) {
      Split split = split(feed);
      if (split == Split.ENDED) {
        return;
      }
      if (split == Split.RECORD) {
        take(feed);
        line += Bytes.count(feed.bytes, feed.start, feed.start + length, '\n');
        feed.begin(length);
      } else if (!skip(feed, split)) {
        return;
      }
    }
  }

  /** Goes on at the next line that looks like a record's begin. */
  private boolean skip(ByteFeed feed, Split split) throws IOException {
    long from = line;
    Noticed what = split == Split.FULL ? Noticed.TOO_LONG : Noticed.UNREADABLE;
    while (true) {
      int end = feed.lineEnd(0);
      if (end == ByteFeed.ENDED) {
        outlet.notice(split == Split.CUT ? Noticed.UNFINISHED : what, from);
        return false;
      }
      if (end == ByteFeed.FULL) {
        feed.begin(feed.size());
        continue;
      }
      line++;
      feed.begin(end + 1);
      feed.has(TIME);
      if (isBegin(feed.bytes, feed.start, feed.to)) {
        outlet.notice(what, from);
        return true;
      }
    }
  }

  private static boolean isBegin(byte[] bytes, int from, int to) {
    return to - from >= TIME
        && Bytes.isDigit(bytes[from])
        && bytes[from + 4] == '-'
        && bytes[from + 10] == ' '
        && bytes[from + 13] == ':'
        && bytes[from + 16] == ':';
  }

  /** Finds the columns of a record. */
  private Split split(ByteFeed feed) throws IOException {
    columns = 0;
    if (!feed.has(1)) {
      return Split.ENDED;
    }
    if (feed.has(TIME) && !isBegin(feed.bytes, feed.start, feed.to)) {
      return Split.BROKEN;
    }
    int at = 0;
    while (true) {
      int end =
          feed.has(at + 1) && feed.bytes[feed.start + at] == '"'
              ? quoted(feed, at + 1)
              : plain(feed, at);
      if (end < 0 || !feed.has(end + 1)) {
        return feed.isEnded() ? Split.CUT : Split.FULL;
      }
      columns++;
      int after = feed.bytes[feed.start + end];
      at = end + 1;
      if (after == '\n') {
        length = at;
        return columns >= FEWEST ? Split.RECORD : Split.BROKEN;
      }
      if (after != ',' || columns == MOST) {
        return Split.BROKEN;
      }
    }
  }

  /** Where a column without quotes ends, or -1. */
  private int plain(ByteFeed feed, int from) throws IOException {
    int at = from;
    doubled[columns] = false;
    begins[columns] = from;
    while (true) {
      byte[] bytes = feed.bytes;
      int end = feed.size();
      int start = feed.start;
      while (at < end && bytes[start + at] != ',' && bytes[start + at] != '\n') {
        at++;
      }
      if (at < end) {
        ends[columns] = at;
        return at;
      }
      if (!feed.more()) {
        return -1;
      }
    }
  }

  /** What follows a column that begins after a quote, or -1. */
  private int quoted(ByteFeed feed, int from) throws IOException {
    int at = from;
    doubled[columns] = false;
    begins[columns] = from;
    while (true) {
      int found = Bytes.indexOf(feed.bytes, feed.start + at, feed.to, '"');
      if (found < 0) {
        at = feed.size();
        if (!feed.more()) {
          return -1;
        }
      } else {
        at = found - feed.start + 1;
        if (!feed.has(at + 1)) {
          return -1;
        }
        if (feed.bytes[feed.start + at] != '"') {
          ends[columns] = at - 1;
          return at;
        }
        doubled[columns] = true;
        at++;
      }
    }
  }

  private void take(ByteFeed feed) throws LogException {
    byte[] bytes = feed.bytes;
    int start = feed.start;
    record.clear();
    record.bytes = bytes;
    record.line = line;
    record.session = PostgresSessions.number(bytes, start + begins[SESSION], start + ends[SESSION]);
    record.timeMicros = Bytes.time(bytes, start + begins[0], start + ends[0]);
    if (record.session < 0 || record.timeMicros < 0) {
      outlet.notice(Noticed.UNREADABLE, line);
      return;
    }
    record.wanted =
        user == null
            || ends[USER] - begins[USER] == user.length
                && Bytes.startsWith(bytes, start + begins[USER], start + ends[USER], user);
    record.error = PostgresRecord.isError(bytes, start + begins[SEVERITY], start + ends[SEVERITY]);
    record.messageFrom = start + begins[MESSAGE];
    record.messageTo = end(bytes, start, MESSAGE);
    record.detailFrom = start + begins[DETAIL];
    record.detailTo = end(bytes, start, DETAIL);
    record.contextFrom = start + begins[CONTEXT];
    record.contextTo = end(bytes, start, CONTEXT);
    record.queryFrom = start + begins[QUERY];
    record.queryTo = end(bytes, start, QUERY);
    statements.take(record);
  }

  /** Where a column ends once its doubled quotes are single ones. */
  private int end(byte[] bytes, int start, int column) {
    int from = start + begins[column];
    int to = start + ends[column];
    if (!doubled[column]) {
      return to;
    }
    int read = Bytes.indexOf(bytes, from, to, '"');
    int written = read;
    while (read < to) {
      byte one = bytes[read];
      bytes[written] = one;
      written++;
      read += one == '"' ? 2 : 1;
    }
    return written;
  }
}
