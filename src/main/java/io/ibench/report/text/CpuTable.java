package io.ibench.report.text;

import io.ibench.report.document.Table;
import io.ibench.report.store.RunReport;
import java.util.List;
import java.util.stream.Stream;

/** Who used the CPU of each operation: the whole machine, the server, ibench. Stateless. */
final class CpuTable {

  private static final List<FigureColumn> COLUMNS =
      Stream.of("cpu_us_pq", "own_cpu_us_pq", "server_us_pq", "client_us_pq")
          .map(FigureColumn::of)
          .toList();

  private CpuTable() {}

  /** Empty if no step that reads or writes rows knows any of the figures. */
  static Table of(RunReport run) {
    return AmplificationTable.bySteps(
        "CPU per query, or per row where a step only writes", COLUMNS, run);
  }
}
