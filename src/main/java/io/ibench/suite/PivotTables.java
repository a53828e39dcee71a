package io.ibench.suite;

import io.ibench.report.document.Block;
import io.ibench.report.document.Section;
import io.ibench.report.text.MeansTables;
import io.ibench.report.text.MeansTables.Member;
import io.ibench.report.text.MeansTables.PivotRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The rates of a suite with the levels of one factor side by side: a table for each level of the
 * other factors of {@code table.by}. Immutable.
 *
 * @param headings what a table is about
 * @param members the runs of a variant
 */
record PivotTables(
    Suite suite,
    MeansTables means,
    Function<Variant, String> headings,
    Function<Variant, Member> members) {

  /** A section for each heading; none without {@code table.pivot}. */
  List<Section> sections() {
    return suite.pivot().map(this::sections).orElse(List.of());
  }

  private List<Section> sections(Factor factor) {
    Map<String, Map<Map<String, String>, List<Variant>>> tables = new LinkedHashMap<>();
    for (Variant variant : suite.variants()) {
      Map<String, String> row = new LinkedHashMap<>(variant.levels());
      row.remove(factor.name());
      tables
          .computeIfAbsent(headings.apply(variant), none -> new LinkedHashMap<>())
          .computeIfAbsent(row, none -> new ArrayList<>())
          .add(variant);
    }
    List<String> heads = factor.levels().stream().map(factor::title).toList();
    List<Section> sections = new ArrayList<>();
    tables.forEach(
        (heading, rows) -> {
          List<PivotRow> all = rows.values().stream().map(of -> row(factor, of)).toList();
          List<Block> blocks = List.copyOf(means.pivots(factor.name(), heads, all));
          sections.add(new Section("", heading, "", blocks));
        });
    return sections;
  }

  private PivotRow row(Factor factor, List<Variant> variants) {
    List<Member> found = new ArrayList<>();
    for (String level : factor.levels()) {
      found.add(
          variants.stream()
              .filter(variant -> level.equals(variant.levels().get(factor.name())))
              .findFirst()
              .map(members)
              .orElse(new Member(level, List.of(), List.of(), false)));
    }
    return new PivotRow(suite.pivotedName(variants.get(0)), found);
  }
}
