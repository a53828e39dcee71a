package io.ibench.merge;

import io.ibench.measure.Latency;
import io.ibench.merge.AgentFolder.StepTime;
import io.ibench.series.CsvRows;
import io.ibench.series.HlogLines;
import io.ibench.series.StepHistograms;
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The minutes of one agent's latency.hlog, one after the other, with the counts of operations.csv.
 * It keeps one line of each file in memory. Not thread-safe.
 */
final class AgentMinutes implements AutoCloseable {

  private static final double MINUTE_SECONDS = 60;
  private static final double MILLIS = 1e3;

  final AgentFolder agent;
  private final Map<String, Latencies> wholes;
  private final Map<String, Latencies> operations;
  private final List<String> mistakes;
  private final Path hlog;
  private final HlogLines lines;
  private final CsvRows counts;
  private final long startedMillis;
  private final Map<StepKey, Integer> order;
  private boolean hasLine;
  private boolean hasCounts;
  private long damaged;
  private @Nullable StepKey step;

  @SuppressWarnings("NullAway.Init") // the first minute makes it
  private Slots slots;

  private int from;
  private int to;
  private double seconds;
  private double endSeconds;

  /**
   * Which latencies a tag is of.
   *
   * @param step null for those of a minute
   */
  record Latencies(@Nullable StepKey step, String operation, String kind) {}

  /** Receives what an agent's minute adds. */
  interface Sink {

    void histogram(String operation, String kind, Histogram latencies);

    void counts(String operation, long errors, long retries, long rows);
  }

  /** Receives the latencies of an agent's whole step. */
  interface Wholes {

    void histogram(StepKey step, String operation, String kind, Histogram latencies);
  }

  private final Wholes toWholes;

  /**
   * Opens the files, before the first minute.
   *
   * @param wholes what tags of whole steps are of
   * @param operations what tags of minutes are of
   * @param order of the steps
   */
  AgentMinutes(
      AgentFolder agent,
      Map<String, Latencies> wholes,
      Map<String, Latencies> operations,
      Map<StepKey, Integer> order,
      Wholes toWholes,
      List<String> mistakes)
      throws IOException {
    this.agent = agent;
    this.wholes = wholes;
    this.operations = operations;
    this.order = order;
    this.toWholes = toWholes;
    this.mistakes = mistakes;
    this.startedMillis = agent.started().toEpochMilli();
    this.hlog = agent.path().resolve(AgentFolder.LATENCIES);
    lines = HlogLines.openOfMany(hlog);
    try {
      counts = CsvRows.openOfMany(agent.path().resolve(AgentFolder.OPERATIONS));
    } catch (IOException e) {
      lines.close();
      throw e;
    }
    hasLine = lines.next();
    hasCounts = counts.next();
    advance();
  }

  /** The first slot of the minute, on the grid of all steps; the largest number after the last. */
  long from() {
    return place(from);
  }

  /** The last slot of the minute, on the same grid. */
  long to() {
    return place(to);
  }

  private long place(int slot) {
    return step == null
        ? Long.MAX_VALUE
        : ((long) Objects.requireNonNull(order.get(step)) << Integer.SIZE) + slot;
  }

  @Nullable StepKey step() {
    return step;
  }

  /** The slot in its step. */
  int slot() {
    return to;
  }

  /** Its end, in seconds since the start of its step. */
  double endSeconds() {
    return endSeconds;
  }

  /** The length of the minute. */
  double seconds() {
    return seconds;
  }

  /** Its end by the agent's clock. */
  long endMillis() {
    return startedMillis + lines.endMillis();
  }

  /** Goes to the first line of the next minute. */
  private void advance() throws IOException {
    StepKey before = step;
    step = null;
    while (hasLine && step == null) {
      Latencies whole = wholes.get(lines.tag());
      if (whole != null) {
        if (agent.steps().containsKey(whole.step())) {
          Histogram histogram = decoded();
          if (histogram != null) {
            toWholes.histogram(
                Objects.requireNonNull(whole.step()), whole.operation(), whole.kind(), histogram);
          }
        }
      } else if (!lines.readTimes()) {
        damaged++;
      } else {
        step = stepAt(startedMillis + (lines.startMillis() + lines.endMillis()) / 2);
      }
      hasLine = step != null || lines.next();
    }
    if (step != null) {
      slots = step.equals(before) ? slots : new Slots(MINUTE_SECONDS, new BitSet());
      from = slots.last() + 1;
      long start = Objects.requireNonNull(agent.steps().get(step)).startMillis();
      endSeconds = (startedMillis + lines.endMillis() - start) / MILLIS;
      to = slots.next(endSeconds);
      seconds = (lines.endMillis() - lines.startMillis()) / MILLIS;
    }
  }

  /** Null outside of the steps that the agent ended. */
  private @Nullable StepKey stepAt(long millis) {
    for (Map.Entry<StepKey, StepTime> entry : agent.steps().entrySet()) {
      double since = (millis - entry.getValue().startMillis()) / MILLIS;
      if (order.containsKey(entry.getKey())
          && since >= 0
          && since <= entry.getValue().seconds() + 1 / MILLIS) {
        return entry.getKey();
      }
    }
    return null;
  }

  /** Passes the minute on, and goes to the next one. */
  void take(Sink sink) throws IOException {
    long start = lines.startMillis();
    long end = lines.endMillis();
    takeCounts(startedMillis + end, sink);
    do {
      Latencies of = operations.get(lines.tag());
      Histogram histogram = of == null ? null : decoded();
      if (histogram != null) {
        sink.histogram(Objects.requireNonNull(of).operation(), of.kind(), histogram);
      }
      hasLine = lines.next();
    } while (hasLine
        && !wholes.containsKey(lines.tag())
        && lines.readTimes()
        && lines.startMillis() == start
        && lines.endMillis() == end);
    advance();
  }

  /** The rows of operations.csv up to a time; those of other steps have no minute. */
  private void takeCounts(long endMillis, Sink sink) throws IOException {
    while (hasCounts) {
      StepKey key = IntervalFile.key(counts);
      double length = counts.number(counts.column("seconds"));
      long end = counts.epochMillis(counts.column("time"));
      boolean same = key.equals(step);
      if (same && end - length * MILLIS / 2 >= endMillis
          || !same && order.getOrDefault(key, -1) > Objects.requireNonNull(order.get(step))) {
        return;
      }
      if (same) {
        takeRow(sink);
      }
      hasCounts = counts.next();
    }
  }

  /**
   * What was left of a step.
   *
   * @param endMillis by the agent's clock
   * @param seconds 0: nothing
   */
  record Rest(long endMillis, double seconds) {}

  /**
   * Passes on the rows of operations.csv behind the last minute of a step: nothing succeeded in
   * them, so there are no latencies. After the step's last minute.
   */
  Rest takeRest(StepKey ended, Sink sink) throws IOException {
    long endMillis = 0;
    double rest = 0;
    while (hasCounts) {
      StepKey key = IntervalFile.key(counts);
      if (!key.equals(ended)
          && order.getOrDefault(key, -1) > Objects.requireNonNull(order.get(ended))) {
        break;
      }
      if (key.equals(ended) && agent.steps().containsKey(ended)) {
        long end = counts.epochMillis(counts.column("time"));
        rest += end > endMillis ? counts.number(counts.column("seconds")) : 0;
        endMillis = Math.max(endMillis, end);
        takeRow(sink);
      }
      hasCounts = counts.next();
    }
    return new Rest(endMillis, rest);
  }

  private void takeRow(Sink sink) {
    sink.counts(
        counts.text(counts.column("operation")),
        number("errors"),
        number("retries"),
        number("rows"));
  }

  private long number(String column) {
    double number = counts.number(counts.column(column));
    return Double.isNaN(number) ? 0 : (long) number;
  }

  /** Null for a damaged one. */
  private @Nullable Histogram decoded() {
    try {
      Histogram histogram = lines.histogram();
      boolean same =
          histogram.getHighestTrackableValue() == Latency.HIGHEST_NANOS
              && histogram.getLowestDiscernibleValue() == 1
              && histogram.getNumberOfSignificantValueDigits() == Latency.SIGNIFICANT_DIGITS;
      if (!same) {
        mistakes.add(
            hlog + " has histograms of another range or precision than this ibench writes");
      }
      return same ? histogram : null;
    } catch (DataFormatException e) {
      damaged++;
      return null;
    }
  }

  /** Adds what is wrong with the files to the mistakes. */
  @Override
  public void close() throws IOException {
    long broken = damaged;
    damaged = 0;
    if (broken > 0) {
      mistakes.add(hlog + " is damaged: " + broken + " of its lines cannot be read");
    }
    if (counts.damaged() > 0) {
      mistakes.add(
          agent.path().resolve(AgentFolder.OPERATIONS)
              + " is damaged: "
              + counts.damaged()
              + " of its lines cannot be read");
    }
    counts.close();
    lines.close();
  }

  /** What the tags of the run's operations are of. */
  static Map<String, Latencies> ofMinutes(Iterable<String> operations) {
    Map<String, Latencies> tags = new HashMap<>();
    for (String operation : operations) {
      for (String kind : List.of(Tags.SERVICE, Tags.RESPONSE, Tags.POOL_WAIT)) {
        tags.put(
            StepHistograms.inTag(operation) + "." + kind, new Latencies(null, operation, kind));
      }
    }
    return tags;
  }

  /** What the tags of whole steps are of. */
  static Map<String, Latencies> ofSteps(Iterable<StepKey> steps, Iterable<String> operations) {
    Map<String, Latencies> tags = new HashMap<>();
    for (StepKey step : steps) {
      for (String operation : operations) {
        for (String kind : List.of(Tags.SERVICE, Tags.RESPONSE, Tags.POOL_WAIT)) {
          tags.put(
              StepHistograms.tag(step.name(), step.repeat(), operation, kind),
              new Latencies(step, operation, kind));
        }
      }
    }
    return tags;
  }
}
