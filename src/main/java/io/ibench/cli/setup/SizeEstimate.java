package io.ibench.cli.setup;

import io.ibench.report.figures.Durations;
import io.ibench.report.figures.NumberText;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.TableUse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * How large the tables of a run will be on disk. Immutable.
 *
 * @param grownBytes what later steps add, as in the earlier run
 * @param loadSeconds of load and index, as long as in the earlier run for each row; empty without
 *     one
 * @param source where the bytes per row come from
 */
public record SizeEstimate(
    long rows, double bytesPerRow, long grownBytes, OptionalDouble loadSeconds, String source) {

  /**
   * Bytes per row with indexes, for a product without an earlier run: between LinkBench and the
   * insert benchmark, which take 163 and 112 (SQLite), 274 and 241 (PostgreSQL), 319 and 189
   * (InnoDB).
   */
  private static final Map<String, Long> BYTES_PER_ROW =
      Map.of("sqlite", 140L, "postgres", 260L, "mariadb", 250L, "mysql", 250L);

  private static final long SECOND = 1_000_000_000L;
  private static final long OTHER_BYTES_PER_ROW = 200;

  private static final List<String> NOT_ON_DISK = List.of("memory", "noop");

  /**
   * Empty for a run that loads nothing, or nothing on a disk.
   *
   * @param results the folder of the results of earlier runs
   */
  public static Optional<SizeEstimate> of(Setup setup, Path results) {
    boolean loads = setup.plan().steps().stream().anyMatch(step -> step.use() == TableUse.LOADS);
    if (!loads || NOT_ON_DISK.contains(setup.database())) {
      return Optional.empty();
    }
    long rows = loadedRows(setup.plan());
    return Optional.of(
        EarlierLoad.find(results, setup)
            .map(earlier -> of(rows, earlier))
            .orElseGet(() -> byDefault(setup.plan(), rows, setup.database())));
  }

  public static SizeEstimate of(long rows, EarlierLoad earlier) {
    return new SizeEstimate(
        rows,
        earlier.bytesPerRow(),
        earlier.grownBytes(),
        OptionalDouble.of(earlier.seconds() / earlier.rows() * rows),
        "as in " + earlier.folder());
  }

  private static SizeEstimate byDefault(Plan plan, long rows, String product) {
    boolean known = plan.rowBytes().isPresent();
    return new SizeEstimate(
        rows + laterRows(plan),
        plan.rowBytes().orElse(BYTES_PER_ROW.getOrDefault(product, OTHER_BYTES_PER_ROW)),
        0,
        OptionalDouble.empty(),
        known ? "their values" : "a default for " + product);
  }

  private static long loadedRows(Plan plan) {
    return plan.tables().stream().mapToLong(Plan.LoadedTable::rows).sum();
  }

  /** The rows of steps that insert a given number after the load. */
  private static long laterRows(Plan plan) {
    return plan.steps().stream()
        .filter(step -> step.use() == TableUse.WRITES)
        .mapToLong(step -> step instanceof Step.Work work ? work.rows().orElse(0) : 0)
        .sum();
  }

  public double bytes() {
    return rows * bytesPerRow + grownBytes;
  }

  /** The free bytes of a folder's disk; empty if it is unknown. */
  public static OptionalLong freeBytes(Path folder) {
    try {
      return OptionalLong.of(Files.getFileStore(MachineReport.existing(folder)).getUsableSpace());
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  /** Why the run does not fit into the folder of the data; empty if it fits. */
  public Optional<String> refusal(Path folder, long freeBytes) {
    return bytes() <= freeBytes
        ? Optional.empty()
        : Optional.of(
            "the tables will take about "
                + size()
                + ", and "
                + folder
                + " has "
                + size(freeBytes)
                + " free; load fewer rows, or let --force run it");
  }

  /** The size and how it is made up. */
  private String size() {
    String grown = grownBytes > 0 ? " and " + size(grownBytes) + " in later steps" : "";
    return String.format(
        Locale.ROOT,
        "%s (%,d rows of %.0f bytes with indexes%s, %s)",
        size(bytes()),
        rows,
        bytesPerRow,
        grown,
        source);
  }

  /** In binary units, as in all reports. */
  private static String size(double bytes) {
    return bytes < NumberText.GB_BYTES / 10
        ? NumberText.figure(bytes / (1 << 20)) + " MB"
        : NumberText.figure(bytes / NumberText.GB_BYTES) + " GB";
  }

  /**
   * For {@code check}.
   *
   * @param folder of the data; empty if it is unknown
   */
  public List<String> lines(Optional<Path> folder) {
    List<String> lines = new ArrayList<>();
    lines.add("size   about " + size());
    if (loadSeconds.isPresent()) {
      String time = Durations.planned(Math.max(1, Math.round(loadSeconds.getAsDouble())) * SECOND);
      lines.add("load   about " + time + ", " + source + "; longer when it exceeds the memory");
    }
    OptionalLong free = folder.map(SizeEstimate::freeBytes).orElse(OptionalLong.empty());
    if (free.isPresent()) {
      lines.add("free   " + size(free.getAsLong()) + " in " + folder.get());
      refusal(folder.get(), free.getAsLong())
          .ifPresent(
              why ->
                  lines.add(
                      "TOO LARGE: run refuses it unless drop makes room; --force lets it run"));
    } else {
      lines.add("free   not known before the database is open; run asks it if it is local");
    }
    return lines;
  }

  /** For programs. */
  public Map<String, Object> json(Optional<Path> folder) {
    OptionalLong free = folder.map(SizeEstimate::freeBytes).orElse(OptionalLong.empty());
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("rows", rows);
    json.put("bytes_per_row", bytesPerRow);
    json.put("grown_bytes", grownBytes);
    json.put("bytes", Math.round(bytes()));
    json.put("load_seconds", loadSeconds.isPresent() ? loadSeconds.getAsDouble() : null);
    json.put("source", source);
    json.put("folder", folder.map(Path::toString).orElse(null));
    json.put("free_bytes", free.isPresent() ? free.getAsLong() : null);
    return json;
  }
}
