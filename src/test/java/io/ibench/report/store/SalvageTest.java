package io.ibench.report.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.RunReport.Period;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.text.TextReport;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is shown of a result of eight steps after damage. */
class SalvageTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String HEAD =
      "time,step,repeat,seconds,full,operations,operations_ps,rows,queries,inserted_rows,"
          + "deleted_rows,errors\n";

  @TempDir private Path folder;

  private byte[] whole;
  private RunReport intact;

  @BeforeEach
  void takeAResult() throws Exception {
    Path golden;
    try {
      golden = Path.of(SalvageTest.class.getResource("schema-1").toURI());
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
    whole = Files.readAllBytes(golden.resolve("summary.json"));
    intact = ResultReader.parse(Path.of("x"), whole);
    JsonNode summary = MAPPER.readTree(whole);
    ObjectNode run = MAPPER.createObjectNode();
    for (String key : List.of("id", "started", "seed", "versions", "steps")) {
      run.set(key, summary.get("run").get(key));
    }
    run.set("workload", summary.get("workload"));
    run.set("database", summary.get("database"));
    Files.write(folder.resolve("run.json"), MAPPER.writeValueAsBytes(run));
  }

  /** Empty where the result is refused, which needs no more than the exception. */
  private Optional<RunReport> read(byte[] summary) throws IOException {
    Files.write(folder.resolve("summary.json"), summary);
    try {
      RunReport run = ResultReader.read(folder);
      assertThat(TextReport.of(run)).isNotEmpty();
      return Optional.of(run);
    } catch (UnreadableResultException e) {
      assertThat(e.getMessage()).doesNotContain("\n");
      return Optional.empty();
    }
  }

  private RunReport changed(Consumer<ObjectNode> change) throws IOException {
    ObjectNode json = (ObjectNode) MAPPER.readTree(whole);
    change.accept(json);
    return read(MAPPER.writeValueAsBytes(json)).orElseThrow();
  }

  private static ObjectNode step(ObjectNode json, int index) {
    return (ObjectNode) json.get("steps").get(index);
  }

  /** Everything that is shown is the same in the intact result. */
  private void assertNothingIsMadeUp(RunReport left) {
    for (Step step : left.steps()) {
      Step original =
          intact.steps().stream()
              .filter(one -> one.title().equals(step.title()))
              .findFirst()
              .orElseThrow();
      assertThat(step.whole()).isEqualTo(original.whole());
      assertThat(original.periods()).containsAll(step.periods());
      assertThat(step.state()).isEqualTo(original.state());
    }
    assertThat(intact.rowRates()).containsAll(left.rowRates());
  }

  @Test
  void aWholeResultHasNoDamage() throws IOException {
    assertThat(read(whole)).contains(intact);
    assertThat(intact.damage()).isEmpty();
  }

  @Test
  void aSummaryThatIsNoJsonShowsTheHeadOfTheRunJson() throws IOException {
    for (byte[] broken :
        List.of(Arrays.copyOf(whole, whole.length / 2), new byte[] {-1}, new byte[0])) {
      RunReport left = read(broken).orElseThrow();

      assertThat(left.damage()).first().asString().startsWith("summary.json is ");
      assertThat(left.id()).isEqualTo("golden");
      assertThat(left.database()).isEqualTo(intact.database());
      assertThat(left.state()).isEqualTo(RunState.RUNNING);
      assertThat(left.steps()).isEmpty();
    }
  }

  @Test
  void aMissingSummaryShowsTheHeadOfTheRunJson() throws Exception {
    assertThat(ResultReader.read(folder).id()).isEqualTo("golden");
  }

  @Test
  void aStepWithADamagedFieldIsLeftOutAndNamed() throws IOException {
    RunReport left = changed(json -> step(json, 2).remove("unit"));

    assertThat(left.steps()).hasSize(intact.steps().size() - 1);
    assertThat(left.damage())
        .contains("step load is left out: unit is missing")
        .first()
        .isEqualTo("summary.json is damaged: steps[2].unit is missing");
    assertNothingIsMadeUp(left);
  }

  @Test
  void aPeriodWithADamagedFieldIsLeftOutAndItsStepStays() throws IOException {
    RunReport left =
        changed(json -> ((ObjectNode) step(json, 4).get("periods").get(1)).put("partial", "no"));

    assertThat(left.steps()).hasSize(intact.steps().size());
    List<Period> periods = intact.steps().get(4).periods();
    assertThat(left.steps().get(4).periods()).containsExactly(periods.get(0), periods.get(2));
    assertThat(left.damage())
        .contains("step request, period 2 is left out: partial is not true or false");
  }

  @Test
  void aCountThatIsMissingIsNot0() throws IOException {
    RunReport left =
        changed(json -> ((ObjectNode) step(json, 2).get("operations").get(0)).remove("count"));

    assertThat(left.damage()).contains("step load is left out: operations[0].count is missing");
    assertNothingIsMadeUp(left);
  }

  @Test
  void aHeadThatIsLostIsThatOfTheRunJson() throws IOException {
    RunReport left = changed(json -> json.put("database", 7).remove("run"));

    assertThat(left.database()).isEqualTo(intact.database());
    assertThat(left.id()).isEqualTo("golden");
    assertThat(left.state()).isEqualTo(RunState.RUNNING);
    assertThat(left.damage())
        .contains(
            "database is taken from run.json",
            "how the run ended is lost; what is known of it is from run.json");
    assertNothingIsMadeUp(left);
  }

  @Test
  void aNewerSchemaIsRefused() throws IOException {
    ObjectNode json = (ObjectNode) MAPPER.readTree(whole);
    Files.write(folder.resolve("summary.json"), MAPPER.writeValueAsBytes(json.put("schema", 2)));

    assertThatThrownBy(() -> ResultReader.read(folder))
        .isInstanceOf(UnreadableResultException.class)
        .hasMessageEndingWith("summary.json has schema 2; this ibench reads schema 1");
  }

  @Test
  void stepsThatTheSummaryHasLostAreThoseOfTheIntervals() throws IOException {
    Files.writeString(
        folder.resolve("intervals.csv"),
        HEAD
            + "2026-11-21T08:00:01Z,load,1,1.000000,true,50,50.000,500,0,500,0,2\n"
            + "2026-11-21T08:00:02Z,load,1,1.000000,true,5\n"
            + "2026-11-21T08:00:03Z,load,1,1.000000,true,50,50.000,x,0,700,0,0\n"
            + "2026-11-21T08:00:04Z,load,1,1.000000,true,5\u0000,50.000,7,0,700,0,0\n"
            + "2026-11-21T08:00:05Z,request,1,0.500000,false,30,60.000,9,30,0,0,0\n");

    RunReport left = read("{\"schema\":1, ".getBytes(StandardCharsets.UTF_8)).orElseThrow();

    assertThat(left.steps()).extracting(Step::title).containsExactly("load", "request");
    assertThat(left.steps())
        .extracting(Step::state)
        .containsExactly(RunState.DONE, RunState.RUNNING);
    assertThat(left.steps().get(0).whole().figures())
        .containsEntry("seconds", 2.0)
        .containsEntry("ips", 600.0)
        .containsEntry("errors", 2L)
        .doesNotContainKeys("qps", "wkbps");
    assertThat(left.steps().get(1).whole().figures()).containsEntry("qps", 60.0);
    assertThat(left.steps().get(1).facts())
        .containsExactly(
            "30 operations in 1 interval until 2026-11-21T08:00:05Z, from intervals.csv");
    assertThat(left.damage())
        .contains(
            "2 lines of intervals.csv are damaged, and skipped",
            "step load is worked out from intervals.csv, without its costs");
  }

  @Test
  void aLengthThatIsNoneIsDamageAndRepeatsAreToldApart() throws IOException {
    Files.writeString(
        folder.resolve("intervals.csv"),
        HEAD
            + "2026-11-21T08:00:01Z,request,1,1.000000,true,30,30.000,9,30,0,0,0\n"
            + "2026-11-21T08:00:02Z,request,1,1e400,true,30,30.000,9,30,0,0,0\n"
            + "2026-11-21T08:00:02Z,request,1,NaN,true,30,30.000,9,30,0,0,0\n"
            + "2026-11-21T08:00:02Z,request,1,-1.0,true,30,30.000,9,30,0,0,0\n"
            + "2026-11-21T08:00:02Z,request,1,0.000000,false,1,,9,1,0,0,0\n"
            + "2026-11-21T08:00:03Z,request,2,1.000000,true,20,20.000,9,20,0,0,0\n");

    RunReport left = read("{\"schema\":1, ".getBytes(StandardCharsets.UTF_8)).orElseThrow();

    assertThat(left.steps())
        .extracting(step -> step.whole().figures().get("qps"))
        .containsExactly(31.0, 20.0);
    assertThat(left.damage())
        .contains(
            "3 lines of intervals.csv are damaged, and skipped",
            "step request 1 is worked out from intervals.csv, without its costs",
            "step request 2 is worked out from intervals.csv, without its costs");
  }

  @Test
  void whereNothingIsLeftTheReasonIsThatOfTheSummary() throws IOException {
    Files.delete(folder.resolve("run.json"));
    Files.writeString(folder.resolve("summary.json"), "{\"schema\":1");

    assertThatThrownBy(() -> ResultReader.read(folder))
        .isInstanceOf(UnreadableResultException.class)
        .hasMessageContaining("summary.json is damaged: no JSON from line 1");
  }
}
