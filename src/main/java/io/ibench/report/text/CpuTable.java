package io.ibench.report.text;

import io.ibench.report.document.Table;
import io.ibench.report.figures.Figure;
import io.ibench.report.store.RunReport;
import java.util.List;

/** Who used the CPU of each operation: the whole machine, the server, ibench. Stateless. */
final class CpuTable {

  private static final List<FigureColumn> COLUMNS =
      FigureColumn.all(
          Figure.CPU_US_PQ, Figure.OWN_CPU_US_PQ, Figure.SERVER_US_PQ, Figure.CLIENT_US_PQ);

  private CpuTable() {}

  /** Empty if no step that reads or writes rows knows any of the figures. */
  static Table of(RunReport run) {
    return AmplificationTable.bySteps(
        "CPU per query, or per row where a step only writes", COLUMNS, run);
  }
}
