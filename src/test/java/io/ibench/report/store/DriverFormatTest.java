package io.ibench.report.store;

import static io.ibench.report.Samples.operation;
import static io.ibench.report.Samples.period;
import static io.ibench.report.Samples.start;
import static io.ibench.report.Samples.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.DriverStep;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepResultBuilder;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.Samples;
import io.ibench.report.figures.RunInfo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the folder of one of several drivers has besides that of a run of one process. */
class DriverFormatTest {

  private static final RunInfo.Driver DRIVER =
      new RunInfo.Driver("night", 3, 4, "client-3", "00c0ffee");

  private static StepResult result() {
    return step(start("first", Unit.QUERIES), period(10, operation(Samples.READ, 500, 900, 3, 0)));
  }

  @Test
  void runJsonSaysWhichDriverWroteTheFolder(@TempDir Path folder) throws IOException {
    Path file = folder.resolve(RunFile.NAME);
    Files.write(file, ResultJson.bytes(RunFile.of(Samples.run().with(DRIVER))));

    assertThat(RunFile.read(folder).driver()).contains(DRIVER);
    assertThat(Files.readString(file))
        .contains("\"driver\" : {\n    \"name\" : \"night\",\n    \"rank\" : 3,\n    \"of\" : 4,")
        .contains("\"settings_hash\" : \"00c0ffee\"");
  }

  private static StepResult beside(DriverStep times) {
    return StepResultBuilder.builder(result()).driver(Optional.of(times)).build();
  }

  @Test
  void eachStepHasItsTimesByTheServersClock() {
    DriverStep times =
        new DriverStep(
            3_700_000, 250, -12, 1_767_323_045_000_000L, 7, 60_000_123, 3, List.of(1, 2));

    String json = Samples.json(Samples.run(), true, beside(times));

    assertThat(Samples.report(Samples.run(), true, beside(times)))
        .extracting(run -> run.steps().get(0).driver().orElseThrow())
        .isEqualTo(
            new StoredDriverStep(
                3_700_000, 250, -12, 1_767_323_045_000_000L, 7, 60_000_123, 3, List.of(1, 2)));
    assertThat(json)
        .contains("\"offset_us\" : 3700000", "\"offset_uncertainty_us\" : 250")
        .contains("\"offset_drift_us\" : -12", "\"start_us\" : 1767323045000000")
        .contains("\"start_late_us\" : 7", "\"end_us\" : 60000123", "\"lost\" : [ 1, 2 ]");
  }

  @Test
  void aRunOfOneProcessHasNoSuchKeys() {
    String run = new String(ResultJson.bytes(RunFile.of(Samples.run())), StandardCharsets.UTF_8);

    // The database's own key is the JDBC driver: a text.
    assertThat(run).doesNotContain("\"driver\" : {").doesNotContain("\"driver\" : null");
    assertThat(Samples.json(Samples.run(), true, result()))
        .doesNotContain("\"driver\" : {")
        .doesNotContain("\"driver\" : null");
  }
}
