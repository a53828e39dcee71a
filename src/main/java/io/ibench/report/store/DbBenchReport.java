package io.ibench.report.store;

import io.ibench.measure.Counter;
import io.ibench.measure.OperationSummary;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.Role;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.figures.UserWrites;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Writes {@code report.tsv} with the columns of RocksDB's benchmark.sh, a line for each step with
 * workers, and {@code STEP.r.csv} with its rates. What only RocksDB has is NA. Confined to the
 * coordinating thread.
 *
 * <p>After the first write that fails it writes nothing more, and {@link #failure} says why.
 */
public final class DbBenchReport implements UpstreamFiles {

  private static final String FILE = "report.tsv";
  private static final String NA = "NA";
  private static final double MICROS = 1e6;
  private static final double MEBIBYTE = 1 << 20;
  private static final double GIBIBYTE = 1 << 30;

  private static final List<String> COLUMNS =
      List.of(
          "ops_sec",
          "mb_sec",
          "lsm_sz",
          "blob_sz",
          "c_wgb",
          "w_amp",
          "c_mbps",
          "c_wsecs",
          "c_csecs",
          "b_rgb",
          "b_wgb",
          "usec_op",
          "p50",
          "p99",
          "p99.9",
          "p99.99",
          "pmax",
          "uptime",
          "stall%",
          "Nstall",
          "u_cpu",
          "s_cpu",
          "rss",
          "test",
          "date",
          "version",
          "job_id",
          "githash",
          "w_amp_wal",
          "w_amp_script");

  private final Path folder;
  private final RunInfo run;
  private final List<String> counters;
  private double seconds;
  private Optional<String> failure = Optional.empty();

  /**
   * @param folder an empty one
   */
  public DbBenchReport(Path folder, RunInfo run) {
    this.folder = folder;
    this.run = run;
    this.counters = run.workloadCounters().stream().map(counter -> counter.name()).toList();
    append(FILE, String.join("\t", COLUMNS));
  }

  @Override
  public Optional<String> failure() {
    return failure;
  }

  @Override
  public void stepStarted(StepStart step) {
    seconds = 0;
    if (step.threads() > 0) {
      append(name(step) + ".r.csv", "secs_elapsed,interval_qps");
    }
  }

  private static String name(StepStart step) {
    return step.repeats() > 1 ? step.name() + ".repeat" + step.repeat() : step.name();
  }

  @Override
  public void interval(StepStart step, Snapshot snapshot) {
    double length = snapshot.nanos() / 1e9;
    seconds += length;
    long done =
        step.unit() == StepStart.Unit.ROWS
            ? snapshot.rows(run.roles(), Role.INSERT)
            : snapshot.queries(run.roles());
    append(
        name(step) + ".r.csv",
        String.format(Locale.ROOT, "%.0f,%.0f", seconds, length > 0 ? done / length : 0));
  }

  @Override
  public void stepEnded(StepResult result) {
    if (result.step().threads() > 0) {
      append(FILE, String.join("\t", line(result)));
    }
  }

  private List<String> line(StepResult result) {
    StepStart step = result.step();
    PeriodResult whole = result.whole();
    double secs = (whole.endNanos() - whole.startNanos()) / 1e9;
    boolean loads = step.unit() == StepStart.Unit.ROWS;
    boolean hasWriter = step.kind().endsWith("whilewriting");
    long operations = operations(step, whole, loads);
    double bytes =
        (double) counted(whole, "bytes_read")
            + (hasWriter ? 0 : counted(whole, "row_bytes_written"));
    long threads = step.threads() - (hasWriter ? 1L : 0);
    Optional<OperationSummary> busiest =
        whole.operations().stream()
            .filter(each -> (run.roles().get(each.operation()) == Role.INSERT) == loads)
            .max(Comparator.comparingLong(OperationSummary::count));
    Tree tree = new Tree(whole);
    OptionalLong written = sum(tree, "compaction.sum.write_bytes", "compaction.sum.wblob_bytes");
    OptionalLong user =
        tree.growth("db.user_bytes_written").stream()
            .filter(users -> UserWrites.areMeasured(users, secs))
            .findFirst();
    return List.of(
        number("%.0f", operations / secs),
        number("%.1f", bytes / MEBIBYTE / secs),
        size(tree.level("live-sst-files-size")),
        size(tree.level("live-blob-file-size")),
        gigabytes(written),
        ratio(written, user),
        scaled("%.1f", written, MEBIBYTE * secs),
        scaled("%.1f", tree.growth("compaction.sum.comp_micros"), MICROS),
        scaled("%.1f", tree.growth("compaction.sum.cpu_micros"), MICROS),
        gigabytes(tree.growth("compaction.sum.rblob_bytes")),
        gigabytes(tree.growth("compaction.sum.wblob_bytes")),
        operations == 0 ? NA : number("%.1f", threads * secs * 1e6 / operations),
        micros(busiest.map(each -> each.service().p50Nanos())),
        micros(busiest.map(each -> each.service().p99Nanos())),
        micros(busiest.map(each -> each.service().p999Nanos())),
        micros(busiest.map(each -> each.service().p9999Nanos())),
        micros(busiest.map(each -> each.service().maxNanos())),
        number("%.0f", secs),
        scaled("%.1f", tree.growth("db.user_write_stall_micros"), MICROS * secs / 100),
        scaled("%.0f", sum(tree, "stalls.total-stops", "stalls.total-delays"), 1),
        clientCpu(whole),
        NA,
        Optional.ofNullable(whole.highest().get("client.rss_bytes"))
            .map(rss -> number("%.1f", rss / GIBIBYTE))
            .orElse(NA),
        name(step),
        Instant.ofEpochMilli(step.startEpochMillis()).toString(),
        (field("product") + " " + field("version")).strip(),
        run.id(),
        NA,
        ratio(plus(written, tree.growth("db.wal_bytes_written")), user),
        ratio(plus(written, tree.growth("compaction.l0.write_bytes")), user));
  }

  /** RocksDB's own counters of a step; empty on other products. */
  private record Tree(PeriodResult whole) {

    private static final String PREFIX = "rocksdb.";

    OptionalLong level(String name) {
      Counter end = whole.end().counters().get(PREFIX + name);
      return end == null ? OptionalLong.empty() : OptionalLong.of(end.value());
    }

    OptionalLong growth(String name) {
      Counter start = whole.start().counters().get(PREFIX + name);
      Counter end = whole.end().counters().get(PREFIX + name);
      return start == null || end == null || whole.countersReset()
          ? OptionalLong.empty()
          : OptionalLong.of(end.value() - start.value());
    }
  }

  private static OptionalLong sum(Tree tree, String one, String other) {
    return plus(tree.growth(one), tree.growth(other));
  }

  private static OptionalLong plus(OptionalLong first, OptionalLong second) {
    return first.isEmpty() || second.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(first.getAsLong() + second.getAsLong());
  }

  private static String scaled(String format, OptionalLong value, double unit) {
    return value.isEmpty() ? NA : number(format, value.getAsLong() / unit);
  }

  private static String gigabytes(OptionalLong bytes) {
    return scaled("%.1f", bytes, GIBIBYTE);
  }

  /** In MB below a GB. */
  private static String size(OptionalLong bytes) {
    if (bytes.isEmpty()) {
      return NA;
    }
    boolean large = bytes.getAsLong() >= GIBIBYTE;
    return scaled("%.0f", bytes, large ? GIBIBYTE : MEBIBYTE) + (large ? "GB" : "MB");
  }

  /** Without writes there is none. */
  private static String ratio(OptionalLong written, OptionalLong given) {
    return given.isEmpty() ? NA : scaled("%.1f", written, given.getAsLong());
  }

  /** What db_bench counts: keys of batches, not batches. */
  private long operations(StepStart step, PeriodResult whole, boolean loads) {
    return switch (step.kind()) {
      case "multireadrandom" -> counted(whole, "keys_read");
      case "overwrite" -> counted(whole, "puts");
      case "deleterandom", "deleteseq" -> counted(whole, "deletes");
      case "readseq", "readreverse" -> counted(whole, "rows_scanned");
      default ->
          whole.operations().stream()
              .filter(
                  each -> run.roles().get(each.operation()) == (loads ? Role.INSERT : Role.QUERY))
              .mapToLong(each -> loads ? each.rows() : each.count())
              .sum();
    };
  }

  private String field(String name) {
    return run.database().fields().getOrDefault(name, "");
  }

  private long counted(PeriodResult whole, String counter) {
    int number = counters.indexOf(counter);
    return number < 0 ? 0 : whole.workloadCounters()[number];
  }

  /** In 1000 s, as benchmark.sh has it; user and system together. */
  private static String clientCpu(PeriodResult whole) {
    Long before = whole.start().values().get("client.cpu_nanos");
    Long after = whole.end().values().get("client.cpu_nanos");
    return before == null || after == null ? NA : number("%.3f", (after - before) / 1e12);
  }

  private static String micros(Optional<Long> nanos) {
    return nanos.map(value -> number("%.1f", value / 1e3)).orElse(NA);
  }

  private static String number(String format, double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, format, value) : NA;
  }

  private void append(String file, String line) {
    if (failure.isPresent()) {
      return;
    }
    try {
      Files.writeString(
          folder.resolve(file),
          line + "\n",
          StandardCharsets.UTF_8,
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      failure = Optional.of("cannot write to " + folder + ": " + WriteFailure.reason(e));
    }
  }

  @Override
  public void close() {}
}
