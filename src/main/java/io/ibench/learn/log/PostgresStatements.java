package io.ibench.learn.log;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the statements in PostgreSQL's messages. Of the extended protocol's three lines only that
 * of the execution counts. With log_statement a text comes before its duration, and waits for it.
 */
final class PostgresStatements {

  private static final byte[] DURATION = Bytes.of("duration: ");
  private static final byte[] MILLISECONDS = Bytes.of(" ms");
  private static final byte[] STATEMENT = Bytes.of("statement: ");
  private static final byte[] FETCH = Bytes.of("execute fetch from ");
  private static final byte[] EXECUTE = Bytes.of("execute ");
  private static final byte[] PARSE = Bytes.of("parse ");
  private static final byte[] BIND = Bytes.of("bind ");
  private static final byte[] COLON = Bytes.of(": ");
  private static final byte[] DISCONNECTION = Bytes.of("disconnection: ");
  private static final byte[] STARTING = Bytes.of("starting PostgreSQL ");
  private static final byte[] PARAMETERS = Bytes.of("arameters: ");
  private static final byte[] WITH_PARAMETERS = Bytes.of(" with parameters: ");
  private static final byte[] PREPARE = Bytes.of("prepare: ");
  private static final byte[] CUT = Bytes.of("...'");

  private final Outlet outlet;
  private final LogEntry entry = new LogEntry();
  private final ExecuteText execute = new ExecuteText();
  private final Map<Long, Waiting> waiting = new LinkedHashMap<>();
  private Optional<String> version = Optional.empty();

  /** Of the message that was taken last. */
  private long nowMicros;

  /** A text without its duration. */
  private static final class Waiting {

    private byte[] bytes = new byte[0];

    /** Where the text ends, and the values or the PREPARE begin. */
    private int text;

    private boolean simple;
    private boolean wanted;
    private long start;
    private long line;
    private int file;
  }

  PostgresStatements(Outlet outlet) {
    this.outlet = outlet;
    entry.rowsSent = LogEntry.UNKNOWN;
    entry.rowsExamined = LogEntry.UNKNOWN;
    entry.rowsAffected = LogEntry.UNKNOWN;
    entry.pagesAccessed = LogEntry.UNKNOWN;
  }

  Optional<String> version() {
    return version;
  }

  void file(int file) {
    entry.file = file;
  }

  void take(PostgresRecord record) throws LogException {
    nowMicros = record.timeMicros;
    entry.clockMicros = record.clockMicros;
    byte[] bytes = record.bytes;
    int from = record.messageFrom;
    int to = record.messageTo;
    if (record.error) {
      failure(record);
    } else if (Bytes.startsWith(bytes, from, to, DURATION)) {
      duration(record, from + DURATION.length);
    } else if (Bytes.startsWith(bytes, from, to, STATEMENT)) {
      await(record, from + STATEMENT.length, true);
    } else if (Bytes.startsWith(bytes, from, to, FETCH)) {
      outlet.notice(Noticed.PARTS, record.line);
    } else if (Bytes.startsWith(bytes, from, to, EXECUTE)) {
      int text = Bytes.find(bytes, from, to, COLON);
      if (text < 0) {
        outlet.notice(Noticed.OTHER_LINES, record.line);
      } else {
        await(record, text + COLON.length, false);
      }
    } else {
      other(record);
    }
  }

  /** What waits at the end of the log gets no duration. */
  void finish() throws LogException {
    for (Map.Entry<Long, Waiting> last : waiting.entrySet()) {
      deliver(last.getKey(), last.getValue(), LogEntry.UNKNOWN, false);
    }
    waiting.clear();
  }

  private void other(PostgresRecord record) throws LogException {
    byte[] bytes = record.bytes;
    int from = record.messageFrom;
    int to = record.messageTo;
    if (Bytes.startsWith(bytes, from, to, DISCONNECTION)) {
      deliverWaiting(record.session);
      outlet.sessionEnded(record.session);
    } else if (Bytes.startsWith(bytes, from, to, STARTING)) {
      int begin = from + STARTING.length;
      String text = new String(bytes, begin, to - begin, StandardCharsets.ISO_8859_1);
      int end = text.indexOf(" on ");
      version = Optional.of(end < 0 ? text : text.substring(0, end));
    }
    outlet.notice(Noticed.OTHER_LINES, record.line);
  }

  private void duration(PostgresRecord record, int from) throws LogException {
    byte[] bytes = record.bytes;
    int to = record.messageTo;
    long millionths = Bytes.millionths(bytes, from, to);
    int end = Bytes.find(bytes, from, to, MILLISECONDS);
    if (millionths < 0 || end < 0) {
      outlet.notice(Noticed.UNREADABLE, record.line);
      return;
    }
    long micros = millionths / 1000;
    int kind = end + MILLISECONDS.length + 2;
    if (kind >= to) {
      durationOfText(record, micros);
    } else if (Bytes.startsWith(bytes, kind, to, STATEMENT)) {
      simple(record, kind + STATEMENT.length, micros);
    } else if (Bytes.startsWith(bytes, kind, to, FETCH)
        || Bytes.startsWith(bytes, kind, to, PARSE)
        || Bytes.startsWith(bytes, kind, to, BIND)) {
      outlet.notice(Noticed.PARTS, record.line);
    } else {
      int text =
          Bytes.startsWith(bytes, kind, to, EXECUTE) ? Bytes.find(bytes, kind, to, COLON) : -1;
      if (text < 0) {
        outlet.notice(Noticed.OTHER_LINES, record.line);
      } else {
        extended(record, text + COLON.length, micros);
      }
    }
  }

  private void durationOfText(PostgresRecord record, long micros) throws LogException {
    Waiting text = waiting.isEmpty() ? null : waiting.remove(record.session);
    if (text == null) {
      outlet.notice(Noticed.NO_TEXT, record.line);
    } else {
      deliver(record.session, text, micros, false);
    }
  }

  private void simple(PostgresRecord record, int from, long micros) throws LogException {
    begin(record, micros);
    if (!expand(record.bytes, from, record.messageTo, record.detailFrom, record.detailTo)) {
      pieces(record.bytes, from, record.messageTo, micros, record.wanted);
      return;
    }
    entry.durationMicros = micros;
    give(record.wanted);
  }

  private void extended(PostgresRecord record, int from, long micros) throws LogException {
    begin(record, micros);
    entry.durationMicros = micros;
    int values = valuesOf(record.bytes, record.detailFrom, record.detailTo);
    bound(record.bytes, from, record.messageTo, values, record.detailTo, record.wanted);
  }

  private void begin(PostgresRecord record, long micros) {
    entry.session = record.session;
    entry.line = record.line;
    entry.startMicros = record.timeMicros - micros;
    entry.failed = false;
    clearValues();
  }

  private void clearValues() {
    entry.valuesFrom = 0;
    entry.valuesTo = 0;
    entry.parametersLost = false;
    entry.truncatedValues = 0;
  }

  /** A statement of the extended protocol, whose values begin there, or -1. */
  private void bound(byte[] bytes, int from, int to, int values, int valuesTo, boolean wanted)
      throws LogException {
    entry.bytes = bytes;
    entry.from = from;
    entry.to = to;
    if (values >= 0) {
      entry.values = bytes;
      entry.valuesFrom = values;
      entry.valuesTo = valuesTo;
      entry.truncatedValues = truncated(bytes, values, valuesTo);
    } else {
      entry.parametersLost =
          ExecuteText.isExecute(bytes, from, to) || SqlPieces.hasParameter(bytes, from, to);
    }
    trim();
    give(wanted);
  }

  /** Where the values of a detail begin, or -1. */
  private static int valuesOf(byte[] bytes, int from, int to) {
    return Bytes.startsWith(bytes, from + 1, to, PARAMETERS) ? from + 1 + PARAMETERS.length : -1;
  }

  private static int truncated(byte[] bytes, int from, int to) {
    int count = 0;
    int at = Bytes.find(bytes, from, to, CUT);
    while (at >= 0) {
      int after = at + CUT.length;
      if (after == to || bytes[after] == ',') {
        count++;
      }
      at = Bytes.find(bytes, after, to, CUT);
    }
    return count;
  }

  /** Makes an EXECUTE of SQL the text that was prepared, with values. */
  private boolean expand(byte[] bytes, int from, int to, int detailFrom, int detailTo) {
    if (!Bytes.startsWith(bytes, detailFrom, detailTo, PREPARE)
        || !execute.expand(bytes, from, to, detailFrom + PREPARE.length, detailTo)) {
      return false;
    }
    entry.bytes = bytes;
    entry.from = execute.textFrom();
    entry.to = detailTo;
    trim();
    entry.values = execute.values();
    entry.valuesFrom = 0;
    entry.valuesTo = execute.valuesTo();
    return true;
  }

  /** The statements of one text of the simple protocol. The last one gets the duration. */
  private void pieces(byte[] bytes, int from, int to, long micros, boolean wanted)
      throws LogException {
    int end = withoutEnd(bytes, from, to);
    if (end == from) {
      outlet.notice(Noticed.ADMINISTRATOR, entry.line);
      return;
    }
    int at = from;
    while (at < end) {
      int next = SqlPieces.end(bytes, at, end);
      entry.bytes = bytes;
      entry.from = at;
      entry.to = next;
      entry.durationMicros = next == end ? micros : LogEntry.UNKNOWN;
      entry.parametersLost = ExecuteText.isExecute(bytes, at, next);
      trim();
      if (entry.from < entry.to) {
        give(wanted);
      }
      at = next + 1;
    }
  }

  private void trim() {
    while (entry.from < entry.to && isEnd(entry.bytes[entry.from])) {
      entry.from++;
    }
    entry.to = withoutEnd(entry.bytes, entry.from, entry.to);
  }

  private static int withoutEnd(byte[] bytes, int from, int to) {
    int end = to;
    while (end > from && isEnd(bytes[end - 1])) {
      end--;
    }
    return end;
  }

  private static boolean isEnd(int character) {
    return character == ' '
        || character == ';'
        || character == '\n'
        || character == '\t'
        || character == '\r';
  }

  private void give(boolean wanted) throws LogException {
    long session = entry.session;
    long start = entry.startMicros;
    outlet.statement(entry, nowMicros, 0, wanted);
    entry.session = session;
    entry.startMicros = start;
  }

  private void await(PostgresRecord record, int from, boolean simple) throws LogException {
    deliverWaiting(record.session);
    Waiting text = new Waiting();
    int values =
        simple
            ? record.detailFrom
            : Math.max(0, valuesOf(record.bytes, record.detailFrom, record.detailTo));
    int valuesTo = values == 0 ? 0 : record.detailTo;
    int length = record.messageTo - from;
    text.bytes = Arrays.copyOfRange(record.bytes, from, from + length + valuesTo - values);
    System.arraycopy(record.bytes, values, text.bytes, length, valuesTo - values);
    text.text = length;
    text.simple = simple;
    text.wanted = record.wanted;
    text.start = record.timeMicros;
    text.line = record.line;
    text.file = entry.file;
    waiting.put(record.session, text);
  }

  private void deliverWaiting(long session) throws LogException {
    Waiting before = waiting.isEmpty() ? null : waiting.remove(session);
    if (before != null) {
      deliver(session, before, LogEntry.UNKNOWN, false);
    }
  }

  private void deliver(long session, Waiting text, long micros, boolean failed)
      throws LogException {
    int file = entry.file;
    entry.file = text.file;
    entry.session = session;
    entry.line = text.line;
    entry.startMicros = text.start;
    entry.failed = failed;
    clearValues();
    int length = text.bytes.length;
    if (!text.simple) {
      entry.durationMicros = micros;
      bound(text.bytes, 0, text.text, text.text < length ? text.text : -1, length, text.wanted);
    } else if (expand(text.bytes, 0, text.text, text.text, length)) {
      entry.durationMicros = micros;
      give(text.wanted);
    } else {
      pieces(text.bytes, 0, text.text, micros, text.wanted);
    }
    entry.file = file;
  }

  private void failure(PostgresRecord record) throws LogException {
    int from = record.queryFrom;
    int to = record.queryTo;
    if (from == to) {
      outlet.notice(Noticed.OTHER_LINES, record.line);
      return;
    }
    Waiting text = waiting.isEmpty() ? null : waiting.remove(record.session);
    if (text != null) {
      boolean same = Arrays.equals(text.bytes, 0, text.text, record.bytes, from, to);
      long micros = Math.max(0, record.timeMicros - text.start);
      deliver(record.session, text, same ? micros : LogEntry.UNKNOWN, same);
      if (same) {
        return;
      }
    }
    begin(record, 0);
    entry.failed = true;
    int values = Bytes.find(record.bytes, record.contextFrom, record.contextTo, WITH_PARAMETERS);
    if (values >= 0) {
      entry.durationMicros = LogEntry.UNKNOWN;
      bound(
          record.bytes, from, to, values + WITH_PARAMETERS.length, record.contextTo, record.wanted);
      return;
    }
    pieces(record.bytes, from, to, LogEntry.UNKNOWN, record.wanted);
  }
}
