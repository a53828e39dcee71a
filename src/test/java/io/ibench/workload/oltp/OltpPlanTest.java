package io.ibench.workload.oltp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Config;
import io.ibench.config.Problem;
import io.ibench.config.Rate;
import io.ibench.random.DistributionKind;
import io.ibench.workload.Pacing;
import io.ibench.workload.Step;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The settings of oltp. */
class OltpPlanTest {

  private static List<Problem> problems(String steps, String... settings) {
    Config config = OltpTrial.config(steps, settings);
    new OltpPlan(config);
    new OltpWorkload().keys().forEach(config::declare);
    return config.problems();
  }

  @Test
  void aStepTakesItsSettingsFromTheNearestName() {
    OltpPlan plan =
        OltpTrial.plan(
            "read_only, read_only_10, update_zipf",
            "oltp.until = 5s",
            "oltp.writes.until = 7s",
            "oltp.range_size = 50",
            "read_only.point_selects = 3",
            "read_only_10.like = read_only",
            "read_only_10.range_size = 10",
            "update_zipf.like = update_non_index",
            "update_zipf.distribution = zipfian",
            "update_zipf.threads = 6");
    Step.Work reads = (Step.Work) plan.steps().get(0);
    Step.Work ten = (Step.Work) plan.steps().get(1);
    Step.Work zipf = (Step.Work) plan.steps().get(2);
    assertThat(plan.settings(reads).rangeSize()).isEqualTo(50);
    assertThat(plan.settings(ten).rangeSize()).isEqualTo(10);
    assertThat(plan.settings(ten).counts().points()).isEqualTo(3);
    assertThat(plan.settings(zipf).draws().kind()).isEqualTo(DistributionKind.ZIPFIAN);
    assertThat(reads.untilNanos()).hasValue(5_000_000_000L);
    assertThat(zipf.untilNanos()).hasValue(7_000_000_000L);
    assertThat(reads.threads()).isEqualTo(1);
    assertThat(zipf.threads()).isEqualTo(6);
    assertThat(plan.operations()).containsExactly("load", "read_only", "update_non_index");
  }

  /** As ibench max does. */
  @Test
  void aStepAtAnotherRateAndLengthKeepsItsSettings() {
    OltpPlan plan = OltpTrial.plan("read_only", "read_only.until = 5s");
    Step.Work step = (Step.Work) plan.steps().get(0);
    Step.Work paced =
        new Step.Work(
            step.name(),
            step.kind(),
            step.like(),
            step.use(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            2,
            OptionalLong.empty(),
            step.countsRows(),
            List.of(step.groups().get(0).paced(new Rate(5, 1_000_000_000L), Pacing.POISSON)),
            Optional.empty());
    assertThat(plan.settings(paced)).isSameAs(plan.settings(step));
    assertThat(plan.preparedStatements(paced)).isEqualTo(plan.preparedStatements(step));
  }

  @ParameterizedTest
  @CsvSource({
    "read_only, read_only.delta = 3, read_only.delta",
    "point_select, point_select.range_size = 3, point_select.range_size",
    "read_only, read_only.ids = 1001, read_only.ids",
    "update_index, update_index.index_updates = 0, update_index.index_updates",
    "inlist_select, 'inlist_select.hot_points = true,inlist_select.random_points = 501',"
        + " inlist_select.random_points",
    "point_select, oltp.distribution = normal, oltp.distribution",
    "point_select, oltp.zipf_exponent = -1, oltp.zipf_exponent",
    "'bulk_insert, point_select', oltp.tables = 2, steps",
    "bulk_insert, bulk_insert.rows_per_statement = 1, bulk_insert.rows_per_statement",
  })
  void aMistakeIsReportedAtItsKey(String script, String settings, String key) {
    assertThat(problems(script, (settings + ",oltp.operations = 1").split(",")))
        .singleElement()
        .satisfies(problem -> assertThat(problem.key()).isEqualTo(key));
  }

  @Test
  void aTransactionNeedsAStatement() {
    assertThat(
            problems(
                "write_only",
                "oltp.operations = 1",
                "oltp.index_updates = 0",
                "oltp.non_index_updates = 0",
                "oltp.delete_inserts = 0"))
        .singleElement()
        .satisfies(
            problem ->
                assertThat(problem.message())
                    .isEqualTo("leaves the transaction without a statement"));
  }

  @Test
  void eachWorkerPreparesEachStatementOnEachTable() {
    OltpPlan plan =
        OltpTrial.plan(
            "index, read_write, insert",
            "oltp.operations = 1",
            "oltp.tables = 100",
            "oltp.threads = 40");
    assertThat(plan.steps().stream().map(plan::preparedStatements))
        .containsExactly(0L, 36_000L, 4_000L);
  }

  /** Also when the counter goes on in another run. */
  @Test
  void newIdsAreDistinctAndAboveTheLoadedOnes() {
    NewIds first = new NewIds(1000, 0);
    LongStream early = LongStream.generate(first::next).limit(50_000);
    NewIds second = new NewIds(1000, 50_000);
    LongStream late = LongStream.generate(second::next).limit(50_000);
    long[] ids = LongStream.concat(early, late).sorted().distinct().toArray();
    assertThat(ids).hasSize(100_000);
    assertThat(ids[0]).isGreaterThan(1000);
    assertThat(ids[ids.length - 1]).isLessThanOrEqualTo(Integer.MAX_VALUE);
    assertThat(ids[50_000]).isBetween(900_000_000L, 1_250_000_000L);
  }

  @Test
  void likeSysbenchDrawsFromSpecialAlsoWhatIsLoaded() {
    assertThat(OltpTrial.plan("load", "oltp.like = sysbench").dataSettings())
        .containsEntry("oltp.load_distribution", "special");
    assertThat(
            OltpTrial.plan("load", "oltp.like = sysbench", "oltp.distribution = gaussian")
                .dataSettings())
        .containsEntry("oltp.load_distribution", "gaussian");
    assertThat(OltpTrial.plan("load", "oltp.distribution = gaussian").dataSettings())
        .containsEntry("oltp.load_distribution", "uniform");
  }

  @Test
  void howRowsWereLoadedIsNamedByTheKeyThatDecidesIt() {
    assertThat(OltpTrial.plan("load").dataName("oltp.load_distribution"))
        .isEqualTo("the distribution of loaded rows, by oltp.like,");
    assertThat(OltpTrial.plan("load").dataName("oltp.rows")).isEqualTo("oltp.rows");
  }

  @Test
  void settingsThatAreGoneNameTheirHeir() {
    Config config =
        OltpTrial.config(
            "load", "oltp.load_distribution = special", "oltp.statement_latencies = false");
    new OltpPlan(config);
    assertThat(config.problems())
        .extracting(Object::toString)
        .contains(
            "settings: oltp.load_distribution: unknown key; oltp.like = sysbench draws k of loaded"
                + " rows as all k",
            "settings: oltp.statement_latencies: unknown key; oltp.like = sysbench times no single"
                + " statement");
  }
}
