package io.ibench.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A row of texts of a small chart, of which none stands on another. Not thread-safe. */
final class SmallRow {

  private static final double GAP = 5;

  private final double end;
  private final double weight;
  private final List<Placed> placed = new ArrayList<>();

  /**
   * A row without texts.
   *
   * @param end the row is from 0 to here
   * @param weight how much wider the texts are than plain ones
   */
  SmallRow(double end, double weight) {
    this.end = end;
    this.weight = weight;
  }

  /**
   * A text in its place.
   *
   * @param middle its middle
   * @param style of the style sheet; may be empty
   */
  record Placed(double middle, String text, String style) {}

  /** Puts a text near a place, within the row, if there is room. */
  boolean put(double near, String text, String style) {
    double half = half(text);
    double middle = Math.max(half, Math.min(near, end - half));
    boolean free =
        placed.stream()
            .allMatch(other -> Math.abs(other.middle - middle) >= half(other.text) + half + GAP);
    if (free) {
      placed.add(new Placed(middle, text, style));
    }
    return free;
  }

  private double half(String text) {
    return weight * SmallText.width(text) / 2;
  }

  /** From left to right. */
  List<Placed> texts() {
    return placed.stream().sorted(Comparator.comparingDouble(Placed::middle)).toList();
  }
}
