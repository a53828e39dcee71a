package io.ibench.report.text;

import io.ibench.report.document.Columns;
import io.ibench.report.document.Table;
import io.ibench.report.figures.LatencyUnit;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.StoredPart;
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
    String title = "statements in " + step.title() + ", service time in " + unit.name();
    return List.of(
        new Columns<StoredPart>()
            .text("operation", StoredPart::operation)
            .text("statement", StoredPart::part)
            .add(FigureColumn.head("count", "count"), part -> NumberText.count(part.count()))
            .addAll(
                LATENCIES,
                key -> OperationTable.latencyColumn("", key),
                (part, key) -> OperationTable.latency(unit, part.service().get(key)))
            .table(title, step.parts()));
  }
}
