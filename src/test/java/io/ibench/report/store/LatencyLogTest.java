package io.ibench.report.store;

import static io.ibench.report.Samples.period;
import static io.ibench.report.Samples.start;
import static io.ibench.report.Samples.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.measure.Readings;
import io.ibench.measure.StepStart;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.Samples;
import java.io.FileNotFoundException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogProcessor;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LatencyLogTest {

  @TempDir private Path folder;

  private List<Histogram> histograms() throws FileNotFoundException {
    List<Histogram> all = new ArrayList<>();
    try (HistogramLogReader reader =
        new HistogramLogReader(folder.resolve("latency.hlog").toFile())) {
      for (EncodableHistogram next = reader.nextIntervalHistogram();
          next != null;
          next = reader.nextIntervalHistogram()) {
        all.add((Histogram) next);
      }
    }
    return all;
  }

  private Map<String, Long> totals() throws FileNotFoundException {
    return histograms().stream()
        .collect(
            Collectors.groupingBy(
                Histogram::getTag, Collectors.summingLong(Histogram::getTotalCount)));
  }

  /** Two reads and a write each second, each 2 us long and 10 us late. */
  private static void run(LatencyLog log, StepStart step, int seconds) {
    log.stepStarted(step);
    for (int second = 1; second <= seconds; second++) {
      log.interval(
          step,
          Samples.interval(
              second,
              step.paced(),
              Readings.NONE,
              recorder -> {
                recorder.success(Samples.READ, 0, 10_000, 12_000, 1);
                recorder.success(Samples.READ, 0, 10_000, 12_000, 1);
                recorder.success(Samples.WRITE, 0, 10_000, 12_000, 1);
              }));
    }
    log.stepEnded(step(step, period(seconds)));
  }

  @Test
  void thereIsOnePerMinuteAndOnePerStep() throws FileNotFoundException {
    try (LatencyLog log = new LatencyLog(folder, Samples.run(), Resumption.NONE)) {
      run(log, start("first", Unit.QUERIES, 3, 3, false), 150);
    }

    assertThat(histograms())
        .filteredOn(histogram -> histogram.getTag().equals("READ.service"))
        .extracting(Histogram::getTotalCount)
        .containsExactly(120L, 120L, 60L);
    assertThat(totals())
        .containsOnly(
            Map.entry("READ.service", 300L),
            Map.entry("WRITE.service", 150L),
            Map.entry("first.3.READ.service", 300L),
            Map.entry("first.3.WRITE.service", 150L));
  }

  @Test
  void stepsDoNotRunIntoEachOther() throws FileNotFoundException {
    try (LatencyLog log = new LatencyLog(folder, Samples.run(), Resumption.NONE)) {
      run(log, start("first", Unit.QUERIES), 10);
      run(log, start("second", Unit.QUERIES), 20);
    }

    assertThat(totals())
        .containsEntry("first.1.WRITE.service", 10L)
        .containsEntry("second.1.WRITE.service", 20L)
        .containsEntry("WRITE.service", 30L);
  }

  @Test
  void aPacedStepHasBothLatencies() throws FileNotFoundException {
    try (LatencyLog log = new LatencyLog(folder, Samples.run(), Resumption.NONE)) {
      run(log, start("first", Unit.QUERIES, 1, 1, true), 3);
    }

    assertThat(totals())
        .containsEntry("READ.service", 6L)
        .containsEntry("READ.response", 6L)
        .containsEntry("first.1.READ.response", 6L);
    for (Histogram histogram : histograms()) {
      long nanos = histogram.getTag().endsWith(".response") ? 12_000 : 2_000;
      assertThat(histogram.getValueAtPercentile(50)).isBetween(nanos, nanos + nanos / 100);
    }
  }

  @Test
  void timesAreThoseOfTheIntervals() throws FileNotFoundException {
    try (LatencyLog log = new LatencyLog(folder, Samples.run(), Resumption.NONE)) {
      run(log, start("first", Unit.QUERIES), 90);
    }

    List<Histogram> reads =
        histograms().stream().filter(each -> each.getTag().equals("READ.service")).toList();
    assertThat(reads)
        .extracting(each -> each.getStartTimeStamp() - Samples.EPOCH_MILLIS)
        .containsExactly(0L, 60_000L);
    assertThat(reads)
        .extracting(each -> each.getEndTimeStamp() - each.getStartTimeStamp())
        .containsExactly(60_000L, 30_000L);
  }

  @Test
  void namesThatTheFormatCannotHoldAreChanged() throws FileNotFoundException {
    try (LatencyLog log = new LatencyLog(folder, Samples.run(), Resumption.NONE)) {
      run(log, start("a b,c\n\u2028[x]", Unit.QUERIES), 1);
    }

    assertThat(totals()).containsEntry("a_b_c__[x].1.READ.service", 2L);
  }

  @Test
  void whatCannotBeWrittenEndsTheRun() {
    LatencyLog log = new LatencyLog(folder, Samples.run(), Resumption.NONE);
    log.close();

    assertThatThrownBy(() -> run(log, start("first", Unit.QUERIES), 1))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("latency.hlog");
  }

  /** docs/results.md has this command. Without -tag the program reads none of ibench's lines. */
  @Test
  void theProgramOfTheLibraryPrintsOneTag() throws Exception {
    try (LatencyLog log = new LatencyLog(folder, Samples.run(), Resumption.NONE)) {
      run(log, start("first", Unit.QUERIES), 10);
    }
    Path output = folder.resolve("output");

    new HistogramLogProcessor(
            new String[] {
              "-i", folder.resolve("latency.hlog").toString(),
              "-tag", "READ.service",
              "-o", output.toString()
            })
        .run();

    assertThat(Files.readString(folder.resolve("output.hgrm")))
        .containsPattern("Total count += +20\\]");
  }
}
