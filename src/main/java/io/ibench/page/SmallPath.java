package io.ibench.page;

import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;

/** The line through the values of a small chart, as the data of an SVG path. Not thread-safe. */
final class SmallPath {

  private final StringBuilder path = new StringBuilder();
  private String last = "";
  private int points;

  private SmallPath() {}

  /**
   * The line; with more than two values per unit of the drawing, only the least and the largest one
   * of each unit.
   *
   * @param width of the drawing
   * @param x the place of a value
   * @param y the height of a value's amount
   */
  static String of(double[] values, double width, IntToDoubleFunction x, DoubleUnaryOperator y) {
    SmallPath line = new SmallPath();
    int columns = (int) width;
    if (values.length <= 2 * columns) {
      for (int i = 0; i < values.length; i++) {
        line.add(values, i, i, x, y);
      }
    } else {
      for (int column = 0; column < columns; column++) {
        int from = (int) ((long) values.length * column / columns);
        int to = (int) ((long) values.length * (column + 1) / columns);
        line.addColumn(values, from, to, x, y);
      }
    }
    line.end();
    return line.path.toString();
  }

  private void addColumn(
      double[] values, int from, int to, IntToDoubleFunction x, DoubleUnaryOperator y) {
    int least = from;
    int largest = from;
    for (int i = from; i < to; i++) {
      if (SmallScale.isKnown(values[i])) {
        least = SmallScale.isKnown(values[least]) && values[least] <= values[i] ? least : i;
        largest = SmallScale.isKnown(values[largest]) && values[largest] >= values[i] ? largest : i;
      }
    }
    add(values, Math.min(least, largest), from, x, y);
    if (least != largest) {
      add(values, Math.max(least, largest), from, x, y);
    }
  }

  private void add(double[] values, int i, int at, IntToDoubleFunction x, DoubleUnaryOperator y) {
    if (!SmallScale.isKnown(values[i])) {
      end();
      return;
    }
    String point = number(x.applyAsDouble(at)) + " " + number(y.applyAsDouble(values[i]));
    if (!point.equals(last)) {
      path.append(points == 0 ? "M" : " ").append(point);
      points++;
      last = point;
    }
  }

  /** A value between gaps is a dot: a line of no length with round ends. */
  private void end() {
    if (points == 1) {
      path.append("h0");
    }
    points = 0;
    last = "";
  }

  /** With one decimal at most. */
  static String number(double value) {
    long tenths = Math.round(10 * value);
    long fraction = Math.abs(tenths % 10);
    String sign = tenths < 0 ? "-" : "";
    return sign + Math.abs(tenths / 10) + (fraction == 0 ? "" : "." + fraction);
  }
}
