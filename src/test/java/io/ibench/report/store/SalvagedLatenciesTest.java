package io.ibench.report.store;

import static io.ibench.report.Samples.period;
import static io.ibench.report.Samples.start;
import static io.ibench.report.Samples.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.LatencySummary;
import io.ibench.measure.Readings;
import io.ibench.measure.Recorder;
import io.ibench.measure.StepStart;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.Samples;
import io.ibench.report.store.InProgressLatencies.Latencies;
import io.ibench.report.text.TextReport;
import io.ibench.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is known of a step whose process was killed, minute by minute. */
@Slow
class SalvagedLatenciesTest {

  @TempDir private Path temporary;
  private Path folder;

  @BeforeEach
  void nameAFolder() throws IOException {
    folder = Files.createDirectory(temporary.resolve("killed"));
  }

  /** Reads take longer every second; every second second has a write. */
  private static void work(Recorder recorder, int second) {
    long micros = 1_000L * second;
    recorder.success(Samples.READ, 0, 10_000, 10_000 + micros, 1);
    recorder.success(Samples.READ, 5_000, 10_000, 10_000 + 7 * micros, 1);
    if (second % 2 == 0) {
      recorder.success(Samples.WRITE, 0, 10_000, 10_000 + 100 * micros, 1);
    }
  }

  private static void run(ResultFolder results, StepStart step, int from, int to) {
    results.stepStarted(step);
    for (int second = from; second <= to; second++) {
      int now = second;
      results.interval(
          step,
          Samples.interval(now, step.paced(), Readings.NONE, recorder -> work(recorder, now)));
    }
  }

  /** Writes this many seconds of the first step, but not its end. */
  private void kill(int seconds, boolean paced) {
    try (ResultFolder results =
        new ResultFolder(folder, Samples.run(), Samples::books, TextReport::of)) {
      run(results, start("first", Unit.QUERIES, 1, 1, paced), 1, seconds);
    }
  }

  private Optional<InProgressLatencies> read() throws UnreadableResultException {
    return InProgressLatencies.read(folder, ResultReader.read(folder));
  }

  private static Instant at(int second) {
    return Instant.ofEpochMilli(Samples.EPOCH_MILLIS + second * 1000L);
  }

  /** What a run writes of a whole step that ends by itself at that moment, by its tags. */
  private Map<String, LatencySummary> written(int seconds, boolean paced) throws IOException {
    Path whole = Files.createDirectory(temporary.resolve("ended-" + seconds));
    StepStart first = start("first", Unit.QUERIES, 1, 1, paced);
    try (ResultFolder results =
        new ResultFolder(whole, Samples.run(), Samples::books, TextReport::of)) {
      run(results, first, 1, seconds);
      results.stepEnded(step(first, period(seconds)));
    }
    Map<String, LatencySummary> summaries = new TreeMap<>();
    try (HistogramLogReader reader =
        new HistogramLogReader(whole.resolve("latency.hlog").toFile())) {
      for (EncodableHistogram next = reader.nextIntervalHistogram();
          next != null;
          next = reader.nextIntervalHistogram()) {
        if (next.getTag().startsWith("first.1.")) {
          String tag = next.getTag().substring("first.1.".length());
          summaries.put(tag, LatencySummary.of((Histogram) next));
        }
      }
    }
    return summaries;
  }

  private static Map<String, LatencySummary> summaries(InProgressLatencies step) {
    Map<String, LatencySummary> summaries = new TreeMap<>();
    for (Latencies operation : step.operations()) {
      summaries.put(operation.name() + ".service", LatencySummary.of(operation.service()));
      operation
          .response()
          .ifPresent(
              response ->
                  summaries.put(operation.name() + ".response", LatencySummary.of(response)));
    }
    return summaries;
  }

  private List<String> log() throws IOException {
    return new ArrayList<>(Files.readAllLines(folder.resolve("latency.hlog")));
  }

  private void log(List<String> lines) throws IOException {
    Files.write(folder.resolve("latency.hlog"), lines);
  }

  @Test
  void itsMinutesAreWhatAStepThatEndedThenWouldHaveWritten() throws Exception {
    for (boolean paced : new boolean[] {false, true}) {
      folder = Files.createDirectory(temporary.resolve("paced-" + paced));
      kill(150, paced);

      InProgressLatencies step = read().orElseThrow();
      assertThat(step.step()).isEqualTo("first");
      assertThat(step.repeat()).isEqualTo(1);
      assertThat(step.paced()).isEqualTo(paced);
      assertThat(step.seconds()).isEqualTo(120);
      assertThat(step.until()).contains(at(120));
      assertThat(step.lost()).isEmpty();
      assertThat(summaries(step)).hasSize(paced ? 4 : 2).isEqualTo(written(120, paced));
      Files.move(temporary.resolve("ended-120"), temporary.resolve("ended-" + paced));
    }
  }

  @Test
  void thereIsNothingBeforeTheFirstMinuteAndAfterTheEnd() throws Exception {
    kill(59, false);
    assertThat(read()).isEmpty();
    folder = Files.createDirectory(temporary.resolve("between"));
    StepStart first = start("first", Unit.QUERIES);
    try (ResultFolder results =
        new ResultFolder(folder, Samples.run(), Samples::books, TextReport::of)) {
      run(results, first, 1, 120);
      results.stepEnded(step(first, period(120)));
      assertThat(read()).isEmpty();
      results.finish();
      assertThat(read()).isEmpty();
    }
  }

  @Test
  void theStepsBeforeItAreNotInIt() throws Exception {
    StepStart first = start("first", Unit.QUERIES);
    try (ResultFolder results =
        new ResultFolder(folder, Samples.run(), Samples::books, TextReport::of)) {
      run(results, first, 1, 130);
      results.stepEnded(step(first, period(130)));
      run(results, start("second", Unit.QUERIES), 131, 199);
    }
    InProgressLatencies step = read().orElseThrow();
    assertThat(step.step()).isEqualTo("second");
    assertThat(step.until()).contains(at(190));
    assertThat(step.seconds()).isEqualTo(60);
    assertThat(step.operations().get(0).service().getTotalCount()).isEqualTo(120);
    assertThat(step.operations().get(0).service().getMinValue()).isGreaterThan(130_000);
  }

  @Test
  void whereverTheFileIsCutOffOnlyWholeMinutesAreTaken() throws Exception {
    kill(150, true);
    byte[] whole = Files.readAllBytes(folder.resolve("latency.hlog"));
    Map<String, LatencySummary> none = Map.of();
    Map<String, LatencySummary> one = written(60, true);
    Map<String, LatencySummary> two = written(120, true);
    Set<Integer> minutes = new TreeSet<>();
    for (int length = 0; length <= whole.length; length++) {
      Files.write(folder.resolve("latency.hlog"), Arrays.copyOf(whole, length));
      Optional<InProgressLatencies> step = read();
      Map<String, LatencySummary> found = step.map(SalvagedLatenciesTest::summaries).orElse(none);
      int now = found.equals(two) ? 2 : found.equals(one) ? 1 : 0;
      assertThat(found).as("%d bytes", length).isEqualTo(now == 2 ? two : now == 1 ? one : none);
      minutes.add(now);
    }
    assertThat(minutes).containsExactly(0, 1, 2);
  }

  @Test
  void aMinuteThatIsNotWholeIsNamed() throws Exception {
    kill(150, false);
    List<String> lines = log();
    lines.remove(lines.size() - 1);
    log(lines);

    InProgressLatencies step = read().orElseThrow();
    assertThat(step.until()).contains(at(60));
    assertThat(summaries(step)).isEqualTo(written(60, false));
    assertThat(step.lost())
        .containsExactly(
            "the part of latency.hlog after that is damaged or incomplete, and left out");

    lines.remove(lines.size() - 1);
    lines.remove(lines.size() - 1);
    log(lines);
    step = read().orElseThrow();
    assertThat(step.until()).isEmpty();
    assertThat(step.operations()).isEmpty();
    assertThat(TextReport.of(ResultReader.read(folder)))
        .contains("first (running): the part of latency.hlog for this step is damaged or");
  }

  @Test
  void aMinuteThatIsLostInBetweenIsNamed() throws Exception {
    kill(200, false);
    List<String> lines = log();
    int second = lines.size() - 4;
    assertThat(lines.get(second)).startsWith("Tag=READ.service,60.0");
    lines.set(second, lines.get(second).replaceFirst("HIST.{20}", "HIST"));
    log(lines);

    InProgressLatencies step = read().orElseThrow();
    assertThat(step.until()).contains(at(180));
    assertThat(step.seconds()).isEqualTo(120);
    assertThat(step.operations().get(0).service().getTotalCount()).isEqualTo(240);
    assertThat(step.lost())
        .containsExactly("without 60.0 s in between, which are incomplete in latency.hlog");

    lines.subList(second, second + 2).clear();
    log(lines);
    assertThat(read().orElseThrow().lost()).isEqualTo(step.lost());
  }

  @Test
  void aMinuteThatIntervalsDoNotConfirmIsLeftOut() throws Exception {
    kill(150, false);
    Path file = folder.resolve("intervals.csv");
    List<String> rows = new ArrayList<>(Files.readAllLines(file));
    rows.set(70, rows.get(70).substring(5));
    Files.write(file, rows);

    assertThat(read().orElseThrow().until()).contains(at(60));
    Files.delete(file);
    assertThat(read()).isEmpty();
  }

  @Test
  void theReportShowsThemUntilThereArePeriods() throws Exception {
    StepStart first = start("first", Unit.QUERIES);
    try (ResultFolder results =
        new ResultFolder(folder, Samples.run(), Samples::books, TextReport::of)) {
      run(results, first, 1, 70);
      assertThat(TextReport.of(ResultReader.read(folder)))
          .contains(
              "\n  operations in first (running), its first 60.0 s, until 2026-01-02T03:05:05Z;\n",
              "\n  READ         120      2    122     53    379    414    422    422\n",
              "\n  from the minutes of latency.hlog; 25 operations of the 10.0 s after that are");
      results.periodEnded(first, period(60), period(60, Samples.operation(Samples.READ, 100, 1)));
      assertThat(read()).isPresent();
      results.interval(first, Samples.interval(71, false, Readings.NONE, recorder -> {}));
      assertThat(ResultReader.read(folder).inProgress()).as("the report has a period's").isEmpty();
      assertThat(TextReport.of(ResultReader.read(folder)))
          .doesNotContain("minutes of latency.hlog")
          .contains("operations in first (running), its first 60.0 s,");
    }
  }
}
