package io.ibench.engine;

import static io.ibench.engine.TestSettings.MILLI;
import static io.ibench.engine.TestSettings.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.host.HostMetric;
import io.ibench.measure.Gauge;
import io.ibench.measure.Role;
import io.ibench.measure.StepResult;
import io.ibench.report.ReportSamples;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.store.ResultFolder;
import io.ibench.report.text.TextReport;
import io.ibench.workload.Step;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No count of a gauge between the start of the first step and the end of the last one is lost. */
class WholeRunTest {

  private static final long MB = 1 << 20;
  private static final double MB_PER_GB = 1024;

  @TempDir private Path temporary;

  private long written;
  private long firstReading = -1;
  private long lastReading;

  private JsonNode summary(List<StepResult> results) throws IOException {
    RunInfo run =
        ReportSamples.run(
            "first", List.of("OPERATION"), List.of(Role.QUERY), List.of("deadlock"), List.of("t"));
    try (ResultFolder folder =
        new ResultFolder(temporary, run, ReportSamples::books, TextReport::of)) {
      results.forEach(folder::stepEnded);
      folder.finish();
    }
    return new ObjectMapper().readTree(temporary.resolve("summary.json").toFile());
  }

  /** The disk is written to at each reading, and far more before and after each step. */
  private EngineRun run() {
    EngineRun run = new EngineRun();
    run.settings = TestSettings.withPeriods(10 * MILLI, 30 * MILLI);
    Gauge gauge =
        (nanos, sink) -> {
          written += MB;
          firstReading = firstReading < 0 ? written : firstReading;
          lastReading = written;
          sink.put(HostMetric.DISK_WRITTEN_BYTES.key(), written);
        };
    run.gauges = List.of(gauge);
    run.around =
        new StepInterceptor() {
          @Override
          public Optional<String> before(Step step) {
            written += 1_000 * MB;
            return Optional.empty();
          }

          @Override
          public void after(Step step, List<StepResult> results) {
            written += 47_000 * MB;
          }
        };
    return run;
  }

  @Test
  void stepsAndWhatLiesBetweenThemAddUpToTheGrowthOverTheRun()
      throws InterruptedException, IOException {
    FakePlan plan =
        new FakePlan(
            FakePlan.action("create"),
            FakePlan.lasting("load", 1, SECOND / 10, 1),
            FakePlan.action("index"),
            FakePlan.lasting("request", 2, SECOND / 20, 3));

    JsonNode steps = summary(run().run(plan)).get("steps");

    assertThat(steps).hasSize(6);
    double inSteps = 0;
    double between = 0;
    for (JsonNode step : steps) {
      inSteps += step.get("written_gb").asDouble();
      between += step.at("/before/written_gb").asDouble();
    }
    assertThat(between).isGreaterThanOrEqualTo(3 * 48_000 / MB_PER_GB);
    assertThat((inSteps + between) * MB_PER_GB).isEqualTo((lastReading - firstReading) / MB);
  }
}
