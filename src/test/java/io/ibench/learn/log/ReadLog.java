package io.ibench.learn.log;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** What a sink has taken of a log, kept for assertions. */
final class ReadLog implements LogSink {

  /** A copy of an entry, whose bytes are characters of ISO 8859-1. */
  record Statement(
      long session,
      String text,
      String values,
      long start,
      long clock,
      long duration,
      String figures,
      boolean failed,
      boolean lost,
      int file,
      long line) {}

  final List<Statement> statements = new ArrayList<>();
  final List<Long> ended = new ArrayList<>();

  @Override
  public void statement(LogEntry entry) {
    statements.add(
        new Statement(
            entry.session,
            text(entry.bytes, entry.from, entry.to),
            text(entry.values, entry.valuesFrom, entry.valuesTo),
            entry.startMicros,
            entry.clockMicros,
            entry.durationMicros,
            entry.rowsSent
                + " sent, "
                + entry.rowsExamined
                + " read, "
                + entry.rowsAffected
                + " changed, "
                + entry.pagesAccessed
                + " pages",
            entry.failed,
            entry.parametersLost,
            entry.file,
            entry.line));
  }

  @Override
  public void sessionEnded(long session) {
    ended.add(session);
  }

  private static String text(byte[] bytes, int from, int to) {
    return new String(Arrays.copyOfRange(bytes, from, to), StandardCharsets.ISO_8859_1);
  }

  List<String> texts() {
    return statements.stream().map(Statement::text).toList();
  }

  Statement first(String beginning) {
    return statements.stream()
        .filter(statement -> statement.text().startsWith(beginning))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + beginning + " in " + texts()));
  }

  List<Statement> all(String beginning) {
    return statements.stream().filter(one -> one.text().startsWith(beginning)).toList();
  }

  /** A file of the resources, without compression. */
  static byte[] fixture(String name) {
    try (InputStream packed = ReadLog.class.getResourceAsStream(name);
        InputStream plain = name.endsWith("gz") ? new GZIPInputStream(packed) : packed) {
      return plain.readAllBytes();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  static Path file(Path folder, String name, byte[] content) {
    try {
      return Files.write(folder.resolve(name), content);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  LogSummary read(byte[] log) throws LogException {
    return read(log, LogFilter.ALL);
  }

  LogSummary read(byte[] log, LogFilter filter) throws LogException {
    return Logs.read(
        List.of(Path.of(LogSource.STANDARD_INPUT)), new ByteArrayInputStream(log), filter, this);
  }
}
