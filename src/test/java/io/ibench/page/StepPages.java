package io.ibench.page;

import io.ibench.report.document.Axis;
import io.ibench.report.document.Block;
import io.ibench.report.document.Cell;
import io.ibench.report.document.Chart;
import io.ibench.report.document.ChartSet;
import io.ibench.report.document.Choice;
import io.ibench.report.document.Line;
import io.ibench.report.document.Mark;
import io.ibench.report.document.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The page of a run with short, fast first steps and a long, slow last one. */
final class StepPages {

  static final String RUN = "20260102T030405Z-insert-sqlite";
  static final String PRODUCT = "insert on SQLite 3.50";

  private StepPages() {}

  static Page page() {
    return page("qr100");
  }

  /** With this name for its last step. */
  static Page page(String slow) {
    Chart throughput =
        new Chart(
            "throughput",
            "Rows per second",
            "Rows of each interval, divided by its length.",
            "rows/s",
            false,
            List.of(new Choice("axis", "over", List.of("time", "rows"), "time")),
            List.of(line(Axis.TIME, "time"), rows()));
    double[] x = {0, 1, 1, 1, 60};
    double[] y = {9, 9, Double.NaN, 5, 5};
    Line cpu = new Line("cpu", Axis.TIME, Map.of(), false, x, y);
    Line loader =
        new Line("loader", Axis.TIME, Map.of(), false, new double[] {0, 0.5}, new double[] {1, 1});
    Chart other = new Chart("cpu", "CPU", "", "%", false, List.of(), List.of(cpu, loader));
    List<Section> sections =
        List.of(
            new Section("throughput", "Throughput", "", List.of(new Block.Drawing(throughput))),
            new Section("cost", "What it cost", "", List.of(new Block.Drawing(other))));
    return new Page(
        PRODUCT,
        RUN,
        List.of("a subtitle"),
        new Cell("INVALID", Cell.Tone.BAD, "too slow"),
        sections,
        new ChartSet(1, marks(slow), List.of(throughput, other), List.of()),
        "1.2.3");
  }

  /** Each step begins where the one before ends, with its own value. */
  private static Line line(Axis axis, String tag) {
    double[] x = {0, 0.5, 0.5, 0.5, 1, 1, 1, 60};
    double no = Double.NaN;
    double[] y = {650_000, 650_000, no, 300_000, 300_000, no, 11_000, 9_000};
    return new Line("rows", axis, Map.of("axis", tag), false, x, y);
  }

  private static Line rows() {
    double[] x = {0, 325_000, 325_000, 475_000, 475_000, 475_000, 1_000_000};
    double no = Double.NaN;
    double[] y = {650_000, 650_000, 300_000, 300_000, no, 11_000, 9_000};
    return new Line("rows", Axis.ROWS, Map.of("axis", "rows"), false, x, y);
  }

  private static List<Mark> marks(String slow) {
    List<Mark> marks = new ArrayList<>();
    marks.add(new Mark(Mark.Kind.STEP, Axis.TIME, 0, 0, "drop"));
    marks.add(new Mark(Mark.Kind.STEP, Axis.TIME, 0, 0.5, "l.i0"));
    marks.add(new Mark(Mark.Kind.STEP, Axis.TIME, 0.5, 1, "l.i1"));
    marks.add(new Mark(Mark.Kind.STEP, Axis.TIME, 1, 60, slow));
    marks.add(new Mark(Mark.Kind.STEP, Axis.ROWS, 0, 325_000, "l.i0"));
    marks.add(new Mark(Mark.Kind.STEP, Axis.ROWS, 325_000, 475_000, "l.i1"));
    marks.add(new Mark(Mark.Kind.STEP, Axis.ROWS, 475_000, 1_000_000, slow));
    return marks;
  }
}
