package io.ibench.page.compare;

import io.ibench.compare.FigureRow;
import io.ibench.compare.LatencyKey;
import io.ibench.compare.StepComparison;
import io.ibench.page.ChartNotes;
import io.ibench.page.LatencyScale;
import io.ibench.report.document.Axis;
import io.ibench.report.document.Chart;
import io.ibench.report.document.Choice;
import io.ibench.report.document.Line;
import io.ibench.report.figures.LatencyUnit;
import io.ibench.report.store.RunReport.Operation;
import io.ibench.report.store.RunReport.Step;
import io.ibench.series.StepHistograms;
import io.ibench.series.StepHistograms.Quantiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The latency distributions of one step's operations in one chart. Stateless. */
final class CompareDistribution {

  private static final String SERVICE = "service";
  private static final String RESPONSE = "response";
  private static final String OPERATION = "operation";
  private static final String LATENCY = "latency";

  private CompareDistribution() {}

  /**
   * Empty if no run has a distribution.
   *
   * @param main the step; its last repeat is drawn
   * @param notes receives notes about missing data
   */
  static Optional<Chart> chart(List<CompareRun> runs, StepComparison main, ChartNotes notes)
      throws IOException {
    List<Line> lines = new ArrayList<>();
    Map<String, Long> counts = new LinkedHashMap<>();
    for (CompareRun run : runs) {
      Optional<Step> step = run.last(main.step());
      if (step.isPresent() && !step.get().whole().operations().isEmpty()) {
        Optional<Path> file = run.file("latency.hlog", notes);
        if (file.isPresent()) {
          lines.addAll(lines(run, step.get(), file.get(), counts, notes));
        }
      }
    }
    return lines.isEmpty() ? Optional.empty() : Optional.of(chart(main, lines, counts));
  }

  private static List<Line> lines(
      CompareRun run, Step step, Path file, Map<String, Long> counts, ChartNotes notes)
      throws IOException {
    Map<String, Map<String, String>> tags = new LinkedHashMap<>();
    for (Operation operation : step.whole().operations()) {
      for (String latency : List.of(SERVICE, RESPONSE)) {
        tags.put(
            StepHistograms.tag(step.name(), step.repeat(), operation.name(), latency),
            Map.of(OPERATION, operation.name(), LATENCY, latency));
      }
    }
    Map<String, Quantiles> curves = new LinkedHashMap<>();
    long damaged = StepHistograms.read(file, tags::containsKey, curves::put);
    notes.addDamaged("latency.hlog of " + run.name(), damaged);
    if (curves.isEmpty()) {
      notes.add(run.name() + ": latency.hlog has nothing of " + step.title() + ".");
    }
    List<Line> lines = new ArrayList<>();
    tags.forEach(
        (tag, chosen) -> {
          Quantiles curve = curves.get(tag);
          if (curve != null) {
            counts.merge(chosen.get(OPERATION), curve.count(), Math::max);
            lines.add(line(run, chosen, curve));
          }
        });
    return lines;
  }

  /** The unit of the table of latencies, so that readers can compare chart and table. */
  private static LatencyScale scale(StepComparison main, boolean onlyResponse) {
    Map<String, Map<String, FigureRow>> operations = LatencyKey.shown(main, onlyResponse);
    LatencyUnit unit = LatencyKey.unit(operations);
    return operations.isEmpty()
        ? new LatencyScale("us", 1)
        : new LatencyScale(unit.name(), unit.micros());
  }

  private static Line line(CompareRun run, Map<String, String> tags, Quantiles curve) {
    return new Line(
        run.name(), Axis.PERCENTILE, tags, run.dashed(), curve.percentiles(), curve.micros());
  }

  private static Chart chart(StepComparison main, List<Line> lines, Map<String, Long> counts) {
    String frequent =
        counts.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
    List<Choice> choices = new ArrayList<>();
    choices.add(new Choice(OPERATION, "operation", List.copyOf(counts.keySet()), frequent));
    List<String> latencies =
        lines.stream().map(line -> line.tags().get(LATENCY)).distinct().sorted().toList();
    if (latencies.size() > 1) {
      choices.add(new Choice(LATENCY, "time", latencies, SERVICE));
    }
    LatencyScale scale = scale(main, !latencies.contains(SERVICE));
    return new Chart(
        "distribution",
        "Latency distribution of " + main.step(),
        "How long so many percent of an operation took at most, in the whole step; of repeats the"
            + " last one. service: from the actual start, response: from the intended start. From"
            + " latency.hlog.",
        scale.unit(),
        true,
        choices,
        scale.scaled(lines));
  }
}
