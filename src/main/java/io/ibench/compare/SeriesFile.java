package io.ibench.compare;

import io.ibench.compare.LatencyFigures.LatencyKind;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.Figures;
import io.ibench.report.figures.Formula;
import io.ibench.report.figures.IntervalRow;
import io.ibench.series.CsvRows;
import io.ibench.statistics.RatioSeries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The time series of figures in one of a run's CSV files. Not thread-safe.
 *
 * @param trouble why there are no series; empty if the file was read
 */
record SeriesFile(Map<String, StepSeries> series, Optional<String> trouble) {

  /** The percentiles of a window of latencies. */
  static final List<String> PERCENTILES = List.of("p50_us", "p99_us", "p999_us");

  private static final String INTERVALS = "intervals.csv";

  /** Of the figures of intervals. */
  private static final List<Formula> FORMULAS =
      Figure.FOLLOWED.stream().map(Figure::formula).toList();

  /** Adds the file's current row to a series. */
  private interface RowReader {
    void addTo(StepSeries series, Unit unit);
  }

  /**
   * The rates and costs of these steps in intervals of full length.
   *
   * @param figures of each step of the run
   */
  static SeriesFile intervals(Path folder, Map<String, Unit> steps, Collection<Figures> figures) {
    return read(
        folder.resolve(INTERVALS),
        steps,
        StepSeries::new,
        rows -> new IntervalReader(rows, figures));
  }

  /**
   * The same until each step has inserted this number of rows. Of the interval in which it does so
   * the part up to there, as if rows came evenly.
   */
  static SeriesFile upTo(
      double maxRows, Path folder, Map<String, Unit> steps, Collection<Figures> figures) {
    return read(
        folder.resolve(INTERVALS),
        steps,
        () -> new StepSeries(maxRows),
        rows -> new IntervalReader(rows, figures));
  }

  /** The latencies of these steps' operations. */
  static SeriesFile operations(Path folder, Map<String, Unit> steps) {
    return read(folder.resolve("operations.csv"), steps, StepSeries::new, SeriesFile::window);
  }

  /** All repeats of the step together. */
  Optional<StepSeries> find(String step) {
    return Optional.ofNullable(series.get(step));
  }

  private static SeriesFile read(
      Path file,
      Map<String, Unit> steps,
      Supplier<StepSeries> newSeries,
      Function<CsvRows, RowReader> kind) {
    if (!Files.isRegularFile(file)) {
      return nothing(file.getFileName() + " is missing");
    }
    try (CsvRows rows = CsvRows.open(file)) {
      int name = rows.column("step");
      if (name < 0 || rows.column("seconds") < 0) {
        return nothing(file.getFileName() + " is damaged: its head is not there");
      }
      Map<String, StepSeries> series = new HashMap<>();
      RowReader row = kind.apply(rows);
      while (rows.next()) {
        String step = rows.text(name);
        Unit unit = steps.get(step);
        if (unit != null) {
          row.addTo(series.computeIfAbsent(step, any -> newSeries.get()), unit);
        }
      }
      return new SeriesFile(series, Optional.empty());
    } catch (IOException e) {
      return nothing(file.getFileName() + " cannot be read to its end: " + e.getMessage());
    }
  }

  private static SeriesFile nothing(String why) {
    return new SeriesFile(Map.of(), Optional.of(why));
  }

  /** Reads rates and costs. Not thread-safe. */
  private static final class IntervalReader implements RowReader {

    private final CsvRows rows;
    private final IntervalRow interval;
    private final int seconds;
    private final int full;

    IntervalReader(CsvRows rows, Collection<Figures> figures) {
      this.rows = rows;
      this.interval = new IntervalRow(rows::column, rows::number, figures);
      this.seconds = rows.column("seconds");
      this.full = rows.column("full");
    }

    @Override
    public void addTo(StepSeries series, Unit unit) {
      // The rest at a step's end says little about noise, but its rows count.
      if (!series.isLimited() && !rows.text(full).equals("true")) {
        return;
      }
      interval.enter(Optional.of(unit));
      double share = series.countRows(interval.insertedRows());
      if (share <= 0) {
        return;
      }
      series.countInterval(share * rows.number(seconds));
      List<RatioSeries> figures =
          series.figures(INTERVALS, () -> Figure.FOLLOWED.stream().map(Figure::key).toList());
      for (int i = 0; i < FORMULAS.size(); i++) {
        Formula formula = FORMULAS.get(i);
        figures.get(i).add(share * formula.dividend(interval), share * formula.divisorOf(interval));
      }
    }
  }

  /** A percentile's column. */
  private record LatencyColumn(LatencyKind kind, String percentile, int column) {

    String key(String operation) {
      return kind.key(operation, percentile);
    }
  }

  private static RowReader window(CsvRows rows) {
    List<LatencyColumn> latencies = new ArrayList<>();
    for (LatencyKind kind : LatencyKind.values()) {
      for (String percentile : PERCENTILES) {
        latencies.add(new LatencyColumn(kind, percentile, rows.column(kind.column(percentile))));
      }
    }
    int seconds = rows.column("seconds");
    int operation = rows.column("operation");
    return (series, unit) -> {
      String name = rows.text(operation);
      double length = rows.number(seconds);
      if (series.hasRoomFor(name) && series.isWhole(name, length)) {
        series.countInterval(length);
        List<RatioSeries> figures =
            series.figures(name, () -> latencies.stream().map(each -> each.key(name)).toList());
        for (int i = 0; i < figures.size(); i++) {
          figures.get(i).add(rows.number(latencies.get(i).column()), 1);
        }
      }
    };
  }
}
