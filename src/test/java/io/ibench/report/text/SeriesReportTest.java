package io.ibench.report.text;

import static io.ibench.testing.StepBuilder.aStep;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.StepPurpose;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.Judged;
import io.ibench.report.Samples;
import io.ibench.report.store.StoredRun;
import io.ibench.report.text.TextReport.Options;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeriesReportTest {

  private static final Path FOLDER = Path.of("results", "tuesday");

  private static Judged run(long queries) {
    return Judged.of(
        Samples.json(
            Samples.run("warmup", "request"),
            true,
            aStep()
                .named("warmup", "warmup")
                .serving(StepPurpose.WARMUP)
                .counting(Unit.QUERIES)
                .over(Samples.period(10, Samples.operation(Samples.READ, 7, 7))),
            aStep()
                .named("request", "request")
                .counting(Unit.QUERIES)
                .over(Samples.period(10, Samples.operation(Samples.READ, queries, queries)))));
  }

  private static List<String> lines(Judged... runs) {
    List<StoredRun> stored = new ArrayList<>();
    for (Judged run : runs) {
      stored.add(new StoredRun(FOLDER.resolve("run-" + (stored.size() + 1)), run.report()));
    }
    return SeriesReport.of(FOLDER, stored, Options.usual(Options.ANY_WIDTH))
        .lines()
        .map(line -> line.strip().replaceAll(" +", " "))
        .toList();
  }

  /** The table of t has 4.303 for two degrees of freedom: 110 +- 4.303 * 10 / sqrt(3). */
  @Test
  void eachFigureHasItsMeanItsIntervalAndItsVariation() {
    List<String> lines = lines(run(1_000), run(1_200), run(1_100));

    assertThat(lines)
        .contains("run request verdict", "run-2 120 valid")
        .contains("answer figure mean 95 % interval cv % runs")
        .contains("request qps 110 85.2 ... 135 9.09 3")
        .anyMatch(line -> line.startsWith("p99 us READ "))
        .endsWith("3 runs of 3 in the means")
        .noneMatch(line -> line.contains("warmup"));
  }

  @Test
  void anInvalidRunAndOneThatDidNotEndAreNamedAndNotInTheMeans() {
    Judged killed = run(9_000);
    killed.change(json -> json.withObject("run").put("state", "running"));
    List<String> lines =
        lines(run(1_000), run(5_000).run("invalid", "request: too slow"), run(1_200), killed);

    assertThat(lines)
        .contains("run-2 500 INVALID")
        .contains("run-2: not in the means, INVALID: request: too slow")
        .contains("run-4: not in the means, running, or killed")
        .anyMatch(line -> line.startsWith("request qps 110 "))
        .endsWith("2 runs of 4 in the means");
  }

  @Test
  void theReasonThatMostRunsShareIsOneLineWithARange() {
    List<String> lines = lines(degraded("63"), degraded("44"), run(1_000), degraded("71"));

    assertThat(lines)
        .contains(
            "run-1, run-2, run-4: DEGRADED: request: others used 44 ... 71 % (1 more:",
            "report of a run)");
  }

  private static Judged degraded(String percent) {
    String others = "others used " + percent + " %";
    return percent.equals("63")
        ? run(1_000)
            .step(1, "degraded", "it drifts", others)
            .run("degraded", "request: it drifts", "request: " + others)
        : run(1_000).step(1, "degraded", others).run("degraded", "request: " + others);
  }

  @Test
  void oneRunHasNoInterval() {
    assertThat(lines(run(1_000)))
        .contains("request qps 100 - - 1")
        .endsWith("1 run of 1 in the means: one run has no interval");
  }

  @Test
  void withoutAnyValidRunThereAreNoMeans() {
    assertThat(lines(run(1_000).run("invalid", "why")))
        .noneMatch(line -> line.startsWith("answer"))
        .endsWith("0 runs of 1 in the means");
  }
}
