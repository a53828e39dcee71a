package io.ibench.compare;

import io.ibench.compare.FigureRow.Group;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.document.Note;
import io.ibench.report.figures.Better;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A step's comparison in one sentence for each side: its rate and the figures that changed most.
 * Only differences that exceed the noise are called better or worse. Immutable.
 *
 * @param labels of the sides, the base first
 */
record Conclusion(List<String> labels) {

  private static final int MAX_FIGURES = 3;

  List<Note> of(StepComparison step) {
    List<Note> notes = new ArrayList<>();
    for (int side = 1; side < labels.size(); side++) {
      notes.add(Note.of(labels.get(side), sentence(step, side)));
    }
    return notes;
  }

  private String sentence(StepComparison step, int side) {
    for (int i : new int[] {0, side}) {
      if (step.states().get(i).leftOut().isPresent()) {
        return "not compared: "
            + labels.get(i)
            + " is left out, "
            + step.states().get(i).leftOut().get();
      }
    }
    Optional<FigureRow> rate =
        step.shownRows().stream()
            .filter(row -> row.group() == Group.RATE && row.cells().get(side).isCompared())
            .findFirst();
    List<String> parts = new ArrayList<>();
    rate.ifPresent(
        row ->
            parts.add(
                row.name()
                    + " "
                    + RatioText.plain(ratio(row, side))
                    + " of the base ("
                    + RatioText.noise(row.cells().get(side).noise())
                    + ")"));
    List<FigureRow> changed =
        step.shownRows().stream()
            .filter(row -> rate.filter(row::equals).isEmpty() && isChange(step, row, side))
            .toList();
    add(parts, "better", changed.stream().filter(row -> gain(row, side) > 1).toList(), side);
    add(parts, "worse", changed.stream().filter(row -> gain(row, side) < 1).toList(), side);
    if (changed.isEmpty()) {
      parts.add("nothing else is known to differ by 5 % and more than noise");
    }
    return String.join("; ", parts);
  }

  private static void add(List<String> parts, String word, List<FigureRow> rows, int side) {
    if (rows.isEmpty()) {
      return;
    }
    List<String> first =
        rows.stream()
            .sorted(Comparator.comparingDouble(row -> -Math.abs(Math.log(gain(row, side)))))
            .limit(MAX_FIGURES)
            .map(row -> row.name() + " " + RatioText.plain(ratio(row, side)))
            .toList();
    int more = rows.size() - first.size();
    parts.add(word + ": " + String.join(", ", first) + (more == 0 ? "" : " and " + more + " more"));
  }

  /** Sizes depend on the amount of work, which is fixed only in loads. */
  private static boolean isChange(StepComparison step, FigureRow row, int side) {
    ComparedValue cell = row.cells().get(side);
    return row.better() != Better.NEITHER
        && row.group() != Group.CLIENT
        && (row.group() != Group.SIZE || step.unit() != Unit.QUERIES)
        && RatioText.standsOut(cell);
  }

  /** Above 1 if the side is better than the base. */
  private static double gain(FigureRow row, int side) {
    return row.better() == Better.HIGHER ? ratio(row, side) : 1 / ratio(row, side);
  }

  private static double ratio(FigureRow row, int side) {
    return row.cells().get(side).ratio();
  }
}
