package io.ibench.report.document;

import io.ibench.report.figures.SanitizedText;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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

  /** More are too narrow to be seen, and too many to be drawn at once. */
  public static final int MAX_BOXES = 2_000;

  /** Makes the title safe to show. */
  public FlameGraph {
    title = SanitizedText.of(title);
    boxes = List.copyOf(boxes);
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
