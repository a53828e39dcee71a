package io.ibench.page;

import io.ibench.report.OneLine;
import io.ibench.report.RunReport;
import io.ibench.report.RunReport.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Greys figures that must not be used, wherever they stand, and says why. */
final class InvalidSteps {

  private final Map<String, Step> byTitle = new LinkedHashMap<>();

  InvalidSteps(RunReport run) {
    run.steps().stream()
        .filter(Tones::isInvalid)
        .forEach(step -> byTitle.put(OneLine.of(step.title()), step));
  }

  /** The same blocks when the step may be used. */
  List<Block> greyed(String title, List<Block> blocks) {
    Step invalid = byTitle.get(OneLine.of(title));
    return invalid == null ? blocks : blocks.stream().map(block -> greyed(invalid, block)).toList();
  }

  private static Block greyed(Step step, Block block) {
    if (block instanceof Block.Folded folded) {
      List<Block> blocks = folded.blocks().stream().map(part -> greyed(step, part)).toList();
      return new Block.Folded(folded.title(), blocks);
    }
    if (block instanceof Block.Table table) {
      List<Row> rows = table.rows().stream().map(row -> new Row(row.cells(), true)).toList();
      String note = table.note().isEmpty() ? reason(step) : table.note() + " " + reason(step);
      return new Block.Table(table.title(), table.columns(), rows, note);
    }
    return block;
  }

  private static String reason(Step step) {
    int more = step.reasons().size() - 1;
    String why = more < 0 ? "" : ": " + OneLine.of(step.reasons().get(0));
    return "INVALID, not to be used" + why + (more > 0 ? " (and " + more + " more)" : "");
  }

  /** Of a table whose first column names the step at the first of its rows. */
  List<Block> greyedBySteps(List<Block> blocks) {
    return blocks.stream().map(this::greyedBySteps).toList();
  }

  private Block greyedBySteps(Block block) {
    if (block instanceof Block.Folded folded) {
      return new Block.Folded(folded.title(), greyedBySteps(folded.blocks()));
    }
    return block instanceof Block.Table table ? greyedBySteps(table) : block;
  }

  private Block.Table greyedBySteps(Block.Table table) {
    List<Row> rows = new ArrayList<>();
    String title = "";
    for (Row row : table.rows()) {
      String first = row.cells().get(0).text();
      title = first.isEmpty() ? title : first;
      rows.add(new Row(row.cells(), row.grey() || byTitle.containsKey(title)));
    }
    return new Block.Table(table.title(), table.columns(), rows, table.note());
  }
}
