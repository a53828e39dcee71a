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
import java.util.Set;
import java.util.stream.Collectors;

/** Greys figures that must not be used, wherever they stand, and says why. */
final class InvalidSteps {

  private final Map<String, Step> byTitle = new LinkedHashMap<>();

  InvalidSteps(RunReport run) {
    run.steps().stream()
        .filter(Tones::isInvalid)
        .forEach(step -> byTitle.put(SanitizedText.of(step.title()), step));
  }

  /** The same blocks when the step may be used. */
  List<Block> greyed(String title, List<Block> blocks) {
    Step invalid = byTitle.get(SanitizedText.of(title));
    return invalid == null ? blocks : blocks.stream().map(block -> greyed(invalid, block)).toList();
  }

  private static Block greyed(Step step, Block block) {
    if (block instanceof Block.Folded folded) {
      List<Block> blocks = folded.blocks().stream().map(part -> greyed(step, part)).toList();
      return new Block.Folded(folded.title(), blocks);
    }
    if (block instanceof Table table) {
      List<Row> rows = table.rows().stream().map(row -> new Row(row.cells(), true)).toList();
      return table.with(rows).noted(reason(step));
    }
    return block;
  }

  /** Says below each table of these repeats why rows of it are grey. */
  List<Block> explained(PeriodSeries repeats, List<Block> blocks) {
    String reasons =
        repeats.entries().stream()
            .flatMap(entry -> entry.step().stream())
            .filter(Tones::isInvalid)
            .map(step -> "repeat " + step.repeat() + ": " + reason(step))
            .collect(Collectors.joining("; "));
    return reasons.isEmpty()
        ? blocks
        : blocks.stream().map(block -> explained(block, reasons)).toList();
  }

  private static Block explained(Block block, String reasons) {
    if (block instanceof Block.Folded folded) {
      List<Block> blocks = folded.blocks().stream().map(part -> explained(part, reasons)).toList();
      return new Block.Folded(folded.title(), blocks);
    }
    return block instanceof Table table ? table.noted(reasons) : block;
  }

  private static String reason(Step step) {
    int more = step.reasons().size() - 1;
    String why = more < 0 ? "" : ": " + SanitizedText.of(step.reasons().get(0));
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
    return block instanceof Table table ? greyedBySteps(table) : block;
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
            .map(step -> step + ": " + reason(byTitle.get(step)))
            .collect(Collectors.joining("; "));
    return table.with(rows).noted(reasons);
  }
}
