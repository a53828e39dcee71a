package io.ibench.merge;

import io.ibench.measure.Latency;
import io.ibench.measure.LatencySummary;
import io.ibench.merge.AgentMinutes.Latencies;
import io.ibench.report.store.CsvFile;
import io.ibench.report.store.OperationCsv;
import io.ibench.series.StepHistograms;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.jspecify.annotations.Nullable;

/**
 * Adds the agents' latency.hlog and operations.csv up, a minute of all agents at a time, and ends
 * periods and steps. It reads all files side by side, a part at a time, so that few are open, and
 * has in memory the histograms of a minute, of the periods that some agent has not ended, and of a
 * step. Not thread-safe.
 */
final class MinuteFiles implements AutoCloseable {

  private final List<StepSum> steps;
  private final Collection<String> operations;
  private final List<AgentMinutes> agents = new ArrayList<>();
  private final OutputStream hlog;
  private final PrintStream stream;
  private final HistogramLogWriter writer;
  private final CsvFile csv;
  private final Histograms minute = new Histograms();
  private final Map<Integer, Histograms> periods = new HashMap<>();
  private final Map<StepKey, Histograms> wholes = new HashMap<>();
  private final Map<String, long[]> counts = new HashMap<>();

  /** Sums of histograms by operation and kind. Not thread-safe. */
  private static final class Histograms {

    private final Map<String, Map<String, Histogram>> all = new LinkedHashMap<>();

    void add(String operation, String kind, Histogram more) {
      all.computeIfAbsent(operation, any -> new TreeMap<>())
          .computeIfAbsent(kind, any -> Latency.histogram())
          .add(more);
    }

    @Nullable Histogram of(String operation, String kind) {
      return all.getOrDefault(operation, Map.of()).get(kind);
    }

    void clear() {
      all.clear();
    }
  }

  /**
   * Creates the files.
   *
   * @param startedMillis of the run, by the clock of the first agent
   * @param operations names of the workload's operations
   */
  MinuteFiles(
      Path folder,
      String version,
      long startedMillis,
      List<StepSum> steps,
      Collection<String> operations)
      throws IOException {
    this.steps = steps;
    this.operations = operations;
    csv = new CsvFile(folder.resolve(AgentFolder.OPERATIONS), OperationCsv.COLUMNS, false);
    hlog = Files.newOutputStream(folder.resolve(AgentFolder.LATENCIES));
    stream = new PrintStream(hlog, false, StandardCharsets.UTF_8);
    writer = new HistogramLogWriter(stream);
    writer.setBaseTime(startedMillis);
    writer.outputComment(
        "[latencies in nanoseconds, Interval_Max in milliseconds; ibench " + version + "]");
    writer.outputLogFormatVersion();
    writer.outputStartTime(startedMillis);
    writer.outputLegend();
  }

  /**
   * Adds all agents up, and ends all steps.
   *
   * @param mistakes receives what is wrong with the files
   */
  void merge(List<AgentFolder> folders, List<String> mistakes) throws IOException {
    Map<StepKey, Integer> order = new HashMap<>();
    steps.stream().filter(step -> !step.isAction()).forEach(s -> order.put(s.key, order.size()));
    Map<String, Latencies> ofSteps = AgentMinutes.ofSteps(order.keySet(), operations);
    Map<String, Latencies> ofMinutes = AgentMinutes.ofMinutes(operations);
    for (AgentFolder folder : folders) {
      agents.add(
          new AgentMinutes(
              folder,
              ofSteps,
              ofMinutes,
              order,
              (s, op, kind, h) -> whole(s).add(op, kind, h),
              mistakes));
    }
    for (StepSum step : steps) {
      if (!step.isAction()) {
        minutes(step, Objects.requireNonNull(order.get(step.key)));
        check(step, mistakes);
      }
      step.end(whole(step.key).all);
      writeWhole(step);
      wholes.remove(step.key);
    }
  }

  private Histograms whole(StepKey step) {
    return wholes.computeIfAbsent(step, any -> new Histograms());
  }

  private void minutes(StepSum step, int number) throws IOException {
    long base = (long) number << Integer.SIZE;
    long end = base + Integer.MAX_VALUE;
    while (true) {
      long to = agents.stream().mapToLong(AgentMinutes::to).min().orElse(Long.MAX_VALUE);
      if (to > end) {
        break;
      }
      minute(step, to);
    }
    rest(step);
    while (step.endedPeriods() < step.periodCount()) {
      endPeriod(step);
    }
  }

  /** Adds up what ends in a slot, and in all slots that any agent's minute joins with it. */
  private void minute(StepSum step, long firstTo) throws IOException {
    long to = firstTo;
    long endMillis = 0;
    double seconds = 0;
    boolean grows = true;
    Map<AgentMinutes, Double> lengths = new HashMap<>();
    while (grows) {
      grows = false;
      for (AgentMinutes agent : agents) {
        while (agent.from() <= to) {
          grows |= agent.to() > to;
          to = Math.max(to, agent.to());
          long shift = step.shiftMillis(Objects.requireNonNull(agent.agent.steps().get(step.key)));
          endMillis = Math.max(endMillis, agent.endMillis() + shift);
          double length = lengths.merge(agent, agent.seconds(), Double::sum);
          seconds = Math.max(seconds, length);
          int number = periodOf(step, agent);
          agent.take(sink(periods.computeIfAbsent(number, any -> new Histograms())));
        }
      }
    }
    while (agents.stream().allMatch(agent -> periodOf(step, agent) > step.endedPeriods())) {
      endPeriod(step);
    }
    writeMinute(step, endMillis, seconds);
    minute.clear();
    counts.clear();
  }

  /** What failed behind the last minute of the step, as one more. */
  private void rest(StepSum step) throws IOException {
    long endMillis = 0;
    double seconds = 0;
    for (AgentMinutes agent : agents) {
      AgentMinutes.Rest rest = agent.takeRest(step.key, sink(new Histograms()));
      if (rest.seconds() > 0) {
        long shift = step.shiftMillis(Objects.requireNonNull(agent.agent.steps().get(step.key)));
        endMillis = Math.max(endMillis, rest.endMillis() + shift);
        seconds = Math.max(seconds, rest.seconds());
      }
    }
    if (seconds > 0) {
      writeMinute(step, endMillis, seconds);
      counts.clear();
    }
  }

  /** Of the agent's next minute; that of the last one where the step has no more. */
  private static int periodOf(StepSum step, AgentMinutes agent) {
    return step.key.equals(agent.step())
        ? step.periodAt(agent.agent.rank(), agent.endSeconds() - agent.seconds() / 2)
        : step.periodCount() - 1;
  }

  private AgentMinutes.Sink sink(Histograms period) {
    return new AgentMinutes.Sink() {
      @Override
      public void histogram(String operation, String kind, Histogram latencies) {
        minute.add(operation, kind, latencies);
        period.add(operation, kind, latencies);
      }

      @Override
      public void counts(String operation, long errors, long retries, long rows) {
        long[] sums = counts.computeIfAbsent(operation, any -> new long[3]);
        sums[0] += errors;
        sums[1] += retries;
        sums[2] += rows;
      }
    };
  }

  private void endPeriod(StepSum step) {
    Histograms period = periods.remove(step.endedPeriods());
    step.endPeriod(period == null ? Map.of() : period.all);
  }

  private void writeMinute(StepSum step, long endMillis, double seconds) throws IOException {
    long startMillis = endMillis - Math.round(seconds * 1e3);
    Set<String> named = new LinkedHashSet<>(operations);
    for (String operation : named) {
      write(operation, minute, "", startMillis, endMillis);
      Histogram service = minute.of(operation, Tags.SERVICE);
      long[] sums = counts.getOrDefault(operation, new long[3]);
      if (service != null || sums[0] > 0) {
        Histogram response = minute.of(operation, Tags.RESPONSE);
        List<Object> cells = new ArrayList<>();
        cells.add(Instant.ofEpochMilli(endMillis));
        cells.add(step.key.name());
        cells.add(step.key.repeat());
        cells.add(seconds);
        cells.add(operation);
        cells.add(service == null ? 0L : service.getTotalCount());
        cells.add(sums[0]);
        cells.add(sums[1]);
        cells.add(sums[2]);
        OperationCsv.addLatencies(
            cells, summary(service), summary(response == null ? service : response));
        csv.add(cells);
      }
    }
    requireWritten();
  }

  private static LatencySummary summary(@Nullable Histogram nanos) {
    return nanos == null ? LatencySummary.NONE : LatencySummary.of(nanos);
  }

  private void writeWhole(StepSum step) throws IOException {
    long start = step.startMillis();
    long end = start + Math.round(step.seconds() * 1e3);
    String prefix = step.key.name() + "." + step.key.repeat() + ".";
    for (String operation : operations) {
      write(operation, whole(step.key), prefix, start, end);
    }
    requireWritten();
  }

  private void write(
      String operation, Histograms from, String prefix, long startMillis, long endMillis) {
    for (String kind : List.of(Tags.SERVICE, Tags.RESPONSE, Tags.POOL_WAIT)) {
      Histogram histogram = from.of(operation, kind);
      if (histogram != null && histogram.getTotalCount() > 0) {
        histogram.setTag(StepHistograms.inTag(prefix + operation + "." + kind));
        histogram.setStartTimeStamp(startMillis);
        histogram.setEndTimeStamp(endMillis);
        writer.outputIntervalHistogram(histogram);
      }
    }
  }

  private void requireWritten() throws IOException {
    if (stream.checkError()) {
      throw new IOException("cannot write " + AgentFolder.LATENCIES);
    }
  }

  /** A histogram that lacks latencies would give wrong percentiles. */
  private void check(StepSum step, List<String> mistakes) {
    for (String operation : operations) {
      Histogram histogram = whole(step.key).of(operation, Tags.SERVICE);
      long found = histogram == null ? 0 : histogram.getTotalCount();
      if (found != step.count(operation)) {
        mistakes.add(
            String.format(
                Locale.ROOT,
                "the latency.hlog of all agents have %,d latencies of %s in step %s, and their"
                    + " summaries %,d: one is damaged",
                found,
                operation,
                step.first.title(),
                step.count(operation)));
      }
    }
  }

  @Override
  public void close() throws IOException {
    for (AgentMinutes agent : agents) {
      agent.close();
    }
    csv.close();
    stream.close();
    hlog.close();
  }
}
