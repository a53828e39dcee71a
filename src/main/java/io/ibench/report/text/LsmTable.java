package io.ibench.report.text;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.document.Table;
import io.ibench.report.figures.NumberText;
import io.ibench.report.figures.UserWrites;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What RocksDB's tree cost each step, and what it still has to do. Stateless. */
public final class LsmTable {

  private static final double MEGABYTE = 1 << 20;

  private static final List<FigureColumn> COLUMNS =
      Stream.of(
              "lsm_write_amp",
              "lsm_write_amp_wal",
              "lsm_wkbpi",
              "lsm_wkbpq",
              "lsm_stall_pct",
              "lsm_background_us_pq",
              "lsm_pending_gb",
              "lsm_l0_files")
          .map(FigureColumn::of)
          .toList();

  private LsmTable() {}

  /**
   * Empty if no step that reads or writes rows knows any of the figures. A note names the steps
   * whose rows are all in memtables, with a write amplification of 0 therefore, and adds to steps
   * what compactions wrote for them later.
   */
  public static Table of(RunReport run) {
    Table table =
        AmplificationTable.bySteps(
            "RocksDB's tree: write amplification, stalls, CPU in the background", COLUMNS, run);
    List<String> notes = new ArrayList<>(unflushed(run).stream().toList());
    notes.addAll(LsmDebt.sentences(run.steps()));
    return table.noted(String.join("; ", notes));
  }

  private static Optional<String> unflushed(RunReport run) {
    List<Step> unflushed =
        run.steps().stream()
            .filter(step -> step.unit() != Unit.NONE)
            .filter(LsmTable::flushedNothing)
            .toList();
    if (unflushed.isEmpty()) {
      return Optional.empty();
    }
    double most =
        unflushed.stream()
            .map(step -> step.whole().serverCounters().get("rocksdb.cur-size-all-mem-tables"))
            .mapToDouble(bytes -> bytes == null ? 0 : bytes.doubleValue())
            .max()
            .orElse(0);
    return Optional.of(
        "nothing was flushed in "
            + String.join(", ", unflushed.stream().map(Step::title).toList())
            + (most > 0
                ? " (memtables of " + NumberText.figure(most / MEGABYTE) + " MB at most)"
                : ""));
  }

  /** Whether users wrote, and neither flushes nor compactions did. */
  private static boolean flushedNothing(Step step) {
    Map<String, Number> counters = step.whole().serverCounters();
    Number seconds = step.whole().figures().get("seconds");
    return UserWrites.areMeasured(
            number(counters.get("rocksdb.db.user_bytes_written"), 0), number(seconds, 0))
        && number(counters.get("rocksdb.compaction.sum.write_bytes"), 1) == 0;
  }

  private static double number(Number value, double unknown) {
    return value == null ? unknown : value.doubleValue();
  }
}
