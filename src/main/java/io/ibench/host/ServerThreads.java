package io.ibench.host;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The threads of a process on this machine, the busiest first, as text for experts. Immutable. */
public final class ServerThreads {

  private static final int MAX_THREADS = 100;

  private final Path tasks;
  private final ProcReader reader;

  private record One(String name, String state, long ticks, String waitsIn) {}

  /** Needs a process of this machine. */
  public ServerThreads(Proc proc, long pid) {
    this.tasks = proc.root().resolve(Long.toString(pid)).resolve("task");
    this.reader = proc.reader();
  }

  /**
   * Reads the threads twice.
   *
   * @param seconds the time between
   * @throws IOException when the process is gone or not visible
   */
  public String top(int seconds) throws IOException, InterruptedException {
    Map<String, One> before = read();
    TimeUnit.SECONDS.sleep(seconds);
    Map<String, One> after = read();
    List<Map.Entry<String, One>> sorted = new ArrayList<>(after.entrySet());
    sorted.sort(Comparator.comparingLong(entry -> -grown(before, entry)));
    StringBuilder text = new StringBuilder();
    text.append("cpu % of ").append(seconds).append(" s\tstate\tthread\tname\twaits in\n");
    for (Map.Entry<String, One> entry : sorted.subList(0, Math.min(MAX_THREADS, sorted.size()))) {
      One one = entry.getValue();
      double percent = 100.0 * grown(before, entry) / CpuGauge.TICKS_PER_SECOND / seconds;
      text.append(String.format(Locale.ROOT, "%.0f\t%s\t", percent, one.state()))
          .append(entry.getKey())
          .append('\t')
          .append(one.name())
          .append('\t')
          .append(one.waitsIn())
          .append('\n');
    }
    if (sorted.size() > MAX_THREADS) {
      text.append("and ").append(sorted.size() - MAX_THREADS).append(" more\n");
    }
    return text.toString();
  }

  private static long grown(Map<String, One> before, Map.Entry<String, One> entry) {
    One earlier = before.get(entry.getKey());
    return entry.getValue().ticks() - (earlier == null ? 0 : earlier.ticks());
  }

  private Map<String, One> read() throws IOException {
    Map<String, One> threads = new HashMap<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(tasks)) {
      for (Path task : all) {
        read(task).ifPresent(one -> threads.put(task.getFileName().toString(), one));
      }
    }
    return threads;
  }

  /** Empty for a thread that has just ended. */
  private Optional<One> read(Path task) {
    Optional<String> stat = reader.line(task.resolve("stat"));
    int nameEnd = stat.map(line -> line.lastIndexOf(')')).orElse(-1);
    if (nameEnd < 0) {
      return Optional.empty();
    }
    String line = stat.get();
    String[] words = line.substring(nameEnd + 2).split(" ");
    return Optional.of(
        new One(
            line.substring(line.indexOf('(') + 1, nameEnd),
            words[0],
            Long.parseLong(words[11]) + Long.parseLong(words[12]),
            reader.line(task.resolve("wchan")).filter(where -> !where.equals("0")).orElse("-")));
  }
}
