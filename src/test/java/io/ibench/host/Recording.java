package io.ibench.host;

import io.ibench.measure.Gauge;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A folder of recorded kernel files, and what a gauge reports of it. */
public final class Recording {

  final Path folder;
  final Proc proc;

  Recording(Path temporary) throws IOException {
    this.folder = temporary.toRealPath();
    for (String root : List.of("proc", "sys", "dev")) {
      Files.createDirectories(folder.resolve(root));
    }
    this.proc = new Proc(folder.resolve("proc"), folder.resolve("sys"), folder.resolve("dev"));
  }

  /** Writes a file such as {@code proc/stat}. */
  Recording with(String name, String content) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, content.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  /** A process with its CPU ticks and its memory in KiB. */
  Recording withProcess(Process process) throws IOException {
    with("proc/" + process.pid + "/stat", process.stat());
    with("proc/" + process.pid + "/status", process.status());
    return with("proc/" + process.pid + "/io", process.io());
  }

  public record Process(
      long pid, long parent, long user, long system, long reaped, long kib, long bytes) {

    public String stat() {
      return "%d (some server) S %d 1 1 0 -1 4194304 5 6 7 8 %d %d %d 1 20 0 1 0 900%d 1 2 3\n"
          .formatted(pid, parent, user, system, reaped, pid);
    }

    /** Shared memory is as large as the process' own anonymous memory; files are 10 KiB. */
    public String status() {
      String form = "Name:\tsome server\nState:\tS (sleeping)\nVmRSS:\t%8d kB\n";
      String parts = "RssAnon:\t%8d kB\nRssFile:\t      10 kB\nRssShmem:\t%8d kB\n";
      return form.formatted(2 * kib + 10) + parts.formatted(kib, kib);
    }

    public String io() {
      return "rchar: 1\nwchar: 2\nsyscr: 3\nsyscw: 4\nread_bytes: %d\nwrite_bytes: %d\n"
              .formatted(bytes, 2 * bytes)
          + "cancelled_write_bytes: 77\n";
    }
  }

  /** The result of one read: each metric once, as a value or as a reason. */
  public static final class Reading implements Gauge.Sink {

    public final Map<String, Long> values = new LinkedHashMap<>();
    public final Map<String, String> reasons = new LinkedHashMap<>();

    public static Reading of(Gauge gauge) {
      Reading reading = new Reading();
      gauge.read(0, reading);
      return reading;
    }

    public long value(HostMetric metric) {
      Long value = values.get(metric.key());
      if (value == null) {
        throw new AssertionError(metric + " is absent: " + reasons.get(metric.key()));
      }
      return value;
    }

    public String reason(HostMetric metric) {
      return reasons.getOrDefault(metric.key(), "present: " + values.get(metric.key()));
    }

    @Override
    public void put(String metric, long value) {
      once(metric);
      values.put(metric, value);
    }

    @Override
    public void absent(String metric, String reason) {
      once(metric);
      reasons.put(metric, reason);
    }

    private void once(String metric) {
      if (values.containsKey(metric) || reasons.containsKey(metric)) {
        throw new AssertionError(metric + " is reported twice");
      }
    }
  }
}
