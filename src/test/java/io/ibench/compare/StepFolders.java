package io.ibench.compare;

import io.ibench.report.store.StoredRun;
import io.ibench.report.store.UnreadableResultException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Result folders of one run each, with the number of steps that a test chooses. Not thread-safe.
 */
final class StepFolders {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final Path root;
  private final String id;
  private final List<String> steps = new ArrayList<>();
  private final StringBuilder intervals =
      new StringBuilder(
          "time,step,repeat,seconds,full,queries,inserted_rows,deleted_rows,"
              + "disk.reads,disk.read_bytes,disk.writes,disk.written_bytes,cpu.busy_ticks,"
              + "cpu.total_ticks,cpu.context_switches,server.cpu_nanos,client.cpu_nanos\n");
  private final StringBuilder operations =
      new StringBuilder(
          "time,step,repeat,seconds,operation,count,service_p50_us,service_p99_us,"
              + "service_p999_us,service_max_us,response_p50_us,response_p99_us,"
              + "response_p999_us,response_max_us\n");

  private long seconds;

  StepFolders(Path root, String id) {
    this.root = root;
    this.id = id;
  }

  /** A valid step of queries that is over. */
  StepFolders queries(String name, String figures) {
    return step(name, 1, "queries", "\"state\": \"done\", \"verdict\": \"valid\", " + figures);
  }

  /**
   * @param more keys of the step, as JSON
   */
  StepFolders step(String name, int repeat, String unit, String more) {
    steps.add(
        String.format(
            Locale.ROOT,
            "{\"name\": \"%s\", \"repeat\": %d, \"repeats\": 3, \"unit\": \"%s\", %s}",
            name,
            repeat,
            unit,
            more));
    return this;
  }

  /** A full interval of a second in which all counters grow by multiples of the queries. */
  StepFolders interval(String step, long queries, long reads) {
    intervals.append(
        String.format(
            Locale.ROOT,
            "%s,%s,1,1.000000,true,%d,0,0,%d,%d,0,0,50,200,%d,,%d%n",
            nextSecond(),
            step,
            queries,
            reads,
            4096 * reads,
            2 * queries,
            1000 * queries));
    return this;
  }

  StepFolders shortInterval(String step, long queries) {
    intervals.append(
        String.format(
            Locale.ROOT,
            "%s,%s,1,0.100000,false,%d,0,0,0,0,0,0,5,20,0,,0%n",
            nextSecond(),
            step,
            queries));
    return this;
  }

  /** No two rows are the same. */
  private Instant nextSecond() {
    return START.plusSeconds(seconds++);
  }

  StepFolders window(String step, String operation, double seconds, long p99) {
    operations.append(
        String.format(
            Locale.ROOT,
            "2026-01-01T00:00:00Z,%s,1,%.1f,%s,1000,%d,%d,%d,%d,%d,%d,%d,%d%n",
            step,
            seconds,
            operation,
            p99 / 2,
            p99,
            2 * p99,
            3 * p99,
            p99,
            2 * p99,
            4 * p99,
            6 * p99));
    return this;
  }

  /** With its CSV files. */
  StoredRun write() throws IOException, UnreadableResultException {
    StoredRun run = writeSummary();
    Files.writeString(run.folder().resolve("intervals.csv"), intervals);
    Files.writeString(run.folder().resolve("operations.csv"), operations);
    return run;
  }

  /** Without them. */
  StoredRun writeSummary() throws IOException, UnreadableResultException {
    Path folder = Files.createDirectories(root.resolve(id));
    String json =
        """
        {"schema": 1, "workload": "linkbench",
         "database": {"name": "sqlite", "product": "SQLite", "version": "3", "engine": "",
           "driver": "", "batch": "", "durability": "", "isolation": ""},
         "run": {"id": "%s", "started": "2026-01-01T00:00:00Z", "state": "done",
           "versions": {"ibench": "1"}, "steps": [], "absent": {}},
         "steps": [%s]}
        """;
    Files.writeString(
        folder.resolve("summary.json"), json.formatted(id, String.join(",\n", steps)));
    return StoredRun.read(folder);
  }
}
