package io.ibench.page;

import io.ibench.report.document.Axis;
import io.ibench.report.document.Chart;
import io.ibench.report.document.Chart.Topic;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport.Period;
import io.ibench.report.store.RunReport.Step;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Sizes at the ends of steps and their report periods. Stateless. */
final class SizeCharts {

  private static final int POINTS = 1000;

  private SizeCharts() {}

  static List<Chart> of(KnownSteps steps) {
    DrawnLine tables = DrawnLine.of("tables and indexes", Axis.TIME, POINTS);
    DrawnLine folder = DrawnLine.of("data directory", Axis.TIME, POINTS);
    DrawnLine perRow = DrawnLine.of("bytes per row", Axis.TIME, POINTS);
    for (Step step : steps.all()) {
      List<Period> periods = step.periods().isEmpty() ? List.of(step.whole()) : step.periods();
      for (Period period : periods) {
        OptionalDouble start = steps.start(period);
        double end = start.orElse(Double.NaN) + period.figures().value(Figure.SECONDS);
        if (!Double.isNaN(end)) {
          add(tables, end, period.figures().value(Figure.DB_BYTES) / NumberText.GB_BYTES);
          add(folder, end, period.figures().value(Figure.DIR_BYTES) / NumberText.GB_BYTES);
          add(perRow, end, period.figures().value(Figure.BYTES_PER_ROW));
        }
      }
    }
    return Stream.of(
            DrawnLine.chart(
                Topic.SIZES,
                "size",
                "Size of the database",
                "GB",
                "The benchmark's tables with their indexes, "
                    + (folder.curve().isEmpty()
                        ? ""
                        : "and the server's whole data directory with its logs, ")
                    + "at the end of each step and report period; a GB has 1,073,741,824 bytes.",
                List.of(tables, folder)),
            DrawnLine.chart(
                Topic.SIZES,
                "bytes-per-row",
                "Bytes per row",
                "bytes/row",
                "The size of the tables with their indexes, divided by the rows that are in them,"
                    + " at the end of each step and report period.",
                List.of(perRow)))
        .flatMap(Optional::stream)
        .toList();
  }

  /** A point; charts connect the sizes of two readings by a straight line. */
  private static void add(DrawnLine line, double at, double value) {
    if (Double.isFinite(value)) {
      line.curve().add(at, at, value);
    }
  }
}
