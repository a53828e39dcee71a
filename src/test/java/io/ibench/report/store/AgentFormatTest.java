package io.ibench.report.store;

import static io.ibench.report.Samples.operation;
import static io.ibench.report.Samples.period;
import static io.ibench.report.Samples.start;
import static io.ibench.report.Samples.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.ibench.measure.AgentStep;
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

/** What the folder of one of several agents has besides that of a run of one process. */
class AgentFormatTest {

  private static final RunInfo.Agent AGENT =
      new RunInfo.Agent("night", 3, 4, "client-3", "00c0ffee");

  private static StepResult result() {
    return step(start("first", Unit.QUERIES), period(10, operation(Samples.READ, 500, 900, 3, 0)));
  }

  @Test
  void runJsonSaysWhichAgentWroteTheFolder(@TempDir Path folder) throws IOException {
    Path file = folder.resolve(RunFile.NAME);
    Files.write(file, ResultJson.bytes(RunFile.of(Samples.run().with(AGENT))));

    assertThat(RunFile.read(folder).agent()).contains(AGENT);
    assertThat(Files.readString(file))
        .contains("\"agent\" : {\n    \"name\" : \"night\",\n    \"rank\" : 3,\n    \"of\" : 4,")
        .contains("\"settings_hash\" : \"00c0ffee\"");
  }

  private static StepResult beside(AgentStep times) {
    return StepResultBuilder.builder(result()).agent(Optional.of(times)).build();
  }

  @Test
  void eachStepHasItsTimesByTheServersClock() {
    AgentStep times =
        new AgentStep(3_700_000, 250, -12, 1_767_323_045_000_000L, 7, 60_000_123, 3, List.of(1, 2));

    String json = Samples.json(Samples.run(), true, beside(times));

    assertThat(Samples.report(Samples.run(), true, beside(times)))
        .extracting(run -> run.steps().get(0).agent().orElseThrow())
        .isEqualTo(
            new StoredAgentStep(
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
    assertThat(run).doesNotContain("\"agent\" : {").doesNotContain("\"agent\" : null");
    assertThat(Samples.json(Samples.run(), true, result()))
        .doesNotContain("\"agent\" : {")
        .doesNotContain("\"agent\" : null");
  }

  /** The key of summary.json and run.json was {@code driver}, that of merged results drivers. */
  @Test
  void anEarlierResultThatCallsAgentsDriversIsRead() throws Exception {
    Path earlier = Path.of(AgentFormatTest.class.getResource("drivers").toURI());

    RunReport report = ResultReader.read(earlier);

    assertThat(RunFile.read(earlier).agent())
        .contains(new RunInfo.Agent("c28402", 0, 2, "vm", "9be2a5948b8e4c88"));
    StoredAgentStep clock =
        new StoredAgentStep(374, 22, -1, 1_795_928_010_475_587L, 894, 246_348, 2, List.of());
    assertThat(report.steps().get(0).agent()).contains(clock);
    assertThat(report.agents())
        .extracting(StoredAgent::rank, StoredAgent::host, StoredAgent::run)
        .containsExactly(
            tuple(0L, "vm", "c28402/driver-00"), tuple(1L, "vm-2", "c28402/driver-01"));
    assertThat(report.agents().get(0).steps().get(0).clock()).contains(clock);
    // Nothing of today writes the earlier words.
    assertThat(ResultJson.tree(report).toString()).doesNotContain("\"driver\":{", "\"drivers\"");
  }
}
