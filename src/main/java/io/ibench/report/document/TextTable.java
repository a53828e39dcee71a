package io.ibench.report.document;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Rows of text in columns. The first and the last columns are flush left, those between flush
 * right. The gap between columns is two blanks, or one if the lines would be too long. Confined to
 * the thread that fills it.
 */
public final class TextTable {

  private final int first;
  private final int last;
  private final Set<Integer> aside;
  private final List<List<String>> heads = new ArrayList<>();
  private final List<List<String>> rows = new ArrayList<>();
  private final Map<Integer, Set<Integer>> strong = new HashMap<>();

  /**
   * A table without rows.
   *
   * @param first the number of columns at the beginning that are flush left
   * @param last the number of columns at the end that are flush left
   * @param aside the columns that continue below first
   */
  TextTable(int first, int last, Set<Integer> aside) {
    this.aside = aside;
    this.first = first;
    this.last = last;
  }

  /** Adds a line of the head. Several lines form one name for each column. */
  void head(List<String> cells) {
    heads.add(cells);
  }

  /**
   * Adds a row. Strong cells are bold in Markdown. Blanks fill the room for marks, so that a mark
   * does not shift its number.
   *
   * @param markWidths the width of the widest mark of each column; 0 for no marks
   */
  void add(List<Cell> cells, List<Integer> markWidths) {
    strong.put(
        rows.size(),
        IntStream.range(0, cells.size())
            .filter(i -> cells.get(i).isStrong())
            .boxed()
            .collect(Collectors.toSet()));
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      texts.add(withMark(cells.get(i), markWidths.get(i)));
    }
    rows.add(texts);
  }

  private static String withMark(Cell cell, int markWidth) {
    String marked = cell.mark().isEmpty() ? cell.text() : cell.text() + " " + cell.mark();
    int width = markWidth == 0 ? 0 : cell.text().length() + 1 + markWidth;
    return marked + " ".repeat(Math.max(0, width - marked.length()));
  }

  /**
   * The table in indented lines for a terminal of this width. Columns that do not fit continue in a
   * further table below, whose rows begin with the same first columns. The last columns that are
   * flush left, such as a verdict, stay in the upper one; where the first columns do not name the
   * rows, they do, in each of the tables.
   */
  String text(String indent, int columns) {
    int[] widths = widths();
    String gap = gap(indent, widths);
    return parts(indent.length(), gap.length(), widths, columns).stream()
        .map(part -> text(indent, gap, widths, part))
        .collect(Collectors.joining("\n"));
  }

  /** The columns of each part; a part has at least one column of its own. */
  private List<List<Integer>> parts(int indent, int gap, int[] widths, int columns) {
    List<Integer> repeated = IntStream.range(0, Math.min(first, widths.length)).boxed().toList();
    int start = indent + repeated.stream().mapToInt(i -> widths[i] + gap).sum() - gap;
    List<Integer> rest = IntStream.range(repeated.size(), widths.length).boxed().toList();
    if (start + width(rest, gap, widths) <= columns) {
      return List.of(IntStream.range(0, widths.length).boxed().toList());
    }
    List<Integer> end = rest.subList(Math.max(0, rest.size() - last), rest.size());
    List<Integer> moved = rest.stream().filter(aside::contains).toList();
    List<Integer> others =
        rest.stream().filter(i -> !moved.contains(i) && !end.contains(i)).toList();
    int reserved = width(end, gap, widths);
    boolean fits = !others.isEmpty() && start + gap + widths[others.get(0)] + reserved <= columns;
    boolean named = fits && !areNamedBy(repeated);
    List<List<Integer>> parts = new ArrayList<>(List.of(new ArrayList<>(repeated)));
    int wide = start + (fits ? reserved : 0);
    List<Integer> order =
        Stream.of(others, moved, fits ? List.<Integer>of() : end).flatMap(List::stream).toList();
    for (int i : order) {
      boolean alone = parts.get(parts.size() - 1).size() == repeated.size();
      boolean isFirstMoved = parts.size() == 1 && moved.contains(i);
      if (!alone && (isFirstMoved || wide + gap + widths[i] > columns)) {
        parts.add(new ArrayList<>(repeated));
        wide = start + (named ? reserved : 0);
      }
      parts.get(parts.size() - 1).add(i);
      wide += gap + widths[i];
    }
    if (fits) {
      parts.subList(0, named ? parts.size() : 1).forEach(part -> part.addAll(end));
    }
    parts.forEach(Collections::sort);
    return parts;
  }

  /** Whether each row has texts of its own there. */
  private boolean areNamedBy(List<Integer> columns) {
    long names =
        rows.stream().map(row -> columns.stream().map(row::get).toList()).distinct().count();
    return !columns.isEmpty() && names == rows.size();
  }

  private static int width(List<Integer> some, int gap, int[] widths) {
    return some.stream().mapToInt(i -> gap + widths[i]).sum();
  }

  private String text(String indent, String gap, int[] widths, List<Integer> part) {
    StringBuilder text = new StringBuilder();
    Stream.concat(heads.stream().filter(head -> hasText(head, part)), rows.stream())
        .forEach(
            row -> {
              String line =
                  part.stream()
                      .filter(i -> i < row.size())
                      .map(i -> padded(row.get(i), i, widths))
                      .collect(Collectors.joining(gap));
              text.append((indent + line).stripTrailing()).append('\n');
            });
    return text.toString();
  }

  private String padded(String cell, int column, int[] widths) {
    String padding = " ".repeat(widths[column] - cell.length());
    return isLeft(column, widths) ? cell + padding : padding + cell;
  }

  private static boolean hasText(List<String> head, List<Integer> part) {
    return part.stream().anyMatch(i -> i < head.size() && !head.get(i).isEmpty());
  }

  private boolean isLeft(int column, int[] widths) {
    return column < first || column >= widths.length - last;
  }

  private int[] widths() {
    List<List<String>> all = Stream.concat(heads.stream(), rows.stream()).toList();
    int[] widths = new int[all.stream().mapToInt(List::size).max().orElse(0)];
    for (List<String> row : all) {
      for (int i = 0; i < row.size(); i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    return widths;
  }

  private static String gap(String indent, int[] widths) {
    int wide = indent.length() + Arrays.stream(widths).sum() + 2 * (widths.length - 1);
    return wide <= TerminalLayout.WIDTH ? "  " : " ";
  }

  /** The table in Markdown, where a head has one line. */
  String markdown() {
    int[] widths = widths();
    StringBuilder text = new StringBuilder();
    List<String> head = IntStream.range(0, widths.length).mapToObj(this::name).toList();
    text.append(line(head, Set.of()));
    text.append('|');
    for (int i = 0; i < widths.length; i++) {
      text.append(isLeft(i, widths) ? ":--|" : "--:|");
    }
    text.append('\n');
    for (int i = 0; i < rows.size(); i++) {
      text.append(line(rows.get(i), strong.getOrDefault(i, Set.of())));
    }
    return text.toString();
  }

  private static String line(List<String> cells, Set<Integer> strong) {
    StringBuilder line = new StringBuilder("|");
    for (int i = 0; i < cells.size(); i++) {
      String marks = strong.contains(i) ? "**" : "";
      String cell = MarkdownLayout.escaped(cells.get(i));
      line.append(' ').append(marks).append(cell).append(marks).append(" |");
    }
    return line.append('\n').toString();
  }

  /** The name of a column in one line: parts that end with an underscore or hyphen are joined. */
  private String name(int column) {
    StringBuilder name = new StringBuilder();
    for (List<String> head : heads) {
      String part = column < head.size() ? head.get(column) : "";
      boolean broken = name.toString().endsWith("_") || name.toString().endsWith("-");
      boolean apart = !name.isEmpty() && !part.isEmpty() && !broken;
      name.append(apart ? " " : "").append(part);
    }
    return name.toString();
  }
}
