package io.ibench.learn.log;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** PostgreSQL's jsonlog: an object of texts and numbers in each line. */
final class JsonLogReader implements LogReader {

  private static final byte[] BEGIN = Bytes.of("{\"timestamp\":\"");

  private static final byte[] TIMESTAMP = Bytes.of("timestamp");
  private static final byte[] USER = Bytes.of("user");
  private static final byte[] SESSION = Bytes.of("session_id");
  private static final byte[] SEVERITY = Bytes.of("error_severity");
  private static final byte[] MESSAGE = Bytes.of("message");
  private static final byte[] DETAIL = Bytes.of("detail");
  private static final byte[] CONTEXT = Bytes.of("context");
  private static final byte[] STATEMENT = Bytes.of("statement");

  private final PostgresRecord record = new PostgresRecord();
  private final PostgresStatements statements;
  private final Outlet outlet;
  private final byte @Nullable [] user;
  private long line;

  /** Where a value ends once its escapes are resolved. */
  private int valueTo;

  JsonLogReader(Outlet outlet, LogFilter filter) {
    this.outlet = outlet;
    statements = new PostgresStatements(outlet);
    user = filter.user().map(text -> text.getBytes(StandardCharsets.UTF_8)).orElse(null);
  }

  static boolean isRecord(byte[] beginning) {
    return Bytes.startsWith(beginning, 0, beginning.length, BEGIN);
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

  @Override
  public void read(ByteFeed feed, int file) throws IOException, LogException {
    statements.file(file);
    boolean tooLong = false;
    for (line = 1; ; line++) {
      int end = feed.lineEnd(0);
      while (end == ByteFeed.FULL) {
        tooLong = true;
        feed.begin(feed.size());
        end = feed.lineEnd(0);
      }
      if (end == ByteFeed.ENDED) {
        if (feed.size() > 0 || tooLong) {
          outlet.notice(Noticed.UNFINISHED, line);
        }
        return;
      }
      if (tooLong) {
        outlet.notice(Noticed.TOO_LONG, line);
        tooLong = false;
      } else if (object(feed.bytes, feed.start, feed.start + end)) {
        statements.take(record);
      } else {
        outlet.notice(Noticed.UNREADABLE, line);
      }
      feed.begin(end + 1);
    }
  }

  /** Reads an object, and says whether it is one of a message. */
  private boolean object(byte[] bytes, int from, int to) {
    record.clear();
    record.bytes = bytes;
    record.line = line;
    record.wanted = user == null;
    if (from == to || bytes[from] != '{') {
      return false;
    }
    int at = from + 1;
    while (at < to && bytes[at] == '"') {
      int key = at + 1;
      int keyTo = Bytes.indexOf(bytes, key, to, '"');
      if (keyTo < 0 || keyTo + 2 >= to || bytes[keyTo + 1] != ':') {
        return false;
      }
      int value = keyTo + 2;
      if (bytes[value] == '"') {
        value++;
        at = text(bytes, value, to);
        if (at < 0) {
          return false;
        }
        field(bytes, key, keyTo, value);
      } else {
        at = value;
        while (at < to && bytes[at] != ',' && bytes[at] != '}') {
          at++;
        }
      }
      if (at < to && bytes[at] == ',') {
        at++;
      }
    }
    return at == to - 1 && bytes[at] == '}' && record.session >= 0 && record.timeMicros >= 0;
  }

  private void field(byte[] bytes, int key, int keyTo, int value) {
    if (is(bytes, key, keyTo, MESSAGE)) {
      record.messageFrom = value;
      record.messageTo = valueTo;
    } else if (is(bytes, key, keyTo, DETAIL)) {
      record.detailFrom = value;
      record.detailTo = valueTo;
    } else if (is(bytes, key, keyTo, CONTEXT)) {
      record.contextFrom = value;
      record.contextTo = valueTo;
    } else if (is(bytes, key, keyTo, STATEMENT)) {
      record.queryFrom = value;
      record.queryTo = valueTo;
    } else if (is(bytes, key, keyTo, TIMESTAMP)) {
      record.timeMicros = Bytes.time(bytes, value, valueTo);
    } else if (is(bytes, key, keyTo, SESSION)) {
      record.session = PostgresSessions.number(bytes, value, valueTo);
    } else if (is(bytes, key, keyTo, SEVERITY)) {
      record.error = PostgresRecord.isError(bytes, value, valueTo);
    } else if (user != null && is(bytes, key, keyTo, USER)) {
      record.wanted = is(bytes, value, valueTo, user);
    }
  }

  private static boolean is(byte[] bytes, int from, int to, byte[] word) {
    return to - from == word.length && Bytes.startsWith(bytes, from, to, word);
  }

  /** Resolves the escapes of a text in its place. Returns what follows its closing quote, or -1. */
  private int text(byte[] bytes, int from, int to) {
    int read = from;
    while (read < to && bytes[read] != '"' && bytes[read] != '\\') {
      read++;
    }
    int written = read;
    while (read < to && bytes[read] != '"') {
      if (bytes[read] != '\\') {
        bytes[written] = bytes[read];
        written++;
        read++;
      } else if (read + 1 < to && bytes[read + 1] == 'u') {
        int unit = hexadecimal(bytes, read + 2, to);
        read += 6;
        if (Character.isHighSurrogate((char) unit)
            && read + 1 < to
            && bytes[read] == '\\'
            && bytes[read + 1] == 'u') {
          int low = hexadecimal(bytes, read + 2, to);
          unit = low < 0 ? -1 : Character.toCodePoint((char) unit, (char) low);
          read += 6;
        }
        if (unit < 0) {
          return -1;
        }
        written = utf8(bytes, written, unit);
      } else if (read + 1 < to) {
        bytes[written] = escaped(bytes[read + 1]);
        written++;
        read += 2;
      } else {
        return -1;
      }
    }
    valueTo = written;
    return read < to ? read + 1 : -1;
  }

  private static byte escaped(byte letter) {
    return switch (letter) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'b' -> '\b';
      case 'f' -> '\f';
      default -> letter;
    };
  }

  private static int hexadecimal(byte[] bytes, int from, int to) {
    if (from + 4 > to) {
      return -1;
    }
    int value = 0;
    for (int i = from; i < from + 4; i++) {
      int digit = Character.digit(bytes[i], 16);
      if (digit < 0) {
        return -1;
      }
      value = value * 16 + digit;
    }
    return value;
  }

  /** Never more bytes than the escape had. */
  private static int utf8(byte[] bytes, int from, int point) {
    int at = from;
    if (point < 0x80) {
      bytes[at++] = (byte) point;
    } else if (point < 0x800) {
      bytes[at++] = (byte) (0xc0 | point >> 6);
      bytes[at++] = (byte) (0x80 | point & 0x3f);
    } else if (point < 0x10000) {
      bytes[at++] = (byte) (0xe0 | point >> 12);
      bytes[at++] = (byte) (0x80 | point >> 6 & 0x3f);
      bytes[at++] = (byte) (0x80 | point & 0x3f);
    } else {
      bytes[at++] = (byte) (0xf0 | point >> 18);
      bytes[at++] = (byte) (0x80 | point >> 12 & 0x3f);
      bytes[at++] = (byte) (0x80 | point >> 6 & 0x3f);
      bytes[at++] = (byte) (0x80 | point & 0x3f);
    }
    return at;
  }
}
