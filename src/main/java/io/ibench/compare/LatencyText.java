package io.ibench.compare;

import io.ibench.report.figures.LatencyUnit;
import io.ibench.report.text.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Latencies of a step: a row for each operation, the sides' beside their ratios. Immutable.
 *
 * @param labels of the sides, the base first
 */
record LatencyText(List<String> labels, Layout layout) {

  /** With more sides a line of all statistics would be too long to be read. */
  private static final int FEW = 3;

  String of(StepComparison step) {
    String means = step.hasMeans() ? ", means of a side's runs" : "";
    List<String> tables = new ArrayList<>();
    tables.addAll(tables(step, false, "service time in %s" + means));
    tables.addAll(tables(step, true, "response time in %s, from the intended start" + means));
    return String.join("\n", tables);
  }

  /**
   * @param title with a place for the unit
   */
  private List<String> tables(StepComparison step, boolean response, String title) {
    Map<String, Map<String, FigureRow>> operations = LatencyKey.shown(step, response);
    List<String> statistics = LatencyKey.statistics(operations);
    if (statistics.isEmpty()) {
      return List.of();
    }
    LatencyUnit unit = LatencyKey.unit(operations);
    LatencyTable table = new LatencyTable(labels.size(), step.hasRatios(), unit, operations);
    String titled = String.format(title, unit.name());
    if (labels.size() <= FEW) {
      return List.of(layout.title(titled) + layout.table(table.of(statistics)));
    }
    return statistics.stream()
        .map(
            one ->
                layout.title(LatencyKey.name(one) + " of " + titled)
                    + layout.table(table.of(List.of(one))))
        .toList();
  }
}
