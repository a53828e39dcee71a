package io.ibench.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rows of text in columns: the first columns flush left, the others flush right. Between columns
 * stand two blanks, or one where the lines would be too long.
 */
final class TextTable {

  private final List<List<String>> rows = new ArrayList<>();

  void add(List<String> cells) {
    rows.add(cells.stream().map(OneLine::of).toList());
  }

  /** The table, each line indented and ended; the first column flush left. */
  String text(String indent) {
    return text(indent, 1);
  }

  /**
   * The same.
   *
   * @param left how many columns are flush left
   */
  String text(String indent, int left) {
    int[] widths = widths();
    String gap = gap(indent, widths);
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder(indent);
      for (int i = 0; i < row.size(); i++) {
        String padding = " ".repeat(widths[i] - row.get(i).length());
        line.append(i == 0 ? "" : gap);
        line.append(i < left ? row.get(i) + padding : padding + row.get(i));
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  private int[] widths() {
    int[] widths = new int[rows.stream().mapToInt(List::size).max().orElse(0)];
    for (List<String> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    return widths;
  }

  private static String gap(String indent, int[] widths) {
    int wide = indent.length() + Arrays.stream(widths).sum() + 2 * (widths.length - 1);
    return wide <= TextReport.WIDTH ? "  " : " ";
  }
}
