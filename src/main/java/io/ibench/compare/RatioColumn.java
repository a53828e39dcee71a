package io.ibench.compare;

import java.util.List;

/**
 * Ratios below each other. Immutable.
 *
 * @param cells from top to bottom
 * @param marks how wide the marks behind the numbers are; as many blanks stand where there are none
 */
record RatioColumn(List<ComparedValue> cells, int marks) {

  static RatioColumn of(List<ComparedValue> cells) {
    int widest = cells.stream().mapToInt(cell -> RatioText.mark(cell).length()).max().orElse(0);
    return new RatioColumn(cells, widest == 0 ? 0 : widest + 1);
  }

  String text(int row) {
    String mark = RatioText.mark(cells.get(row));
    String text = RatioText.marked(cells.get(row)) + (mark.isEmpty() ? "" : " " + mark);
    return text + " ".repeat(mark.isEmpty() ? marks : marks - 1 - mark.length());
  }

  boolean standsOut(int row) {
    return RatioText.standsOut(cells.get(row));
  }
}
