package io.ibench.db.rocksdb.engine;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * The CPU time of RocksDB's own threads, which flush and compact in this process: Linux has their
 * names, {@code rocksdb:low} and the like, and their times. What a thread used remains when it has
 * ended. Not thread-safe.
 */
final class BackgroundCpu {

  private static final String NAMES = "rocksdb:";

  private final Path tasks;

  /** By thread. */
  private final Map<String, Long> nanos = new HashMap<>();

  /**
   * @param tasks a folder for each thread: /proc/self/task
   */
  BackgroundCpu(Path tasks) {
    this.tasks = tasks;
  }

  /** In microseconds; empty where the system does not tell it. */
  OptionalLong micros() {
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
      for (Path thread : threads) {
        look(thread);
      }
    } catch (IOException e) {
      return OptionalLong.empty();
    }
    if (nanos.isEmpty()) {
      return OptionalLong.empty();
    }
    long sum = nanos.values().stream().mapToLong(Long::longValue).sum();
    return OptionalLong.of(TimeUnit.NANOSECONDS.toMicros(sum));
  }

  private void look(Path thread) {
    try {
      if (Files.readString(thread.resolve("comm")).startsWith(NAMES)) {
        String onCpu = Files.readString(thread.resolve("schedstat")).split(" ")[0];
        nanos.merge(thread.getFileName().toString(), Long.parseLong(onCpu), Math::max);
      }
    } catch (IOException | NumberFormatException e) {
      // The thread has ended meanwhile: its former time stays.
      return;
    }
  }
}
