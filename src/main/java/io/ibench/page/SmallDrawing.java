package io.ibench.page;

import io.ibench.page.SmallRow.Placed;
import io.ibench.report.document.SmallChart;
import io.ibench.report.document.SmallChart.Level;
import io.ibench.report.document.SmallChart.Turn;
import io.ibench.report.figures.NumberText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Where everything of a small chart stands, in units of a drawing of {@link #WIDTH} x {@link
 * #HEIGHT}: about pixels. Immutable.
 *
 * @param summary the chart in words
 * @param definition of the values, and what a reader must know of the axis
 * @param ticks of the y-axis
 * @param path through the values
 * @param dots the values; empty if they are too many
 * @param radius of the dots
 * @param levels means between changes
 * @param turns the lines of changes
 * @param texts other texts: of the y-axis, below it, and above changes
 */
public record SmallDrawing(
    String summary,
    String definition,
    List<Mark> ticks,
    String path,
    List<Mark> dots,
    String radius,
    List<Mark> levels,
    List<Mark> turns,
    List<Text> texts) {

  public static final int WIDTH = 280;
  public static final int HEIGHT = 120;

  private static final double TOP = 16;
  private static final double BOTTOM = HEIGHT - 17.0;
  private static final double RIGHT = WIDTH - 6.0;
  private static final double TEXT_HEIGHT = 10;

  /** More dots would be a line. */
  private static final int MAX_DOTS = 400;

  /** More large dots would be a cloud. */
  private static final int MAX_LARGE_DOTS = 80;

  /** Of a level on both sides of its values, so that that of one value is seen. */
  private static final double MAX_OVERHANG = 4;

  /**
   * A mark.
   *
   * @param x its place, or the data of its path
   * @param y its height; empty if x says it
   * @param style of the style sheet; may be empty
   * @param hover more about it
   */
  public record Mark(String x, String y, String style, String hover) {}

  /**
   * A text.
   *
   * @param anchor the part of it that is at x, as SVG names it
   * @param style of the style sheet; may be empty
   */
  public record Text(String x, String y, String anchor, String style, String text) {}

  /** The drawing of a chart. */
  public static SmallDrawing of(SmallChart chart) {
    return new Pen(chart).drawing();
  }

  /** Draws one chart. */
  private static final class Pen {

    private final SmallChart chart;
    private final SmallScale scale;
    private final double left;
    private final double step;

    Pen(SmallChart chart) {
      this.chart = chart;
      DoubleStream means = chart.levels().stream().mapToDouble(Level::mean);
      scale = SmallScale.of(DoubleStream.concat(Arrays.stream(chart.values()), means));
      double widest =
          scale.ticks().stream().mapToDouble(tick -> SmallText.width(tick.text())).max().orElse(0);
      left = widest + 10;
      int count = chart.values().length;
      step = count > 1 ? (RIGHT - left) / (count - 1) : 0;
    }

    SmallDrawing drawing() {
      double[] values = chart.values();
      return new SmallDrawing(
          summary(),
          definition(),
          scale.ticks().stream().map(tick -> line(left - 4, WIDTH, tick.value(), "", "")).toList(),
          SmallPath.of(values, RIGHT - left, this::x, this::y),
          values.length > MAX_DOTS ? List.of() : dots(),
          values.length > MAX_LARGE_DOTS ? "1.2" : "2",
          chart.levels().stream()
              .filter(level -> SmallScale.isKnown(level.mean()))
              .map(this::level)
              .toList(),
          chart.turns().stream().map(this::turn).toList(),
          texts());
    }

    /** One value stands in the middle. */
    private double x(int index) {
      return chart.values().length > 1 ? left + index * step : (left + RIGHT) / 2;
    }

    private double y(double value) {
      return BOTTOM - scale.place(value) * (BOTTOM - TOP);
    }

    private Mark line(double from, double to, double value, String style, String hover) {
      String path =
          "M"
              + SmallPath.number(from)
              + " "
              + SmallPath.number(y(value))
              + "H"
              + SmallPath.number(to);
      return new Mark(path, "", style, hover);
    }

    private List<Mark> dots() {
      return IntStream.range(0, chart.values().length)
          .filter(i -> SmallScale.isKnown(chart.values()[i]))
          .mapToObj(
              i ->
                  new Mark(
                      SmallPath.number(x(i)),
                      SmallPath.number(y(chart.values()[i])),
                      "",
                      about(i, amount(chart.values()[i]))))
          .toList();
    }

    private Mark level(Level level) {
      double overhang = step == 0 ? MAX_OVERHANG : Math.min(MAX_OVERHANG, 0.45 * step);
      return line(
          x(level.from()) - overhang,
          x(level.to() - 1) + overhang,
          level.mean(),
          "",
          about(level.from(), level.to() - 1) + "mean " + amount(level.mean()));
    }

    private Mark turn(Turn turn) {
      String path =
          "M"
              + SmallPath.number(x(turn.index()))
              + " "
              + SmallPath.number(TOP - 3)
              + "V"
              + SmallPath.number(BOTTOM);
      return new Mark(path, "", turn.tone().style(), about(turn.index(), turn.text()));
    }

    private List<Text> texts() {
      List<Text> texts = new ArrayList<>();
      for (SmallScale.Tick tick : scale.ticks()) {
        String middle = SmallPath.number(y(tick.value()) + TEXT_HEIGHT / 3);
        texts.add(new Text(SmallPath.number(left - 6), middle, "end", "", tick.text()));
      }
      SmallLabels.of(chart, this::x, WIDTH).forEach(one -> texts.add(text(one, HEIGHT - 4)));
      turnTexts().forEach(one -> texts.add(text(one, TEXT_HEIGHT)));
      if (scale.ticks().isEmpty()) {
        texts.add(text(new Placed(WIDTH / 2.0, "no value is known", ""), HEIGHT / 2.0));
      }
      return texts;
    }

    /** Where not all have room, the latest ones: they say how it is now. */
    private List<Placed> turnTexts() {
      SmallRow row = new SmallRow(WIDTH, SmallText.BOLD);
      for (int i = chart.turns().size() - 1; i >= 0; i--) {
        Turn turn = chart.turns().get(i);
        String text = SmallText.fitted(turn.text(), WIDTH / 2.0);
        double aside = SmallText.BOLD * SmallText.width(text) / 2;
        double x = x(turn.index());
        String style = turn.tone().style();
        boolean put =
            row.put(x, text, style)
                || row.put(x - aside, text, style)
                || row.put(x + aside, text, style);
        if (!put) {
          break;
        }
      }
      return row.texts();
    }

    private static Text text(Placed placed, double y) {
      String x = SmallPath.number(placed.middle());
      return new Text(x, SmallPath.number(y), "middle", placed.style(), placed.text());
    }

    private String amount(double value) {
      boolean joined = chart.unit().isEmpty() || chart.unit().startsWith("/");
      return NumberText.figure(value) + (joined ? "" : " ") + chart.unit();
    }

    private String about(int index, String text) {
      return about(index, index) + text;
    }

    private String about(int first, int last) {
      String from = chart.labels().get(first);
      String to = chart.labels().get(last);
      String range = from.equals(to) ? from : from + " to " + to;
      return range.isEmpty() ? "" : range + ": ";
    }

    private String definition() {
      boolean says = scale.ticks().isEmpty() || scale.hasZero();
      return (chart.definition() + (says ? "" : " The axis does not begin at 0.")).strip();
    }

    private String summary() {
      int count = chart.values().length;
      String values = count + (count == 1 ? " value" : " values");
      String turns =
          chart.turns().stream()
              .map(turn -> "; " + about(turn.index(), turn.text()))
              .collect(Collectors.joining());
      return chart.title() + ": " + values + turns;
    }
  }
}
