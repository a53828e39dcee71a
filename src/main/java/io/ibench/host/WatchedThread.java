package io.ibench.host;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One thread of this process. Its file may stay open between readings, which halves their cost;
 * unlike a channel, an interrupt does not close it. Not thread-safe.
 */
final class WatchedThread {

  /** A new thread has its parent's name, and gets its own a moment later. */
  private static final int LOOKS = 2;

  private final File folder;
  private final byte[] buffer = new byte[128];
  private @Nullable RandomAccessFile open;
  private long lastNanos;
  private int looks;
  private boolean ours;

  WatchedThread(File tasks, String task) {
    this.folder = new File(tasks, task);
  }

  /** How often the thread of a schedstat got a CPU. */
  static long timesRun(ProcText schedstat) throws ProcException {
    if (!schedstat.nextLine()) {
      throw schedstat.damaged("no line");
    }
    schedstat.skip(2);
    return schedstat.number();
  }

  /** Whether it is a thread of ibench; every kernel writes the name in parentheses. */
  boolean isOurs(ProcReader reader) {
    if (!ours && looks < LOOKS) {
      looks++;
      try {
        ProcText stat = reader.file(new File(folder, "stat").toPath());
        ours = stat.nextLine() && stat.rest().contains("(" + RunDelayGauge.PREFIX);
      } catch (ProcException e) {
        ours = false; // the thread has ended
      }
    }
    return ours;
  }

  /** Nanoseconds without a CPU since the last call, or since its start; 0 once it has ended. */
  long delayedSince(ProcReader reader, boolean keepOpen) {
    try {
      ProcText schedstat = schedstat(reader, keepOpen);
      schedstat.nextLine();
      schedstat.skip(1);
      long nanos = schedstat.number();
      // A smaller value is from another thread with the same number.
      long since = nanos < lastNanos ? nanos : nanos - lastNanos;
      lastNanos = nanos;
      return since;
    } catch (IOException | ProcException e) {
      close();
      return 0;
    }
  }

  private ProcText schedstat(ProcReader reader, boolean keepOpen)
      throws IOException, ProcException {
    File file = new File(folder, "schedstat");
    if (!keepOpen) {
      close();
      return reader.file(file.toPath());
    }
    if (open == null) {
      open = new RandomAccessFile(file, "r");
    }
    open.seek(0);
    int length = Math.max(0, open.read(buffer));
    return new ProcText(file.getPath(), new String(buffer, 0, length, StandardCharsets.ISO_8859_1));
  }

  void close() {
    RandomAccessFile closing = open;
    open = null;
    try {
      if (closing != null) {
        closing.close();
      }
    } catch (IOException e) {
      return; // it was only read
    }
  }
}
