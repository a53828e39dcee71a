package io.ibench.compare;

import io.ibench.compare.FigureRow.Group;
import io.ibench.compare.StepComparison.State;
import io.ibench.report.text.Layout;
import io.ibench.report.text.TextTable;
import io.ibench.report.text.VerdictText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One step of all sides: the figures as they are, then divided by the base's, in the shape of
 * published tables. Immutable.
 *
 * @param labels of the sides, the base first
 */
record StepText(List<String> labels, List<Side> sides, Layout layout) {

  private static final Set<Group> MAIN = Set.of(Group.RATE, Group.COST, Group.SIZE);

  /**
   * Whole lines.
   *
   * @param legend stands below the first relative table; may be empty
   */
  String of(StepComparison step, String legend) {
    List<FigureRow> main = rows(step, MAIN);
    List<FigureRow> client = rows(step, Set.of(Group.CLIENT));
    List<String> parts = new ArrayList<>();
    parts.add(layout.title(step.step()) + new Conclusion(labels, layout).of(step));
    parts.add(absolute(step, main));
    parts.add(relative("relative to " + labels.get(0), step, main));
    parts.add(legend);
    parts.add(new LatencyText(labels, layout).of(step));
    if (!client.isEmpty()) {
      parts.add(layout.title("the client and its neighbours") + absolute(step, client));
      parts.add(
          relative("the client and its neighbours, relative to " + labels.get(0), step, client));
    }
    parts.add(
        partial(step)
            + new ReasonText(sides, layout).of(step)
            + NearlyNothing.note(step).map(layout::note).orElse("")
            + NoiseText.of(step, layout));
    return String.join("\n", parts.stream().filter(part -> !part.isEmpty()).toList());
  }

  private String partial(StepComparison step) {
    StringBuilder lines = new StringBuilder();
    for (int side = 0; side < labels.size(); side++) {
      String begin = PartialFigures.MARK + " " + labels.get(side) + ": ";
      PartialFigures.of(step, side).ifPresent(which -> lines.append(layout.note(begin + which)));
    }
    return lines.toString();
  }

  /** Those of which anything is known. */
  private static List<FigureRow> rows(StepComparison step, Set<Group> groups) {
    return step.shownRows().stream()
        .filter(row -> groups.contains(row.group()))
        .filter(row -> row.cells().stream().anyMatch(cell -> !Double.isNaN(cell.value())))
        .toList();
  }

  private TextTable table(List<FigureRow> figures, List<String> last) {
    TextTable table = new TextTable(1, last.size());
    List<String> names = new ArrayList<>(List.of(""));
    List<String> units = new ArrayList<>(List.of(""));
    for (FigureRow figure : figures) {
      names.add(figure.shownName());
      units.add(figure.shownUnit().contains("/") ? "" : figure.shownUnit());
    }
    names.addAll(last);
    table.head(names);
    if (units.stream().anyMatch(unit -> !unit.isEmpty())) {
      table.head(units);
    }
    return table;
  }

  private String absolute(StepComparison step, List<FigureRow> figures) {
    if (figures.isEmpty()) {
      return "";
    }
    TextTable table = table(figures, List.of("verdict"));
    for (int side = 0; side < labels.size(); side++) {
      List<String> row = new ArrayList<>(List.of(labels.get(side)));
      for (FigureRow figure : figures) {
        ComparedValue cell = figure.cells().get(side);
        row.add(figure.text(cell.value()) + PartialFigures.mark(cell));
      }
      State state = step.states().get(side);
      row.add(VerdictText.of(state.verdict()) + (state.leftOut().isPresent() ? ", left out" : ""));
      table.add(row);
    }
    return layout.table(table);
  }

  private String relative(String title, StepComparison step, List<FigureRow> figures) {
    if (figures.isEmpty() || !step.hasRatios()) {
      return "";
    }
    TextTable table = table(figures, List.of());
    List<RatioColumn> columns = figures.stream().map(f -> RatioColumn.of(f.cells())).toList();
    for (int side = 1; side < labels.size(); side++) {
      List<String> row = new ArrayList<>(List.of(labels.get(side)));
      Set<Integer> strong = new HashSet<>();
      for (RatioColumn column : columns) {
        if (column.standsOut(side)) {
          strong.add(row.size());
        }
        row.add(column.text(side));
      }
      table.add(row, strong);
    }
    return layout.title(title) + layout.table(table);
  }
}
