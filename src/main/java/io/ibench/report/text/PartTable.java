package io.ibench.report.text;

import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.document.TableColumn;
import io.ibench.report.figures.LatencyUnit;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.StoredPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The times of the parts of a step's operations, such as the statements of transactions. */
public final class PartTable {

  private static final List<String> LATENCIES =
      List.of("mean_us", "p50_us", "p95_us", "p99_us", "max_us");

  private PartTable() {}

  /** Without parts, no table. */
  public static List<Table> of(Step step) {
    if (step.parts().isEmpty()) {
      return List.of();
    }
    LatencyUnit unit =
        LatencyUnit.of(
            step.parts().stream()
                .map(part -> part.service().get("p50_us"))
                .filter(Objects::nonNull)
                .map(Number::doubleValue)
                .toList());
    List<TableColumn> heads = new ArrayList<>();
    heads.add(TableColumn.text("operation"));
    heads.add(TableColumn.text("statement"));
    heads.add(FigureColumn.head("count", "count"));
    LATENCIES.forEach(key -> heads.add(OperationTable.latencyColumn("", key)));
    List<Row> rows = new ArrayList<>();
    for (StoredPart part : step.parts()) {
      List<String> row = new ArrayList<>(List.of(part.operation(), part.part()));
      row.add(NumberText.count(part.count()));
      LATENCIES.forEach(key -> row.add(OperationTable.latency(unit, part.service().get(key))));
      rows.add(Row.of(row));
    }
    String title = "statements in " + step.title() + ", service time in " + unit.name();
    return List.of(new Table(title, heads, rows));
  }
}
