package io.ibench.report.text;

import io.ibench.report.document.Table;
import io.ibench.report.store.RunReport;
import java.util.List;
import java.util.stream.Stream;

/** What RocksDB's tree cost each step, and what it still has to do. Stateless. */
public final class LsmTable {

  private static final List<FigureColumn> COLUMNS =
      Stream.of(
              "lsm_write_amp",
              "lsm_write_amp_wal",
              "lsm_wkbpi",
              "lsm_stall_pct",
              "lsm_cpu_us_pq",
              "lsm_background_us_pq",
              "lsm_pending_gb",
              "lsm_l0_files")
          .map(FigureColumn::of)
          .toList();

  private LsmTable() {}

  /** Empty if no step that reads or writes rows knows any of the figures. */
  public static Table of(RunReport run) {
    return AmplificationTable.bySteps(
        "RocksDB's tree: write amplification, stalls, CPU in the background", COLUMNS, run);
  }
}
