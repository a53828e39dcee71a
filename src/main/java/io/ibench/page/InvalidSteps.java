package io.ibench.page;

import io.ibench.report.document.Block;
import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.figures.SanitizedText;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.text.PeriodSeries;
import io.ibench.report.text.Tones;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Greys figures of INVALID steps in all tables, and says why. Immutable. */
final class InvalidSteps {

  private final Map<String, Step> byTitle = new LinkedHashMap<>();

  InvalidSteps(RunReport run) {
    run.steps().stream()
        .filter(Tones::isInvalid)
        .forEach(step -> byTitle.put(SanitizedText.of(step.title()), step));
  }

  /** With all rows grey and the reason below each table, if the step is INVALID. */
  List<Block> greyed(String title, List<? extends Block> blocks) {
    Step invalid = byTitle.get(SanitizedText.of(title));
    return invalid == null
        ? List.copyOf(blocks)
        : eachTable(blocks, table -> greyed(table, reason(invalid)));
  }

  private static Table greyed(Table table, String reason) {
    return table
        .with(table.rows().stream().map(row -> new Row(row.cells(), true)).toList())
        .noted(reason);
  }

  /** With the reason below each table of these repeats, whose rows are grey already. */
  List<Block> explained(PeriodSeries repeats, List<? extends Block> blocks) {
    String reasons =
        repeats.entries().stream()
            .flatMap(entry -> entry.step().stream())
            .filter(Tones::isInvalid)
            .map(step -> "repeat " + step.repeat() + ": " + reason(step))
            .collect(Collectors.joining("; "));
    return eachTable(blocks, table -> reasons.isEmpty() ? table : table.noted(reasons));
  }

  private static List<Block> eachTable(
      List<? extends Block> blocks, UnaryOperator<Table> operator) {
    List<Block> changed = new ArrayList<>();
    for (Block block : blocks) {
      if (block instanceof Block.Folded folded) {
        changed.add(new Block.Folded(folded.title(), eachTable(folded.blocks(), operator)));
      } else {
        changed.add(block instanceof Table table ? operator.apply(table) : block);
      }
    }
    return changed;
  }

  private static String reason(Step step) {
    int more = step.reasons().size() - 1;
    String why = more < 0 ? "" : ": " + step.reasons().get(0);
    return "INVALID, not to be used" + why + (more > 0 ? " (and " + more + " more)" : "");
  }

  /** For tables whose first column names the step in the first of its rows. */
  List<Block> greyedBySteps(List<Block> blocks) {
    return eachTable(blocks, this::greyedBySteps);
  }

  private Table greyedBySteps(Table table) {
    List<Row> rows = new ArrayList<>();
    Set<String> grey = new LinkedHashSet<>();
    String title = "";
    for (Row row : table.rows()) {
      String first = row.cells().get(0).text();
      title = first.isEmpty() ? title : first;
      boolean invalid = byTitle.containsKey(title);
      rows.add(new Row(row.cells(), row.grey() || invalid));
      if (invalid) {
        grey.add(title);
      }
    }
    String reasons =
        grey.stream()
            .map(step -> step + ": " + reason(Objects.requireNonNull(byTitle.get(step))))
            .collect(Collectors.joining("; "));
    return table.with(rows).noted(reasons);
  }
}
