package io.ibench.report.document;

import io.ibench.report.figures.SanitizedText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Calls as boxes, each as wide as what it costs, below that of its caller: of one side, or of two.
 * Immutable.
 *
 * @param title what it shows
 * @param unit of the costs, such as {@code us/q}
 * @param boxes each caller before its callees
 */
public record FlameGraph(String title, String unit, List<Box> boxes) {

  /** More are too many to be drawn at once: the widest ones are. */
  static final int MAX_BOXES = 2_000;

  /** Of the width of all; a narrower box is not seen. */
  private static final double LEAST_SHARE = 0.001;

  /** Makes the title safe to show. */
  public FlameGraph {
    title = SanitizedText.of(title);
    boxes = widest(boxes);
  }

  /**
   * The calls of a tree, without those that are too narrow to be seen.
   *
   * @param root stands for no call
   * @param callees of a call
   * @param box that of a call, in a depth
   */
  public static <T> FlameGraph of(
      String title,
      String unit,
      T root,
      Function<T, List<T>> callees,
      BiFunction<T, Integer, Box> box) {
    List<Box> boxes = new ArrayList<>();
    add(boxes, root, 0, LEAST_SHARE * box.apply(root, 0).width(), callees, box);
    return new FlameGraph(title, unit, boxes);
  }

  private static <T> void add(
      List<Box> boxes,
      T caller,
      int depth,
      double least,
      Function<T, List<T>> callees,
      BiFunction<T, Integer, Box> box) {
    Map<T, Box> drawn = new LinkedHashMap<>();
    callees.apply(caller).forEach(callee -> drawn.put(callee, box.apply(callee, depth)));
    drawn.entrySet().stream()
        .filter(each -> each.getValue().width() >= least)
        .sorted(Comparator.comparing(each -> each.getValue().name()))
        .forEach(
            each -> {
              boxes.add(each.getValue());
              add(boxes, each.getKey(), depth + 1, least, callees, box);
            });
  }

  /** A box is as wide as what stands on it or wider, so that none loses its caller. */
  private static List<Box> widest(List<Box> boxes) {
    if (boxes.size() <= MAX_BOXES) {
      return List.copyOf(boxes);
    }
    double tooNarrow =
        boxes.stream().map(Box::width).sorted(Comparator.reverseOrder()).toList().get(MAX_BOXES);
    return boxes.stream().filter(box -> box.width() > tooNarrow).toList();
  }

  /**
   * A call.
   *
   * @param depth from 0
   * @param cost with all that it calls; of two sides that of the first
   * @param other that of the second side
   */
  public record Box(int depth, String name, double cost, Optional<Other> other) {

    /** Makes the name safe to show. */
    public Box {
      name = SanitizedText.of(name);
    }

    /** The larger cost. */
    double width() {
      return Math.max(cost, other.map(Other::cost).orElse(0.0));
    }

    /** A line that people and the page's script read: cost, name, change. */
    String line() {
      String costs =
          other.map(side -> number(cost) + " -> " + number(side.cost)).orElse(number(cost));
      String change =
          other
              .filter(Other::sure)
              .map(side -> " (" + signed(side.cost - cost) + " +-" + number(side.half) + ")")
              .orElse("");
      return " ".repeat(depth) + costs + " " + name + change;
    }

    private static String signed(double value) {
      return (value < 0 ? "-" : "+") + number(Math.abs(value));
    }

    private static String number(double value) {
      return String.format(Locale.ROOT, "%.3f", value);
    }
  }

  /**
   * The second side of a call.
   *
   * @param half half of the 95 % interval of the change
   * @param sure whether the change is beyond noise
   */
  public record Other(double cost, double half, boolean sure) {}

  /** The boxes as text, indented by their depth. */
  public String text() {
    return boxes.stream().map(Box::line).collect(Collectors.joining("\n"));
  }
}
