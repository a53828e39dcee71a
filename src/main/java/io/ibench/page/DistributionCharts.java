package io.ibench.page;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.document.Axis;
import io.ibench.report.document.Chart;
import io.ibench.report.document.Chart.Topic;
import io.ibench.report.document.Choice;
import io.ibench.report.document.Line;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.InProgressLatencies;
import io.ibench.report.store.RunReport.Operation;
import io.ibench.report.store.RunReport.Step;
import io.ibench.series.StepHistograms;
import io.ibench.series.StepHistograms.Quantiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Latency distributions, from latency.hlog's histograms of whole steps. Not thread-safe. */
final class DistributionCharts {

  private static final String STEP = "step";
  private static final List<String> KINDS = List.of(".service", ".response");

  /** Keeps a page of hundreds of repeats small. */
  private static final int MAX_LINES = 400;

  /** Lines kept for a step and cached tags; both bound memory for damaged files. */
  private static final int MAX_OF_STEP = 1000;

  private static final int MAX_TAGS = 10_000;

  private final KnownSteps steps;
  private final Map<String, Optional<Found>> tags = new HashMap<>();
  private final Map<String, List<Line>> lines = new LinkedHashMap<>();
  private long damaged;
  private int leftOut;

  DistributionCharts(KnownSteps steps) {
    this.steps = steps;
  }

  /** After an {@code IOException} the lines read before it are kept. */
  void read(Path file) throws IOException {
    damaged = StepHistograms.read(file, tag -> found(tag).isPresent(), this::add);
  }

  private Optional<Found> found(String tag) {
    Optional<Found> known = tags.get(tag);
    if (known != null) {
      return known;
    }
    Optional<Found> found = find(tag);
    if (tags.size() < MAX_TAGS) {
      tags.put(tag, found);
    }
    return found;
  }

  /** The step and operation of a tag; if names of several steps match, the longest. */
  private Optional<Found> find(String tag) {
    Optional<Found> best = Optional.empty();
    int longest = 0;
    for (String kind : KINDS) {
      for (Step step : steps.all()) {
        String prefix = StepHistograms.inTag(step.name()) + "." + step.repeat() + ".";
        boolean fits = tag.startsWith(prefix) && tag.endsWith(kind);
        if (fits && prefix.length() > longest && tag.length() > prefix.length() + kind.length()) {
          longest = prefix.length();
          String operation = tag.substring(longest, tag.length() - kind.length());
          best = Optional.of(new Found(step, name(step, operation), kind.equals(KINDS.get(1))));
        }
      }
    }
    return best;
  }

  private static String name(Step step, String operationInTag) {
    return step.whole().operations().stream()
        .map(Operation::name)
        .filter(name -> StepHistograms.inTag(name).equals(operationInTag))
        .findFirst()
        .orElse(operationInTag);
  }

  private void add(String tag, Quantiles quantiles) {
    Found found = found(tag).orElseThrow();
    add(found.step.title(), found.operation, found.response, quantiles);
  }

  private void add(String title, String operation, boolean response, Quantiles quantiles) {
    List<Line> ofStep = lines.computeIfAbsent(title, any -> new ArrayList<>());
    if (ofStep.size() < MAX_OF_STEP) {
      ofStep.add(
          new Line(
              operation,
              Axis.PERCENTILE,
              Map.of(STEP, title),
              response,
              quantiles.percentiles(),
              quantiles.micros()));
    }
  }

  /**
   * Adds a step that is not over; call it after {@link #read}. Replaces the step's lines from the
   * file, which a killed process may have left incomplete.
   *
   * @param title the step's
   * @return whether the step has latencies
   */
  boolean add(String title, InProgressLatencies step) {
    if (step.operations().isEmpty()) {
      return false;
    }
    lines.remove(title);
    for (InProgressLatencies.Latencies operation : step.operations()) {
      String name = operation.name();
      add(title, name, false, StepHistograms.quantiles(operation.service()));
      operation
          .response()
          .ifPresent(response -> add(title, name, true, StepHistograms.quantiles(response)));
    }
    return true;
  }

  /** The number of finished steps with operations that are not in the file. */
  long missing() {
    return steps.all().stream()
        .filter(step -> step.state() == RunState.DONE)
        .filter(step -> step.whole().operations().stream().anyMatch(o -> o.count() > 0))
        .filter(step -> !lines.containsKey(step.title()))
        .count();
  }

  /** The number of skipped lines of the file. */
  long damaged() {
    return damaged;
  }

  /** The number of steps left out because there were too many lines. */
  int leftOut() {
    return leftOut;
  }

  /** The chart; empty without steps. Call it after reading. */
  Optional<Chart> chart() {
    List<String> options = newest();
    if (options.isEmpty()) {
      return Optional.empty();
    }
    List<Line> drawn =
        steps.busiestFirst(
            options.stream()
                .flatMap(step -> Objects.requireNonNull(lines.get(step)).stream())
                .toList());
    boolean paced = drawn.stream().anyMatch(Line::dashed);
    LatencyScale scale = LatencyScale.of(drawn);
    return Optional.of(
        new Chart(
                Topic.LATENCIES,
                "distribution",
                "Latency distribution",
                "Which share of a step's completed operations took at most so long, from the"
                    + " histogram of the whole step, to two significant digits; up to the last"
                    + " percentile above which there is an operation, or 99.999."
                    + (paced ? " Solid: service times; dashed: response times." : ""),
                scale.unit(),
                true,
                List.of(new Choice(STEP, "step", options, initial(options))),
                scale.scaled(drawn))
            .withDashed(paced ? "response times" : "")
            .withShown(LatencyCharts.SHOWN));
  }

  /** The last steps whose lines fit, in their order. */
  private List<String> newest() {
    List<String> titles = new ArrayList<>(lines.keySet());
    int first = titles.size();
    int count = 0;
    while (first > 0
        && count + Objects.requireNonNull(lines.get(titles.get(first - 1))).size() <= MAX_LINES) {
      first--;
      count += Objects.requireNonNull(lines.get(titles.get(first))).size();
    }
    leftOut = first;
    return List.copyOf(titles.subList(first, titles.size()));
  }

  /** The last step of queries, otherwise the last load, otherwise the last step. */
  private String initial(List<String> options) {
    for (Unit unit : List.of(Unit.QUERIES, Unit.ROWS)) {
      List<String> titles =
          steps.all().stream()
              .filter(step -> step.unit() == unit)
              .map(Step::title)
              .filter(options::contains)
              .toList();
      if (!titles.isEmpty()) {
        return titles.get(titles.size() - 1);
      }
    }
    return options.get(options.size() - 1);
  }

  private record Found(Step step, String operation, boolean response) {}
}
