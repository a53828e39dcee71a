package io.ibench.page;

import io.ibench.report.RunReport.Operation;
import io.ibench.report.RunReport.Step;
import io.ibench.series.StepHistograms;
import io.ibench.series.StepHistograms.Quantiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The latency distributions of one step's operations over each other. Stateless. */
final class CompareDistribution {

  private static final String SERVICE = "service";
  private static final String RESPONSE = "response";
  private static final String OPERATION = "operation";
  private static final String LATENCY = "latency";

  private CompareDistribution() {}

  /**
   * Nothing where no run has any.
   *
   * @param step of which the last repeat is drawn
   * @param notes where what is missing is told
   */
  static Optional<Chart> chart(List<CompareRun> runs, String step, ChartNotes notes)
      throws IOException {
    List<Line> lines = new ArrayList<>();
    Map<String, Long> counts = new LinkedHashMap<>();
    for (CompareRun run : runs) {
      Optional<Step> last =
          run.stored().report().steps().stream()
              .filter(each -> each.name().equals(step))
              .reduce((before, after) -> after);
      if (last.isPresent() && !last.get().whole().operations().isEmpty()) {
        Optional<Path> file = run.file("latency.hlog", notes);
        if (file.isPresent()) {
          lines.addAll(lines(run, last.get(), file.get(), counts, notes));
        }
      }
    }
    return lines.isEmpty() ? Optional.empty() : Optional.of(chart(step, lines, counts));
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

  private static Line line(CompareRun run, Map<String, String> tags, Quantiles curve) {
    return new Line(
        run.name(), Axis.PERCENTILE, tags, run.dashed(), curve.percentiles(), curve.micros());
  }

  private static Chart chart(String step, List<Line> lines, Map<String, Long> counts) {
    String frequent =
        counts.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
    List<Choice> choices = new ArrayList<>();
    choices.add(new Choice(OPERATION, "operation", List.copyOf(counts.keySet()), frequent));
    List<String> latencies =
        lines.stream().map(line -> line.tags().get(LATENCY)).distinct().sorted().toList();
    if (latencies.size() > 1) {
      choices.add(new Choice(LATENCY, "time", latencies, SERVICE));
    }
    return new Chart(
        "distribution",
        "Latency distribution of " + step,
        "How long so many percent of an operation took at most, in the whole step; of repeats the"
            + " last one. service: from the actual start, response: from the intended start. From"
            + " latency.hlog.",
        "us",
        true,
        choices,
        lines);
  }
}
