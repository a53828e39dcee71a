package io.ibench.report.document;

import io.ibench.report.figures.SanitizedText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Rows of text in columns: the first and the last ones flush left, those between flush right.
 * Between columns stand two blanks, or one where the lines would be too long.
 */
public final class TextTable {

  private final int first;
  private final int last;
  private final List<List<String>> heads = new ArrayList<>();
  private final List<List<String>> rows = new ArrayList<>();
  private final Map<Integer, Set<Integer>> strong = new HashMap<>();

  /** The first column is flush left. */
  public TextTable() {
    this(1, 0);
  }

  /**
   * A table without rows.
   *
   * @param first how many columns, from the first one on, are flush left
   * @param last how many columns, up to the last one, are flush left
   */
  public TextTable(int first, int last) {
    this.first = first;
    this.last = last;
  }

  /** A line of the head. Those of several lines are one name for each column. */
  public void head(List<String> cells) {
    heads.add(safe(cells));
  }

  public void add(List<String> cells) {
    rows.add(safe(cells));
  }

  /**
   * Adds a row of a table. Strong cells are bold in Markdown. In text the blanks behind a number
   * count as a part of it, so that marks do not shift numbers.
   *
   * @param markWidths of each column, the widest mark; 0 for no marks
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

  private static List<String> safe(List<String> cells) {
    return cells.stream().map(SanitizedText::of).toList();
  }

  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** The table, each line indented and ended; nothing without rows. */
  public String text(String indent) {
    return text(indent, Integer.MAX_VALUE);
  }

  /**
   * The same for a terminal of so many columns: what does not fit is continued in a further table
   * below, whose rows begin with the same first columns.
   */
  public String text(String indent, int columns) {
    if (isEmpty()) {
      return "";
    }
    int[] widths = widths();
    String gap = gap(indent, widths);
    return parts(indent.length(), gap.length(), widths, columns).stream()
        .map(part -> text(indent, gap, widths, part))
        .collect(Collectors.joining("\n"));
  }

  /** Which columns stand in each part; a part has at least one of its own. */
  private List<List<Integer>> parts(int indent, int gap, int[] widths, int columns) {
    List<Integer> repeated = IntStream.range(0, Math.min(first, widths.length)).boxed().toList();
    int start = indent + repeated.stream().mapToInt(i -> widths[i] + gap).sum() - gap;
    List<List<Integer>> parts = new ArrayList<>(List.of(new ArrayList<>(repeated)));
    int wide = start;
    for (int i = repeated.size(); i < widths.length; i++) {
      boolean alone = parts.get(parts.size() - 1).size() == repeated.size();
      if (!alone && wide + gap + widths[i] > columns) {
        parts.add(new ArrayList<>(repeated));
        wide = start;
      }
      parts.get(parts.size() - 1).add(i);
      wide += gap + widths[i];
    }
    return parts;
  }

  private String text(String indent, String gap, int[] widths, List<Integer> part) {
    StringBuilder text = new StringBuilder();
    Stream.concat(heads.stream().filter(head -> says(head, part)), rows.stream())
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

  private static boolean says(List<String> head, List<Integer> part) {
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

  /** The same in Markdown, where a head has one line. */
  public String markdown() {
    if (isEmpty()) {
      return "";
    }
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

  /** A word that was broken at an underscore or hyphen is made whole. */
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
