package io.ibench.page;

import io.ibench.page.SmallRow.Placed;
import io.ibench.report.document.SmallChart;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/** Which labels stand below a small chart, and where. Stateless. */
final class SmallLabels {

  /** Of more labels only some are tried: most have no room anyway. */
  private static final int MAX_TRIED = 100;

  private SmallLabels() {}

  /** Values of one label. */
  private record Group(String label, int from, int to) {}

  /**
   * The first label, the last one, those of changes, and of the others as many as fit.
   *
   * @param x the place of a value
   * @param end the labels are between 0 and here
   */
  static List<Placed> of(SmallChart chart, IntToDoubleFunction x, double end) {
    List<Group> groups = groups(chart.labels());
    List<Group> order = new ArrayList<>();
    if (!groups.isEmpty()) {
      order.add(groups.get(0));
      order.add(groups.get(groups.size() - 1));
    }
    for (SmallChart.Turn turn : chart.turns()) {
      groups.stream()
          .filter(group -> group.from <= turn.index() && turn.index() < group.to)
          .forEach(order::add);
    }
    int apart = 1 + groups.size() / MAX_TRIED;
    for (int i = 0; i < groups.size(); i += apart) {
      order.add(groups.get(i));
    }
    SmallRow row = new SmallRow(end, 1);
    for (Group group : order.stream().distinct().toList()) {
      double middle = (x.applyAsDouble(group.from) + x.applyAsDouble(group.to - 1)) / 2;
      row.put(middle, SmallText.fitted(group.label, end * 0.45), "");
    }
    return row.texts();
  }

  private static List<Group> groups(List<String> labels) {
    List<Group> groups = new ArrayList<>();
    int from = 0;
    for (int i = 1; i <= labels.size(); i++) {
      if (i == labels.size() || !labels.get(i).equals(labels.get(from))) {
        if (!labels.get(from).isEmpty()) {
          groups.add(new Group(labels.get(from), from, i));
        }
        from = i;
      }
    }
    return groups;
  }
}
