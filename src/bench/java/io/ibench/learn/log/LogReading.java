package io.ibench.learn.log;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPInputStream;

/**
 * How fast logs are read, and what is allocated: reads a log again and again as one log of 256 MB,
 * without files.
 *
 * <p>java -cp ... io.ibench.learn.log.LogReading FILE...
 */
final class LogReading {

  private static final int ROUNDS = 5;
  private static final long BYTES = 256L << 20;

  private LogReading() {}

  public static void main(String[] args) throws IOException, LogException {
    for (String name : args) {
      byte[] log = content(Path.of(name));
      for (int round = 0; round < ROUNDS; round++) {
        read(log, Path.of(name).getFileName().toString());
      }
    }
  }

  private static byte[] content(Path file) throws IOException {
    try (InputStream plain = Files.newInputStream(file)) {
      InputStream input = file.toString().endsWith("gz") ? new GZIPInputStream(plain) : plain;
      return input.readAllBytes();
    }
  }

  private static void read(byte[] log, String name) throws IOException, LogException {
    long[] sum = new long[2];
    LogFormat format = LogProbe.format(log).orElseThrow();
    Outlet outlet =
        new Outlet(
            LogFilter.ALL,
            entry -> {
              sum[0] += entry.to - entry.from;
              sum[1]++;
            },
            format.reusesNumbers());
    LogReader reader = Logs.reader(format, outlet, LogFilter.ALL);
    reader.prepare(log);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    ByteFeed feed = new ByteFeed(new Again(log, BYTES));
    long allocated = threads.getCurrentThreadAllocatedBytes();
    long cpu = threads.getCurrentThreadCpuTime();
    reader.read(feed, 0);
    double seconds = (threads.getCurrentThreadCpuTime() - cpu) / 1e9;
    allocated = threads.getCurrentThreadAllocatedBytes() - allocated;
    System.out.printf(
        Locale.ROOT,
        "%s: %.0f MB/s, %.2f million statements/s, %d bytes of text each, %d bytes allocated%n",
        name,
        feed.bytesRead() / seconds / 1e6,
        sum[1] / seconds / 1e6,
        sum[0] / Math.max(1, sum[1]),
        allocated);
  }

  /** Some bytes again and again. */
  private static final class Again extends InputStream {

    private final byte[] bytes;
    private long left;
    private int at;

    Again(byte[] bytes, long total) {
      this.bytes = bytes;
      left = total / bytes.length * bytes.length;
    }

    @Override
    public int read() {
      throw new UnsupportedOperationException();
    }

    @Override
    public int read(byte[] target, int offset, int length) {
      if (left == 0) {
        return -1;
      }
      int count = Math.min(length, bytes.length - at);
      System.arraycopy(bytes, at, target, offset, count);
      at = (at + count) % bytes.length;
      left -= count;
      return count;
    }
  }
}
