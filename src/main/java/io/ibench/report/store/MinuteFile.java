package io.ibench.report.store;

import io.ibench.report.figures.RunInfo;
import io.ibench.series.HlogLines;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * latency.minute.hlog: the minute that is under way, which is not in latency.hlog yet. It is
 * replaced and forced to disk with each position, so that a kill loses 10 s of latencies and not a
 * minute. Stateless.
 */
final class MinuteFile {

  static final String NAME = "latency.minute.hlog";

  private static final String LINE = "Tag=";
  private static final String CHECKSUM = "#[CRC-32C: ";
  private static final String END = "]\n";

  /** Hundreds of operations have some megabytes. */
  private static final long MAX_BYTES = 64L << 20;

  private MinuteFile() {}

  /** The file's content; its last line is the checksum of what is before it. Any thread. */
  static byte[] bytes(RunInfo run, List<Histogram> minute) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream stream = new PrintStream(bytes, false, StandardCharsets.UTF_8)) {
      HistogramLogWriter writer = new HistogramLogWriter(stream);
      writer.setBaseTime(run.startEpochMillis());
      LatencyLog.writeHead(writer, run);
      minute.forEach(writer::outputIntervalHistogram);
      stream.flush();
      stream.print(CHECKSUM + FileSums.of(bytes.toByteArray(), bytes.size()) + END);
    }
    return bytes.toByteArray();
  }

  /** Whether there is such a file, and nothing of it is missing or was changed. */
  static boolean isSound(Path folder) throws IOException {
    Path file = folder.resolve(NAME);
    if (!Files.isRegularFile(file) || Files.size(file) > MAX_BYTES) {
      return false;
    }
    byte[] bytes = Files.readAllBytes(file);
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    int start = text.lastIndexOf(CHECKSUM);
    return start >= 0
        && text.substring(start).equals(CHECKSUM + FileSums.of(bytes, start) + END);
  }

  /**
   * Adds the minute to latency.hlog if it ends at the position. A process that was killed between
   * the writing of both leaves a minute of another time, which is left out.
   */
  static void append(Path folder, Instant started, Instant position) throws IOException {
    Path file = folder.resolve(NAME);
    long end = position.toEpochMilli() - started.toEpochMilli();
    if (!isSound(folder) || !endsAt(file, end)) {
      return;
    }
    StringBuilder lines = new StringBuilder();
    try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      reader
          .lines()
          .filter(line -> line.startsWith(LINE))
          .forEach(line -> lines.append(line).append('\n'));
    }
    Path log = folder.resolve(LatencyLog.NAME);
    Files.writeString(log, lines, StandardCharsets.ISO_8859_1, StandardOpenOption.APPEND);
    try (FileChannel channel = FileChannel.open(log, StandardOpenOption.WRITE)) {
      channel.force(false);
    }
  }

  /**
   * @param end in milliseconds since the run began
   */
  private static boolean endsAt(Path file, long end) throws IOException {
    try (HlogLines lines = HlogLines.open(file)) {
      boolean any = false;
      while (lines.next()) {
        if (!lines.readTimes() || lines.endMillis() != end) {
          return false;
        }
        any = true;
      }
      return any;
    }
  }
}
