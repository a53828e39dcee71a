package io.ibench.report.text;

import io.ibench.report.figures.Figure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Says in two lines of a terminal what the heads mean that do not explain themselves. */
final class Legend {

  private static final String PER_QUERY = "/q";
  private static final String PER_ROW = "/i";

  private Legend() {}

  /** The legend of tables with these columns; empty when all heads explain themselves. */
  static String of(List<FigureColumn> columns) {
    Map<String, Set<String>> headsByBrief = new LinkedHashMap<>();
    Map<String, String> costs = new LinkedHashMap<>();
    Set<String> divisors = new LinkedHashSet<>();
    Set<Figure> seen = new LinkedHashSet<>();
    for (FigureColumn column : columns) {
      String brief = column.figure().definition().brief();
      String head = column.name();
      if (brief.isEmpty()) {
        continue;
      }
      if (head.endsWith(PER_QUERY) || head.endsWith(PER_ROW)) {
        costs.putIfAbsent(head.substring(0, head.length() - PER_ROW.length()), brief);
        divisors.add(head.endsWith(PER_ROW) ? "row (/i)" : "query (/q)");
      } else if (seen.add(column.figure())) {
        headsByBrief.computeIfAbsent(brief, none -> new LinkedHashSet<>()).add(head);
      }
    }
    List<String> parts = new ArrayList<>();
    headsByBrief.forEach((brief, heads) -> parts.add(String.join(", ", heads) + " " + brief));
    if (!costs.isEmpty()) {
      parts.add(
          0,
          costs.entrySet().stream()
              .sorted(Comparator.comparing(cost -> cost.getKey().length()))
              .map(cost -> cost.getKey() + " " + cost.getValue())
              .collect(Collectors.joining(", ", "per " + String.join(", ", divisors) + ": ", "")));
    }
    return String.join("; ", parts);
  }
}
