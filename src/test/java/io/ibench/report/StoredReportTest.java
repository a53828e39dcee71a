package io.ibench.report;

import static io.ibench.report.Samples.operation;
import static io.ibench.report.Samples.period;
import static io.ibench.report.Samples.start;
import static io.ibench.report.Samples.step;
import static io.ibench.testing.StepBuilder.aStep;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.host.HostMetric;
import io.ibench.host.ServerPlace;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart.Unit;
import io.ibench.measure.WorkloadCounter;
import io.ibench.report.Samples.PeriodBuilder;
import io.ibench.report.figures.DatabaseInfo;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.figures.RunLabel;
import io.ibench.report.store.ResultFolder;
import io.ibench.report.store.ResultReader;
import io.ibench.report.store.RunReport;
import io.ibench.report.text.TextReport;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The report that a run prints, the one in summary.txt and the one printed later are the same. */
class StoredReportTest {

  private static final String HOSTILE = "\"a\"\\\u001b[2J\r\nb\u2028\u202Ec\u0000 \uD83D, d";

  @TempDir private Path folder;

  private static StepResult query(String name) {
    return step(start(name, Unit.QUERIES), period(10, operation(Samples.READ, 500, 900, 3, 1)));
  }

  private static PeriodResult measured(double seconds, long count) {
    PeriodBuilder period =
        new PeriodBuilder(seconds, operation(Samples.READ, count, count))
            .intervals(Samples.counts(12, 7), Samples.counts(12, 9))
            .level("size", Long.MAX_VALUE, Long.MAX_VALUE)
            .absent(HostMetric.SERVER_CPU_NANOS, "far away")
            .serverCounter("io.reads", 7, Long.MAX_VALUE)
            .serverLevel(HOSTILE, Long.MIN_VALUE);
    for (HostMetric metric : HostMetric.values()) {
      if (metric.isCounter()) {
        period.counter(metric, 1, (1L << 53) + metric.ordinal());
      }
    }
    return period.build();
  }

  private static RunInfo hostileRun() {
    RunInfo run = Samples.run();
    return new RunInfo(
        new RunInfo.Identity(HOSTILE, HOSTILE, run.seed(), Long.MAX_VALUE / 4),
        Map.of("ibench", HOSTILE),
        new DatabaseInfo(
            Map.of("name", HOSTILE, "product", HOSTILE),
            Map.of(HOSTILE, HOSTILE),
            List.of(HOSTILE)),
        run.settings(),
        new RunInfo.Names(
            List.of(HOSTILE, "more"),
            List.of(HOSTILE, HOSTILE, HOSTILE),
            run.roles(),
            List.of(HOSTILE, "other"),
            List.of(WorkloadCounter.of(HOSTILE, ""), WorkloadCounter.of(HOSTILE, ""))),
        run.cadence(),
        new RunInfo.Machine(run.host(), 0, ServerPlace.SAME_MACHINE),
        new RunInfo.Data(Long.MAX_VALUE, Optional.of(HOSTILE), Map.of(), List.of(HOSTILE)),
        RunLabel.NONE,
        List.of(),
        Optional.empty());
  }

  private static StepResult hostileStep() {
    return aStep(start(HOSTILE, Unit.QUERIES, 1, 2, true))
        .facts(HOSTILE, "")
        .problems(HOSTILE)
        .interrupted(true)
        .failed(HOSTILE)
        .over(
            new PeriodBuilder(1e-9, operation(0, 1L << 60, Long.MAX_VALUE, 5, 6))
                .absent("size", HOSTILE)
                .build());
  }

  static Stream<Arguments> runs() {
    StepResult load =
        step(start("load", Unit.ROWS), period(10, operation(Samples.LOAD, 10, 5_000)));
    StepResult index = step(start("index", Unit.INDEXED_ROWS), period(10), 700, List.of(period(9)));
    StepResult parts =
        step(
            start("first", Unit.QUERIES, 2, 2, true),
            measured(15, 110),
            0,
            List.of(measured(10, 100), measured(5, 10)));
    return Stream.of(
        Arguments.of("done", Samples.run("load", "index", "first"), List.of(load, index, parts)),
        Arguments.of(
            "failed",
            Samples.run("first", "second", "third"),
            List.of(query("first"), Samples.failed(start("second", Unit.NONE), period(0), "gone"))),
        Arguments.of(
            "interrupted",
            Samples.run("first", "second"),
            List.of(Samples.interrupted(start("first", Unit.QUERIES), period(1)))),
        Arguments.of("nothing done", Samples.run("first"), List.of()),
        Arguments.of("hostile", hostileRun(), List.of(hostileStep())));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("runs")
  void whatIsStoredIsShownAsItWasShownLive(String name, RunInfo run, List<StepResult> results)
      throws Exception {
    try (ResultFolder live = new ResultFolder(folder, run, Samples::books, TextReport::of)) {
      assertStoredIs(live.report());
      for (StepResult result : results) {
        live.stepEnded(result);
        assertStoredIs(live.report());
      }
      live.finish();
      assertStoredIs(live.report());
      assertThat(folder.resolve("summary.txt")).hasContent(TextReport.of(live.report()));
    }
  }

  private void assertStoredIs(RunReport live) throws Exception {
    String text = TextReport.of(live);
    assertThat(TextReport.of(ResultReader.read(folder))).isEqualTo(text);
    assertThat(ResultReader.read(folder)).isEqualTo(live);
    String all =
        TextReport.of(live, new TextReport.Options(false, true, TextReport.Options.ANY_WIDTH));
    assertThat(
            TextReport.of(
                ResultReader.read(folder),
                new TextReport.Options(false, true, TextReport.Options.ANY_WIDTH)))
        .isEqualTo(all);
    assertThat((text + all).codePoints().filter(c -> c != '\n')).noneMatch(Character::isISOControl);
  }
}
