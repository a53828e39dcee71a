package io.ibench.page;

import io.ibench.report.document.Block;
import io.ibench.report.document.Cell;
import io.ibench.report.document.Section;
import io.ibench.report.document.SmallChart;
import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.document.TableColumn;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The definitions of all columns and charts of a page, for paper and touch screens. */
final class Glossary {

  /** If more columns of a table share a definition, only the first and the last are named. */
  private static final int MAX_NAMES = 3;

  private final Map<String, Set<String>> namesByText = new LinkedHashMap<>();

  private Glossary() {}

  static Section of(List<Section> sections) {
    Glossary glossary = new Glossary();
    sections.forEach(section -> glossary.collect(section.blocks()));
    List<Row> rows = new ArrayList<>();
    glossary.namesByText.forEach(
        (text, names) ->
            rows.add(new Row(List.of(Cell.of(String.join(", ", names)), Cell.of(text)), false)));
    rows.sort(
        Comparator.comparing(row -> row.cells().get(0).text(), String.CASE_INSENSITIVE_ORDER));
    List<TableColumn> columns = List.of(TableColumn.text("name"), TableColumn.text("definition"));
    Block table = new Table("", columns, rows);
    Block folded = new Block.Folded("All columns and charts", List.of(table));
    return new Section("glossary", "Definitions", "", rows.isEmpty() ? List.of() : List.of(folded));
  }

  private void collect(List<Block> blocks) {
    for (Block block : blocks) {
      if (block instanceof Table table) {
        collect(table);
      } else if (block instanceof Block.Folded folded) {
        collect(folded.blocks());
      } else if (block instanceof Block.Drawing drawing) {
        add(drawing.chart().definition(), List.of(drawing.chart().title()));
      } else if (block instanceof Block.Multiples multiples) {
        collect(multiples);
      }
    }
  }

  private void collect(Table table) {
    Map<String, List<String>> names = new LinkedHashMap<>();
    for (TableColumn column : table.columns()) {
      if (!column.definition().isEmpty()) {
        names
            .computeIfAbsent(column.definition(), text -> new ArrayList<>())
            .add((column.above() + " " + column.name()).strip());
      }
    }
    names.forEach(this::add);
  }

  private void collect(Block.Multiples multiples) {
    Map<String, List<String>> names = new LinkedHashMap<>();
    for (SmallChart chart : multiples.charts()) {
      if (!chart.definition().isEmpty()) {
        names.computeIfAbsent(chart.definition(), text -> new ArrayList<>()).add(chart.title());
      }
    }
    names.forEach(this::add);
  }

  /** Many columns with one definition are operations or steps, whose names are of no use here. */
  private void add(String text, List<String> names) {
    boolean few = names.size() <= MAX_NAMES;
    if (few) {
      namesByText.computeIfAbsent(text, key -> new LinkedHashSet<>()).addAll(names);
    } else if (!namesByText.containsKey(text)) {
      String all = names.get(0) + " ... " + names.get(names.size() - 1);
      namesByText.put(text, new LinkedHashSet<>(List.of(all)));
    }
  }
}
