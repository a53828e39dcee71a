package io.ibench.report.text;

import io.ibench.report.document.Table;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What RocksDB's tree cost each step, and what it still has to do. Stateless. */
public final class LsmTable {

  private static final double MEGABYTE = 1 << 20;

  private static final List<FigureColumn> COLUMNS =
      FigureColumn.all(
          Figure.LSM_WRITE_AMP,
          Figure.LSM_WRITE_AMP_WAL,
          Figure.LSM_WKBPI,
          Figure.LSM_WKBPQ,
          Figure.LSM_STALL_PCT,
          Figure.LSM_BACKGROUND_US_PQ,
          Figure.LSM_PENDING_GB,
          Figure.LSM_L0_FILES);

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
    List<LsmStep> unflushed =
        run.steps().stream().map(LsmStep::new).filter(LsmTable::flushedNothing).toList();
    if (unflushed.isEmpty()) {
      return Optional.empty();
    }
    double most =
        unflushed.stream()
            .mapToDouble(step -> step.counter("cur-size-all-mem-tables"))
            .filter(bytes -> !Double.isNaN(bytes))
            .max()
            .orElse(0);
    return Optional.of(
        "nothing was flushed in "
            + String.join(", ", unflushed.stream().map(each -> each.step().title()).toList())
            + (most > 0
                ? " (memtables of " + NumberText.figure(most / MEGABYTE) + " MB at most)"
                : ""));
  }

  /** Whether users wrote, and neither flushes nor compactions did. */
  private static boolean flushedNothing(LsmStep step) {
    return step.writes() && step.counter("compaction.sum.write_bytes") == 0;
  }
}
