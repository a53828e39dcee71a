package io.ibench.workload.insert;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Rate;
import io.ibench.db.Partitions;
import io.ibench.measure.Role;
import io.ibench.workload.Pacing;
import io.ibench.workload.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InsertPlanTest {

  private static final long SECOND_NANOS = 1_000_000_000L;

  private static Map<String, String> settings(String... settings) {
    Map<String, String> map = new HashMap<>();
    for (String setting : settings) {
      String[] parts = setting.split("=", 2);
      map.put(parts[0].strip(), parts[1].strip());
    }
    return map;
  }

  private static Step.Work work(String step, String... settings) {
    return (Step.Work)
        InsertRun.plan(settings(settings)).steps().stream()
            .filter(each -> each.name().equals(step))
            .findFirst()
            .orElseThrow();
  }

  private static List<String> problems(String... settings) {
    return InsertRun.problems(settings(settings));
  }

  @Test
  void theLoadMakesItsTablesUnlessStepsSayWhen() {
    assertThat(InsertRun.plan(settings("steps = l.i0, l.x")).steps())
        .extracting(Step::name)
        .containsExactly("drop", "create", "l.i0", "l.x");
    assertThat(InsertRun.plan(settings("steps = create, l.i0")).steps())
        .extracting(Step::name)
        .containsExactly("create", "l.i0");
    assertThat(InsertRun.plan(settings("steps = drop, l.i0")).steps())
        .extracting(Step::name)
        .containsExactly("drop", "create", "l.i0");
    assertThat(InsertRun.plan(settings("steps = qr100")).steps())
        .extracting(Step::name)
        .containsExactly("qr100");
  }

  @ParameterizedTest
  @CsvSource({"l.i0, 100, 1", "l.i1, 50, 2", "l.i2, 5, 2", "qr500, 50, 3", "qp1000, 50, 3"})
  void stepsHaveTheAncestorsBatchesAndRoles(String step, int rowsPerCommit, int groups) {
    Step.Work work = work(step, "steps = l.i0, l.x, l.i1, l.i2, qr500, qp1000");
    assertThat(work.groups()).hasSize(groups);
    assertThat(work.groups().get(0).rowsPerOperation()).isEqualTo(rowsPerCommit);
  }

  @Test
  void aQueryStepHasAnInserterADeleterThatFollowsItAndQueries() {
    Step.Work step = work("qr100", "insert.clients = 3", "qr100.query.threads = 2");
    assertThat(step.groups())
        .extracting(Step.Group::name)
        .containsExactly("insert", "delete", "query");
    Step.Group insert = step.groups().get(0);
    Step.Group delete = step.groups().get(1);
    Step.Group query = step.groups().get(2);
    assertThat(insert.rate()).isEqualTo(new Rate(100, SECOND_NANOS));
    assertThat(insert.pacing()).isEqualTo(Pacing.EVEN);
    assertThat(delete.follows()).contains(new Step.Following("insert", 8));
    assertThat(query.background()).isTrue();
    assertThat(query.mix()).containsOnlyKeys("market", "register", "pdc");
    assertThat(step.threads()).isEqualTo(3 + 3 + 6);
    assertThat(step.groups())
        .extracting(Step.Group::role)
        .containsExactly(Role.INSERT, Role.DELETE, Role.QUERY);
  }

  @Test
  void aQueryStepWritesItsRateTimesTheSecondsForEachClient() {
    assertThat(work("qr100", "insert.clients = 3", "insert.query_seconds = 7").rows())
        .isEqualTo(OptionalLong.of(3 * 7 * 100));
  }

  @Test
  void whatIsGivenEndsAStepInsteadOfTheSeconds() {
    assertThat(work("qr100", "qr100.rows = 77").rows()).isEqualTo(OptionalLong.of(77));
    Step.Work timed = work("qr100", "qr100.until = 5s");
    assertThat(timed.rows()).isEmpty();
    assertThat(timed.untilNanos()).isEqualTo(OptionalLong.of(5 * SECOND_NANOS));
    Step.Work both = work("qr100", "qr100.until = 5s", "qr100.rows = 77");
    assertThat(both.rows()).isEqualTo(OptionalLong.of(77));
    assertThat(both.untilNanos()).isPresent();
  }

  @Test
  void aNewRateIsOneMoreLine() {
    Step.Work step =
        work(
            "qr2000",
            "steps = l.i0, l.x, qr2000",
            "qr2000.like = qr1000",
            "qr2000.insert.rate = 2000/s");
    assertThat(step.kind()).isEqualTo("qr1000");
    assertThat(step.groups().get(0).rate()).isEqualTo(new Rate(2000, SECOND_NANOS));
    assertThat(step.rows()).isEqualTo(OptionalLong.of(2 * 2000));
  }

  @Test
  void theGroupMayBeLeftOutWhereThereIsOne() {
    assertThat(work("l.i0", "l.i0.rate = 5k/s").groups().get(0).rate())
        .isEqualTo(new Rate(5000, SECOND_NANOS));
    assertThat(work("l.i0", "l.i0.insert.rate = 6k/s").groups().get(0).rate())
        .isEqualTo(new Rate(6000, SECOND_NANOS));
    assertThat(problems("qr100.rate = 5k/s")).singleElement().asString().contains("unknown key");
  }

  @Test
  void withoutDeletesNobodyFollows() {
    assertThat(work("qr100", "insert.deletes = none").groups())
        .extracting(Step.Group::name)
        .containsExactly("insert", "query");
  }

  @Test
  void aMixMayNameEveryQueryThatHasItsIndex() {
    assertThat(work("qr100", "qr100.query.mix = point 3, market").groups().get(2).mix())
        .isEqualTo(Map.of("point", 3.0, "market", 1.0));
    assertThat(problems("insert.num_secondary_indexes = 1", "qr100.query.mix = pdc"))
        .singleElement()
        .asString()
        .contains("qr100.query.mix")
        .contains("allowed: market, point");
  }

  @Test
  void fewerIndexesMeanFewerKindsOfRangeQuery() {
    assertThat(work("qr100", "insert.num_secondary_indexes = 2").groups().get(2).mix())
        .containsOnlyKeys("market", "register");
  }

  @Test
  void theDrainTakesAMinuteAndASecondForEachMillionRows() {
    assertThat(drainSeconds("insert.sizes = cached", "insert.clients = 4")).isEqualTo(60 + 40);
    assertThat(drainSeconds("insert.sizes = io_bound", "insert.clients = 12")).isEqualTo(1200);
    assertThat(drainSeconds("drain.at_least = 3s")).isEqualTo(3);
  }

  private static long drainSeconds(String... settings) {
    return InsertRun.plan(settings(settings)).steps().stream()
        .filter(step -> step.name().equals("drain"))
        .mapToLong(step -> ((Step.Action) step).atLeastNanos() / SECOND_NANOS)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void publishedSizesGoWithTheNumberOfClients() {
    String[] rows = {"l.i0.rows = ", "l.i1.rows = ", "l.i2.rows = "};
    List<String> own = List.of("steps = l.i0, l.x, l.i1, l.i2", "insert.clients = 4");
    List<String> all = new ArrayList<>(own);
    all.addAll(List.of(rows));
    all.add("insert.sizes = io_bound");
    String[] settings = all.toArray(String[]::new);
    assertThat(work("l.i0", settings).rows()).isEqualTo(OptionalLong.of(800_000_000));
    assertThat(work("l.i1", settings).rows()).isEqualTo(OptionalLong.of(16_000_000));
    assertThat(work("l.i2", settings).rows()).isEqualTo(OptionalLong.of(4_000_000));
    assertThat(problems("insert.clients = 5", "insert.sizes = io_bound"))
        .singleElement()
        .asString()
        .contains("insert.clients")
        .contains("1, 4, 8, 12, 20");
  }

  @Test
  void partitionsAreRangesOfAllThatIsPlanned() {
    Optional<Partitions> partitions =
        InsertRun.plan(
                settings(
                    "steps = l.i0, l.x, l.i1",
                    "insert.num_partitions = 4",
                    "l.i0.rows = 1000",
                    "l.i1.rows = 200"))
            .purchaseTables()
            .get(0)
            .table()
            .partitions();
    assertThat(partitions).contains(new Partitions(4, 300));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "insert.clients = 0 | insert.clients",
        "insert.ids = none | allowed: server, client",
        "insert.deletes = range | insert.ids = client",
        "insert.clients = 2; insert.tables = shared | shared: has no deletes, because",
        "qr100.insert.rate = 10/s | less than one commit of 50 rows a second",
        "qr100.insert.rate = unlimited | has no end",
        "l.i0.until = 5s | cannot end a load",
        "l.i1.rows_per_commit = 2k | more than the 1000 rows of a table",
        "l.i1.delete.follows = query | allowed: insert",
        "l.i0.rows = 0 | l.i0.rows = 0: is out of range",
        "steps = l.i0, qr100 | needs the secondary indexes",
        "steps = l.i0, l.x, drop, create, again, qr100; again.like = l.i0 | needs the secondary",
        "insert.secondary_at = start | would make indexes that there are already",
        "insert.num_secondary_indexes = 0; steps = l.i0, l.x | has no indexes to make",
        "insert.num_secondary_indexes = 0; steps = l.i0, qr100 | nothing to choose from",
        "insert.data_length_min = 30 | insert.data_length_max = 20",
        "insert.schema = 2013; insert.customers = 20M | floating-point",
        "insert.num_partitions = 1 | 2 and more",
        "insert.rows_per_partition = 5 | insert.num_partitions",
        "qr100.insert.pacing = bursty; qr100.insert.rate = unlimited; qr100.rows = 5"
            + " | needs a target rate",
        "qr100.snapshot = 60s; qr100.operations = 5 | qr100.snapshot = 60s: cannot be beside",
        "qr100.snapshot = 0s | qr100.snapshot = 0s: is out of range",
        "l.x.snapshot = 60s | unknown key",
        "qr100.repeat = 2 | qr100.until"
      })
  void aMistakeIsOneLineThatSaysWhatWouldBeRight(String settings, String part) {
    assertThat(problems(settings.split(";"))).singleElement().asString().contains(part.strip());
  }

  @Test
  void queryStepsOnTablesOfAnEarlierRunNeedNoIndexStep() {
    assertThat(problems("steps = qr100, qp100")).isEmpty();
  }

  @Test
  void settingsOfTheDataAreShownAsTheyAreWritten() {
    assertThat(
            InsertRun.plan(settings("insert.tables = shared", "insert.deletes = none"))
                .dataSettings())
        .containsEntry("insert.tables", "shared")
        .containsEntry("insert.ids", "server");
  }

  @Test
  void pointQueriesNeedNoIndexes() {
    assertThat(problems("steps = l.i0, qp100", "insert.num_secondary_indexes = 0")).isEmpty();
    assertThat(
            problems(
                "steps = l.i0, qp100",
                "insert.num_secondary_indexes = 0",
                "insert.secondary_at = start"))
        .isEmpty();
  }

  @Test
  void aStepHasAGroupOfSnapshotsOnlyWithTheirKey() {
    String[] settings = {"insert.clients = 3", "l.i1.snapshot = 60s", "l.i0.insert.rate = 100/s"};
    Step.Group snapshots = work("l.i1", settings).groups().get(2);

    assertThat(snapshots.holdsSnapshots()).isTrue();
    assertThat(snapshots.background()).isTrue();
    assertThat(snapshots.allThreads()).isEqualTo(3);
    assertThat(snapshots.rate()).isEqualTo(new Rate(1, 60_000_000_000L));
    assertThat(work("l.i1", settings).isPaced()).isFalse();
    assertThat(work("l.i2", settings).groups()).hasSize(2);
    assertThat(work("l.i0", "l.i0.rate = 100/s").groups().get(0).rate().isUnlimited()).isFalse();
  }

  @Test
  void everyOperationHasItsRole() {
    InsertPlan plan = InsertRun.plan(Map.of());
    assertThat(plan.operations())
        .containsExactly(
            "insert",
            "delete",
            "market",
            "register",
            "pdc",
            "point",
            "get_min",
            "get_max",
            "snapshot");
    assertThat(plan.role(0)).isEqualTo(Role.INSERT);
    assertThat(plan.role(1)).isEqualTo(Role.DELETE);
    assertThat(plan.role(5)).isEqualTo(Role.QUERY);
    assertThat(plan.role(7)).isEqualTo(Role.AUXILIARY);
  }

  @Test
  void factsTellHowManyRowsQueriesFound() {
    long[] counters = new long[InsertCounter.values().length];
    counters[InsertCounter.MARKET_QUERIES.ordinal()] = 1000;
    counters[InsertCounter.MARKET_ROWS.ordinal()] = 9990;
    counters[InsertCounter.POINT_QUERIES.ordinal()] = 4;
    counters[InsertCounter.POINT_ROWS.ordinal()] = 38;
    assertThat(InsertRun.plan(Map.of()).facts(counters))
        .containsExactly("rows per query, expected 10: market 9.990, point 9.500");
  }
}
