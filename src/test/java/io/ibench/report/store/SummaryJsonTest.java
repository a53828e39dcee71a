package io.ibench.report.store;

import static io.ibench.report.Samples.operation;
import static io.ibench.report.Samples.period;
import static io.ibench.report.Samples.start;
import static io.ibench.report.Samples.step;
import static io.ibench.testing.StepBuilder.aStep;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import io.ibench.host.HostMetric;
import io.ibench.host.ServerPlace;
import io.ibench.measure.FirstFailure;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.Role;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.measure.StepStart.Unit;
import io.ibench.measure.WorkloadCounter;
import io.ibench.report.InsertSamples;
import io.ibench.report.Samples;
import io.ibench.report.Samples.PeriodBuilder;
import io.ibench.report.figures.DatabaseInfo;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.figures.RunLabel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SummaryJsonTest {

  private record Roles(List<Role> roles) {}

  @Test
  void rolesKeepTheirPublishedNames() throws ResultJson.DamageException {
    Roles roles = new Roles(List.of(Role.values()));

    JsonNode json = ResultJson.tree(roles);

    assertThat(json.path("roles"))
        .extracting(JsonNode::asText)
        .containsExactly("query", "insert", "delete", "aside");
    assertThat(ResultJson.read(json, Roles.class)).isEqualTo(roles);
  }

  private static final String HOSTILE =
      "\"quoted\" \\ <script>alert(1)</script>\r\nline\u2028\u0000\u001b[2J\u202Eleft, \uD83D";

  private static JsonNode summary(RunInfo run, boolean ended, StepResult... results) {
    return parsed(Samples.json(run, ended, results));
  }

  private static JsonNode runJson(RunInfo run) {
    return parsed(new String(ResultJson.bytes(RunFile.of(run)), StandardCharsets.UTF_8));
  }

  private static JsonNode parsed(String json) {
    try {
      return new ObjectMapper().readTree(json);
    } catch (JsonProcessingException e) {
      throw new AssertionError(json, e);
    }
  }

  private static List<String> keys(JsonNode node) {
    List<String> keys = new ArrayList<>();
    node.fieldNames().forEachRemaining(keys::add);
    return keys;
  }

  private static StepResult query() {
    return step(start("first", Unit.QUERIES), period(10, operation(Samples.READ, 500, 900, 3, 0)));
  }

  @Test
  void theShapeIsThatOfSchema1() {
    JsonNode json = summary(Samples.run(), true, query());

    assertThat(keys(json))
        .containsExactly(
            "schema",
            "workload",
            "database",
            "run",
            "data",
            "steps",
            "rate_rows",
            "row_rates",
            "verdict",
            "reasons",
            "expectations",
            "checksum");
    assertThat(json.get("schema").asInt()).isEqualTo(1);
    assertThat(keys(json.get("database")))
        .contains("name", "product", "version", "driver", "batch", "durability", "isolation");
    JsonNode run = json.get("run");
    assertThat(run.get("id").asText()).isEqualTo("the-run");
    assertThat(run.get("started").asText()).isEqualTo("2026-01-02T03:04:05Z");
    assertThat(run.get("seed").asLong()).isEqualTo(42);
    JsonNode step = json.get("steps").get(0);
    assertThat(keys(step))
        .contains(
            "name",
            "like",
            "kind",
            "repeat",
            "threads",
            "started",
            "seconds",
            "qps",
            "ips",
            "size_source",
            "tallies",
            "operations",
            "periods",
            "facts",
            "problems",
            "interrupted",
            "failure",
            "workers_lost",
            "verdict",
            "reasons",
            "remarks",
            "drift");
    assertThat(step.get("like").isNull()).isTrue();
    assertThat(step.get("ips").isNull()).isTrue();
    assertThat(step.get("qps").asDouble()).isEqualTo(50);
    for (String list : List.of("reasons", "remarks", "drift")) {
      assertThat(step.get(list).isArray()).as(list).isTrue();
    }
    assertThat(step.get("tallies").get("links_added").asLong()).isEqualTo(17);
  }

  @Test
  void operationsHaveBothLatenciesInMicroseconds() {
    JsonNode operation = summary(Samples.run(), true, query()).at("/steps/0/operations/0");

    assertThat(operation.get("name").asText()).isEqualTo("READ");
    assertThat(operation.get("count").asLong()).isEqualTo(500);
    assertThat(operation.get("rows").asLong()).isEqualTo(900);
    assertThat(operation.get("errors").toString()).isEqualTo("{\"deadlock\":3}");
    assertThat(operation.get("retries").asLong()).isEqualTo(7);
    assertThat(operation.get("service").toString())
        .isEqualTo(
            "{\"mean_us\":1.5,\"p50_us\":1.0,\"p95_us\":2.0,\"p99_us\":3.0,\"p999_us\":4.0,"
                + "\"p9999_us\":5.0,\"max_us\":6.0}");
    assertThat(keys(operation.get("response"))).isEqualTo(keys(operation.get("service")));
    assertThat(operation.get("response").get("p99_us").asDouble()).isEqualTo(30);
  }

  @Test
  void theFirstFailureOfEachKindHasItsOperationTimeAndText() {
    StepResult failing =
        aStep(start("first", Unit.QUERIES))
            .firstFailures(new FirstFailure(Samples.WRITE, 1, 101_500_000_000L, HOSTILE))
            .over(new PeriodBuilder(10, operation(Samples.READ, 1, 0, 2, 0)).at(100).build());

    JsonNode failures =
        summary(Samples.run(), true, failing.plusFact("a fact").failedBy("a full disk"))
            .at("/steps/0/first_failures");

    assertThat(failures).hasSize(1);
    JsonNode failure = failures.get(0);
    assertThat(keys(failure)).containsExactly("kind", "operation", "time", "seconds", "text");
    assertThat(failure.get("kind").asText()).isEqualTo("timeout");
    assertThat(failure.get("operation").asText()).isEqualTo("WRITE");
    assertThat(failure.get("time").asText()).isEqualTo("2026-01-02T03:04:06.500Z");
    assertThat(failure.get("seconds").asDouble()).isEqualTo(1.5);
    assertThat(failure.get("text").asText()).startsWith("\"quoted\"");
    assertThat(summary(Samples.run(), true, query()).at("/steps/0/first_failures").isArray())
        .isTrue();
  }

  @Test
  void operationsTellTheirRoleAndTheirBuckets() {
    JsonNode step =
        summary(
                InsertSamples.run("l.i0"),
                true,
                step(
                    InsertSamples.start("l.i0", Unit.ROWS, 1),
                    InsertSamples.period(
                        10, InsertSamples.operation(InsertSamples.INSERT, 6, 60, 1, 3, 2, 0, 1))))
            .at("/steps/0");

    assertThat(step.at("/operations/0/role").asText()).isEqualTo("insert");
    assertThat(step.at("/operations/0/buckets").toString()).isEqualTo("[3,2,0,1,0,0,0,0,0,0]");
    assertThat(step.get("bucket_edges_us").toString())
        .isEqualTo("[256.0,1000.0,4000.0,16000.0,64000.0,256000.0,1000000.0,4000000.0,1.6E7]");
    assertThat(step.get("clients")).isEmpty();
    assertThat(step.get("targets")).isEmpty();
  }

  @Test
  void eachClientHasItsRatesAndOperations() {
    JsonNode clients =
        summary(
                InsertSamples.run("qr100"),
                true,
                step(
                    InsertSamples.start("qr100", Unit.QUERIES, 2),
                    InsertSamples.period(
                        10,
                        List.of(
                            List.of(
                                InsertSamples.operation(InsertSamples.INSERT, 2, 100, 1, 2),
                                InsertSamples.operation(InsertSamples.MARKET, 50, 500, 1, 50)),
                            List.of(InsertSamples.operation(InsertSamples.PDC, 70, 700, 1, 70))))))
            .at("/steps/0/clients");

    assertThat(clients).hasSize(2);
    assertThat(clients.at("/0/client").asInt()).isEqualTo(1);
    assertThat(clients.at("/0/ips").asDouble()).isEqualTo(10);
    assertThat(clients.at("/0/qps").asDouble()).isEqualTo(5);
    assertThat(clients.at("/0/dps").isNull()).isTrue();
    assertThat(clients.at("/0/operations/1/name").asText()).isEqualTo("market");
    assertThat(clients.at("/0/operations/1/per_second").asDouble()).isEqualTo(5);
    assertThat(clients.at("/1/ips").asDouble()).isZero();
    assertThat(clients.at("/1/qps").asDouble()).isEqualTo(7);
    assertThat(clients.at("/1/operations/0/service/p99_us").isNumber()).isTrue();
    assertThat(clients.at("/1/operations/0/buckets/0").asInt()).isEqualTo(70);
  }

  @Test
  void targetsStandBesideWhatWasReached() {
    JsonNode target =
        summary(
                InsertSamples.run("qr1000"),
                true,
                step(
                    InsertSamples.start("qr1000", Unit.QUERIES, 1, InsertSamples.inserts(1_000)),
                    InsertSamples.period(
                        10, InsertSamples.operation(InsertSamples.INSERT, 2, 8_120, 1, 2))))
            .at("/steps/0/targets/0");

    assertThat(target.toString())
        .isEqualTo(
            "{\"group\":\"insert\",\"counts\":\"inserted_rows\",\"target_ps\":1000.0,"
                + "\"actual_ps\":812.0,\"share\":0.812,\"sustained\":false}");
  }

  @Test
  void anOperationThatNeverSucceededHasNoLatencies() {
    JsonNode operation =
        summary(
                Samples.run(),
                true,
                step(start("first", Unit.QUERIES), period(10, operation(Samples.READ, 0, 0, 3, 0))))
            .at("/steps/0/operations/0");

    assertThat(operation.get("service")).isNotEmpty().allMatch(JsonNode::isNull);
  }

  @Test
  void periodsHaveTheSameFiguresAsTheirStep() {
    PeriodResult one = period(10, operation(Samples.READ, 100, 0));
    PeriodResult two = new PeriodBuilder(5, operation(Samples.READ, 10, 0)).partial().build();
    PeriodResult whole = period(15, operation(Samples.READ, 110, 0));
    JsonNode step =
        summary(
                Samples.run(),
                true,
                step(start("first", Unit.QUERIES), whole, 0, List.of(one, two)))
            .at("/steps/0");

    assertThat(step.get("periods")).hasSize(2);
    assertThat(step.at("/periods/0/qps").asDouble()).isEqualTo(10);
    assertThat(step.at("/periods/1/qps").asDouble()).isEqualTo(2);
    assertThat(step.at("/periods/0/partial").asBoolean()).isFalse();
    assertThat(step.at("/periods/1/partial").asBoolean()).isTrue();
    assertThat(keys(step))
        .containsAll(
            keys(step.at("/periods/0")).stream().filter(key -> !key.equals("partial")).toList());
  }

  @Test
  void theSizeNamesItsSource() {
    PeriodResult period = new PeriodBuilder(10).level("size", 1 << 20, 1 << 20).build();
    JsonNode json =
        summary(Samples.run(), true, step(start("first", Unit.QUERIES), period), query());

    assertThat(json.at("/steps/0/db_bytes").asLong()).isEqualTo(1 << 20);
    assertThat(json.at("/steps/0/size_source").asText()).isEqualTo("a file");
    assertThat(json.at("/steps/1/size_source").isNull()).isTrue();
  }

  @Test
  void reasonsForAbsentFiguresStandOnceUnderRun() {
    PeriodResult period =
        new PeriodBuilder(10)
            .absent("size", "no permission")
            .absent(HostMetric.SERVER_CPU_NANOS, "another machine")
            .build();
    StepResult step = step(start("first", Unit.QUERIES), period);

    assertThat(summary(Samples.run(), true, step, step).at("/run/absent").toString())
        .isEqualTo("{\"server.cpu_nanos\":\"another machine\",\"size\":\"no permission\"}");
  }

  @Test
  void aSizeThatIsMissingOnlyBeforeTheTablesExistNeedsNoReason() {
    StepStart start = start("first", Unit.QUERIES);
    StepResult before = step(start, new PeriodBuilder(1).absent("size", "no tables").build());
    StepResult known = step(start, new PeriodBuilder(1).level("size", 1, 1).build());
    StepResult down = step(start, new PeriodBuilder(1).absent("size", "gone away").build());

    assertThat(summary(Samples.run(), true, before, known).at("/run/absent/size").isMissingNode())
        .isTrue();
    assertThat(summary(Samples.run(), true, before, known, down, known).at("/run/absent/size"))
        .isEqualTo(TextNode.valueOf("gone away (first)"));
  }

  @Test
  void aReasonOfTheRunItselfMakesItDegraded() {
    SummaryJson json = new SummaryJson(Samples.run("first"));
    long[] counts = new long[10];
    long[] rows = new long[10];
    Arrays.fill(counts, 50);
    Arrays.fill(rows, 90);
    PeriodBuilder period = new PeriodBuilder(10, operation(Samples.READ, 500, 900));
    StepResult good = step(start("first", Unit.QUERIES), period.intervals(counts, rows).build());
    assertThat(ended(json, good).path("verdict").asText()).isEqualTo("valid");

    json.degrade("the database does not recover");

    assertThat(ended(json, good).path("verdict").asText()).isEqualTo("degraded");
    assertThat(ended(json, good).path("reasons"))
        .extracting(JsonNode::asText)
        .containsExactly("the database does not recover");
  }

  private static JsonNode ended(SummaryJson json, StepResult... results) {
    byte[] bytes = json.of(List.of(results), Optional.empty(), true, Samples.books(), List.of());
    return parsed(new String(bytes, StandardCharsets.UTF_8));
  }

  private static JsonNode counted(PeriodBuilder period) {
    return summary(Samples.run(), true, step(start("first", Unit.QUERIES), period.build()));
  }

  @Test
  void serverCountersAreGrowthAndLevelsAsAtTheEnd() {
    PeriodResult part = new PeriodBuilder(4).serverCounter("io.reads", 5, 9).build();
    PeriodResult whole =
        new PeriodBuilder(10)
            .serverCounter("io.reads", 5, (1L << 60) + 5)
            .serverCounter("io.fsyncs", 3, 3)
            .serverLevel("cache.bytes", 77)
            .build();
    JsonNode json =
        summary(Samples.run(), true, step(start("first", Unit.QUERIES), whole, 0, List.of(part)));

    assertThat(json.at("/steps/0/server_counters").toString())
        .isEqualTo("{\"cache.bytes\":77,\"io.fsyncs\":0,\"io.reads\":1152921504606846976}");
    assertThat(json.at("/steps/0/periods/0/server_counters").toString())
        .isEqualTo("{\"io.reads\":4}");
    assertThat(json.at("/run/absent").isEmpty()).isTrue();
  }

  @Test
  void whenTheServerCountedAnewOnlyLevelsAreKnown() {
    JsonNode json =
        counted(
            new PeriodBuilder(10)
                .serverCounter("io.reads", 500, 2)
                .serverCounter("io.hangs", 0, 1)
                .serverLevel("cache.bytes", 77)
                .serverCountedAnew());

    assertThat(json.at("/steps/0/server_counters").toString()).isEqualTo("{\"cache.bytes\":77}");
    assertThat(json.at("/run/absent/server_counters").asText()).contains("was restarted");
  }

  @Test
  void whatTheServerCountedIsNotKnownWithoutAReadingAtTheStart() {
    JsonNode json =
        counted(
            new PeriodBuilder(10)
                .serverLevel("cache.bytes", 77)
                .serverCounterAtEnd("io.reads", 9)
                .absentAtStart("server_counters", "did not answer in time"));

    assertThat(json.at("/steps/0/server_counters").toString()).isEqualTo("{\"cache.bytes\":77}");
    assertThat(json.at("/run/absent/server_counters").asText()).isEqualTo("did not answer in time");
  }

  @Test
  void withoutAReadingAtTheEndServerCountersAreNull() {
    JsonNode json = counted(new PeriodBuilder(10).absent("server_counters", "no permission"));

    assertThat(json.at("/steps/0/server_counters").isNull()).isTrue();
    assertThat(json.at("/run/absent/server_counters").asText()).isEqualTo("no permission");
  }

  @Test
  void settingsAndWarningsOfTheDatabaseStandInBothFiles() {
    RunInfo run = Samples.withDatabase(Map.of("transactions", "none"), List.of("standalone"));
    JsonNode expected =
        parsed("{\"settings\": {\"transactions\": \"none\"}, \"warnings\": [\"standalone\"]}");

    for (JsonNode json : List.of(summary(run, true), runJson(run))) {
      assertThat(json.at("/database/settings")).isEqualTo(expected.get("settings"));
      assertThat(json.at("/database/warnings")).isEqualTo(expected.get("warnings"));
      assertThat(json.at("/database/name").asText()).isEqualTo("demo");
    }
  }

  @Test
  void theStateTellsHowTheRunWent() {
    StepResult first = query();
    StepResult second = step(start("second", Unit.QUERIES), period(1));
    StepResult failed = Samples.failed(start("second", Unit.QUERIES), period(1), "no table");
    StepResult stopped = Samples.interrupted(start("second", Unit.QUERIES), period(1));
    StepResult halfDone = step(start("second", Unit.QUERIES, 1, 2, false), period(1));
    StepResult wrong =
        aStep(start("second", Unit.NONE)).problems("3 rows are missing").over(period(1));

    assertThat(state(false, first)).isEqualTo("running");
    assertThat(state(true, first, second)).isEqualTo("done");
    assertThat(state(true, first, failed)).isEqualTo("failed");
    assertThat(state(true, first, wrong)).isEqualTo("failed");
    assertThat(state(true, first, stopped)).isEqualTo("interrupted");
    assertThat(state(true, first)).isEqualTo("interrupted");
    assertThat(state(true, first, halfDone)).isEqualTo("interrupted");
    assertThat(state(true)).isEqualTo("interrupted");
  }

  private static String state(boolean ended, StepResult... results) {
    return summary(Samples.run(), ended, results).at("/run/state").asText();
  }

  @Test
  void runJsonTellsWhatIsKnownBeforeTheFirstOperation() {
    JsonNode json = runJson(Samples.run());

    assertThat(keys(json))
        .containsExactly(
            "schema",
            "id",
            "started",
            "seed",
            "versions",
            "workload",
            "database",
            "settings",
            "host",
            "steps",
            "operations",
            "data",
            "checksum");
    assertThat(json.get("settings").get(0).toString())
        .isEqualTo("{\"name\":\"seed\",\"value\":\"42\",\"origin\":\"default\"}");
    assertThat(json.get("steps").toString()).isEqualTo("[\"first\",\"second\"]");
  }

  @ParameterizedTest
  @ValueSource(strings = {HOSTILE, "", "\uFEFF", "}]\u0085"})
  void anyTextIsKeptInValidJson(String text) {
    RunInfo sample = Samples.run(text);
    RunInfo run =
        new RunInfo(
            new RunInfo.Identity(text, text, 1, Samples.EPOCH_MILLIS),
            Map.of("ibench", text),
            new DatabaseInfo(Map.of("name", text), Map.of(text, text), List.of(text)),
            List.of(new RunInfo.Setting(text, text, text)),
            new RunInfo.Names(
                List.of(text),
                List.of(text, text, text),
                Samples.ROLES,
                List.of(text, text),
                List.of(WorkloadCounter.of(text, text))),
            sample.cadence(),
            new RunInfo.Machine(Map.of("os", text), 0, ServerPlace.SAME_MACHINE),
            new RunInfo.Data(0, Optional.of(text), Map.of(text, text), List.of(text)),
            RunLabel.NONE,
            List.of(),
            Optional.empty());
    StepResult step =
        aStep(start(text, Unit.QUERIES))
            .facts(text)
            .problems(text)
            .failed(text)
            .over(new PeriodBuilder(1, operation(0, 1, 1)).absent("size", text).build());

    JsonNode json = summary(run, true, step);

    String kept = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    assertThat(json.at("/steps/0/name").asText()).isEqualTo(kept);
    assertThat(json.at("/steps/0/failure").asText()).isEqualTo(kept);
    assertThat(json.at("/steps/0/problems/0").asText()).isEqualTo(kept);
    assertThat(json.at("/run/absent/size").asText()).isEqualTo(kept);
    assertThat(json.at("/steps/0/operations/0/name").asText()).isEqualTo(kept);
    assertThat(runJson(run).at("/settings/0/value").asText()).isEqualTo(kept);
  }
}
