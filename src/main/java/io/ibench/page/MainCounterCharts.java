package io.ibench.page;

import io.ibench.report.document.SmallChart;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.RunInfo.ServerCounter;
import io.ibench.report.store.RunFile;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.text.TextReport;
import io.ibench.series.StepRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The few counters of the server that explain most, as small charts over the run: each reading of
 * server_counters.csv, and of a step without one its growth in summary.json. Confined to a thread.
 */
final class MainCounterCharts {

  private final List<ServerCounter> counters;
  private final Map<String, List<double[]>> rows = new HashMap<>();
  private final List<String> labels = new ArrayList<>();
  private final List<double[]> values = new ArrayList<>();

  private MainCounterCharts(List<ServerCounter> counters) {
    this.counters = counters;
  }

  /** Those that changed in the run; empty for a run that knows of none. */
  static List<SmallChart> of(Path folder, RunReport run, RunFile file) {
    MainCounterCharts charts = new MainCounterCharts(file.serverCounters());
    Path readings = folder.resolve(RunCharts.SERVER_COUNTERS);
    if (charts.counters.isEmpty()) {
      return List.of();
    }
    if (Files.isRegularFile(readings)) {
      charts.read(readings, run.started().toEpochMilli());
    }
    TextReport.busy(run).forEach(charts::add);
    return IntStream.range(0, charts.counters.size())
        .filter(charts::hasChanged)
        .mapToObj(charts::chart)
        .toList();
  }

  /** What cannot be read is left out: the page says so beside the other charts of the file. */
  private void read(Path readings, long startedMillis) {
    try (StepRows reader = StepRows.open(readings, startedMillis)) {
      int[] columns = counters.stream().mapToInt(one -> reader.column(one.name())).toArray();
      while (reader.next()) {
        double seconds = reader.seconds();
        double[] row =
            IntStream.range(0, columns.length)
                .mapToDouble(i -> each(i, reader.number(columns[i]), seconds))
                .toArray();
        rows.computeIfAbsent(key(reader.step(), reader.repeat()), key -> new ArrayList<>())
            .add(row);
      }
    } catch (IOException e) {
      // The rows before it count.
      return;
    }
  }

  private static String key(String step, long repeat) {
    return repeat + " " + step;
  }

  private double each(int counter, double value, double seconds) {
    return counters.get(counter).rising() ? value / seconds : value;
  }

  private void add(Step step) {
    List<double[]> read = rows.get(key(step.name(), step.repeat()));
    for (double[] row : read == null ? List.of(whole(step)) : read) {
      labels.add(step.title());
      values.add(row);
    }
  }

  private double[] whole(Step step) {
    double seconds = step.whole().figures().value(Figure.SECONDS);
    Map<String, Number> grown = step.whole().serverCounters();
    return IntStream.range(0, counters.size())
        .mapToDouble(
            i -> {
              Number value = grown.get(counters.get(i).name());
              return value == null ? Double.NaN : each(i, value.doubleValue(), seconds);
            })
        .toArray();
  }

  private double[] series(int counter) {
    return values.stream().mapToDouble(row -> row[counter]).toArray();
  }

  private boolean hasChanged(int counter) {
    double[] known = Arrays.stream(series(counter)).filter(Double::isFinite).toArray();
    double highest = Arrays.stream(known).max().orElse(0);
    double lowest = Arrays.stream(known).min().orElse(0);
    return counters.get(counter).rising() ? highest > 0 : highest > lowest;
  }

  private SmallChart chart(int counter) {
    ServerCounter one = counters.get(counter);
    String meaning = Character.toUpperCase(one.meaning().charAt(0)) + one.meaning().substring(1);
    return new SmallChart(
        one.name(),
        meaning + (one.rising() ? ": growth in a second." : ": its value at each reading."),
        one.rising() ? "/s" : "",
        labels,
        series(counter),
        List.of(),
        List.of());
  }
}
