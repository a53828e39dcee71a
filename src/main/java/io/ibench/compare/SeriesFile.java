package io.ibench.compare;

import io.ibench.compare.LatencyFigures.Kind;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.figures.FigureCatalogue;
import io.ibench.report.figures.Formula;
import io.ibench.report.figures.IntervalRow;
import io.ibench.report.store.RunReport.Step;
import io.ibench.series.CsvRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What one of a run's CSV files tells of how figures went over time.
 *
 * @param trouble why it tells nothing
 */
record SeriesFile(Map<StepKey, StepSeries> courses, Optional<String> trouble) {

  /** The percentiles that a window of latencies has. */
  static final List<String> PERCENTILES = List.of("p50_us", "p99_us", "p999_us");

  /** The formulas of the figures that intervals have. */
  private static final Map<String, Formula> FOLLOWED =
      FigureCatalogue.FOLLOWED.stream()
          .collect(Collectors.toMap(key -> key, FigureCatalogue::formula));

  /** A step, or one of its repeats, within a run. */
  record StepKey(String name, double repeat) {

    static StepKey of(Step step) {
      return new StepKey(step.name(), step.repeat());
    }
  }

  /** Takes in the row that stands there. */
  private interface Row {
    void addTo(StepSeries course, Unit unit);
  }

  /** How rows are taken in, once it is known which columns there are. */
  private interface Rows {
    Row of(CsvRows rows);
  }

  /**
   * The rates and costs of these steps, from the intervals that have their full length.
   *
   * @param figures of each step of the run
   */
  static SeriesFile intervals(
      Path folder, Map<StepKey, Unit> steps, Collection<Map<String, Number>> figures) {
    return read(folder.resolve("intervals.csv"), steps, rows -> interval(rows, figures));
  }

  /** The latencies of these steps' operations. */
  static SeriesFile operations(Path folder, Map<StepKey, Unit> steps) {
    return read(folder.resolve("operations.csv"), steps, SeriesFile::window);
  }

  Optional<StepSeries> find(Step step) {
    return Optional.ofNullable(courses.get(StepKey.of(step)));
  }

  private static SeriesFile read(Path file, Map<StepKey, Unit> steps, Rows kind) {
    if (!Files.isRegularFile(file)) {
      return nothing(file.getFileName() + " is missing");
    }
    try (CsvRows rows = CsvRows.open(file)) {
      int name = rows.column("step");
      int repeat = rows.column("repeat");
      if (name < 0 || repeat < 0 || rows.column("seconds") < 0) {
        return nothing(file.getFileName() + " is damaged: its head is not there");
      }
      Map<StepKey, StepSeries> courses = new HashMap<>();
      Row row = kind.of(rows);
      while (rows.next()) {
        StepKey key = new StepKey(rows.text(name), rows.number(repeat));
        Unit unit = steps.get(key);
        if (unit != null) {
          row.addTo(courses.computeIfAbsent(key, any -> new StepSeries()), unit);
        }
      }
      return new SeriesFile(courses, Optional.empty());
    } catch (IOException e) {
      return nothing(file.getFileName() + " cannot be read to its end: " + e.getMessage());
    }
  }

  private static SeriesFile nothing(String why) {
    return new SeriesFile(Map.of(), Optional.of(why));
  }

  private static Row interval(CsvRows rows, Collection<Map<String, Number>> figures) {
    IntervalRow interval = new IntervalRow(rows::column, rows::number, figures);
    int seconds = rows.column("seconds");
    int full = rows.column("full");
    return (course, unit) -> {
      if (rows.text(full).equals("true")) {
        course.countInterval(rows.number(seconds));
        interval.enter(Optional.of(unit));
        FOLLOWED.forEach(
            (key, formula) ->
                course.figure(key).add(formula.dividend(interval), formula.divisorOf(interval)));
      }
    };
  }

  /** A percentile's column. */
  private record Latency(Kind kind, String percentile, int column) {}

  private static Row window(CsvRows rows) {
    List<Latency> latencies = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      for (String percentile : PERCENTILES) {
        latencies.add(new Latency(kind, percentile, rows.column(kind.column(percentile))));
      }
    }
    int seconds = rows.column("seconds");
    int operation = rows.column("operation");
    return (course, unit) -> {
      String name = rows.text(operation);
      double length = rows.number(seconds);
      if (course.hasRoomFor(name) && course.isWhole(name, length)) {
        course.countInterval(length);
        for (Latency latency : latencies) {
          String key = latency.kind().key(name, latency.percentile());
          course.figure(key).add(rows.number(latency.column()), 1);
        }
      }
    };
  }
}
