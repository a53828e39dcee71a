package io.ibench.workload.oltp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Config;
import io.ibench.config.Problem;
import io.ibench.random.DistributionKind;
import io.ibench.workload.oltp.OltpKeys.Trips;
import io.ibench.workload.oltp.StepSettings.Counts;
import io.ibench.workload.oltp.StepSettings.Draws;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The settings of one step, and what follows from its numbers of statements. */
class StepSettingsTest {

  private static StepSettings read(String script, String... settings) {
    OltpPlan plan = OltpTrial.plan(script, settings);
    return plan.settings(plan.steps().get(0));
  }

  private static List<String> mistakes(String script, String... settings) {
    Config config = OltpTrial.config(script, settings);
    new OltpPlan(config);
    new OltpWorkload().keys().forEach(config::declare);
    return config.problems().stream().map(Problem::toString).toList();
  }

  @Test
  void aDeleteWithItsInsertIsTwoStatements() {
    Counts counts = new Counts(1, 2, 4, 8, 16, 32, 64, 128);
    assertThat(counts.all()).isEqualTo(127 + 2 * 128);
    assertThat(counts.kinds()).isEqualTo(9);
    assertThat(new Counts(1, 0, 0, 0, 0, 0, 0, 0).kinds()).isEqualTo(1);
    assertThat(new Counts(0, 0, 0, 0, 0, 0, 0, 0).kinds()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 0, false", "1, 0, 0, true", "0, 1, 0, true", "0, 0, 1, true"})
  void anyUpdateOrDeleteWrites(int index, int nonIndex, int deleteInserts, boolean writes) {
    assertThat(new Counts(1, 1, 1, 1, 1, index, nonIndex, deleteInserts).writes())
        .isEqualTo(writes);
  }

  @Test
  void theLastStatementsAreThoseOfTheLastKindInTheOrderOfTheScript() {
    assertThat(new Counts(1, 2, 3, 4, 5, 6, 7, 8).last()).isEqualTo(8);
    assertThat(new Counts(1, 2, 3, 4, 5, 6, 7, 0).last()).isEqualTo(7);
    assertThat(new Counts(1, 2, 3, 4, 5, 6, 0, 0).last()).isEqualTo(6);
    assertThat(new Counts(1, 2, 3, 4, 5, 0, 0, 0).last()).isEqualTo(5);
    assertThat(new Counts(1, 2, 3, 4, 0, 0, 0, 0).last()).isEqualTo(4);
    assertThat(new Counts(1, 2, 3, 0, 0, 0, 0, 0).last()).isEqualTo(3);
    assertThat(new Counts(1, 2, 0, 0, 0, 0, 0, 0).last()).isEqualTo(2);
    assertThat(new Counts(1, 0, 0, 0, 0, 0, 0, 0).last()).isEqualTo(1);
    assertThat(new Counts(0, 0, 0, 0, 0, 0, 0, 0).last()).isZero();
  }

  @Test
  void mergedTripsSaveTheBeginAndTheCommitOfASingleLastStatement() {
    Counts single = new Counts(9, 0, 0, 0, 0, 0, 0, 1);
    Counts several = new Counts(9, 0, 0, 0, 0, 0, 0, 2);
    assertThat(single.mergesCommit(Trips.MERGED)).isTrue();
    assertThat(several.mergesCommit(Trips.MERGED)).isFalse();
    assertThat(single.mergesCommit(Trips.SYSBENCH)).isFalse();
    assertThat(single.savedTrips(Trips.MERGED)).isEqualTo(2);
    assertThat(several.savedTrips(Trips.MERGED)).isEqualTo(1);
    assertThat(single.savedTrips(Trips.SYSBENCH)).isZero();
  }

  @Test
  void aScriptHasTheNumbersOfItsOwnKeysAndZeroForOthers() {
    String one = "oltp.operations = 1";
    assertThat(read("point_select", one).counts()).isEqualTo(new Counts(1, 0, 0, 0, 0, 0, 0, 0));
    assertThat(read("read_only", one).counts()).isEqualTo(new Counts(10, 1, 1, 1, 1, 0, 0, 0));
    assertThat(read("read_write", one).counts()).isEqualTo(new Counts(10, 1, 1, 1, 1, 1, 1, 1));
    assertThat(read("write_only", one).counts()).isEqualTo(new Counts(0, 0, 0, 0, 0, 1, 1, 1));
    assertThat(read("insert", one).counts()).isEqualTo(new Counts(0, 0, 0, 0, 0, 0, 0, 0));
    assertThat(
            read(
                    "read_write",
                    one,
                    "read_write.simple_ranges = 2",
                    "read_write.sum_ranges = 3",
                    "read_write.order_ranges = 4",
                    "read_write.distinct_ranges = 5",
                    "read_write.index_updates = 6",
                    "read_write.non_index_updates = 7",
                    "read_write.delete_inserts = 8")
                .counts())
        .isEqualTo(new Counts(10, 2, 3, 4, 5, 6, 7, 8));
    assertThat(read("read_only", one, "read_only.range_selects = false").counts())
        .isEqualTo(new Counts(10, 0, 0, 0, 0, 0, 0, 0));
  }

  @Test
  void onlyScriptsOfSeveralStatementsHaveATransaction() {
    String one = "oltp.operations = 1";
    assertThat(read("read_only", one).transaction()).isTrue();
    assertThat(read("read_only", one, "read_only.skip_trx = true").transaction()).isFalse();
    assertThat(read("point_select", one).transaction()).isFalse();
  }

  @Test
  void theFurtherSettingsOfASearchAreThoseOfItsScript() {
    String one = "oltp.operations = 1";
    StepSettings ranges =
        read(
            "select_random_ranges",
            one,
            "select_random_ranges.number_of_ranges = 3",
            "select_random_ranges.delta = 4",
            "select_random_ranges.reconnect = 5");
    assertThat(ranges.listed()).isEqualTo(3);
    assertThat(ranges.delta()).isEqualTo(4);
    assertThat(ranges.reconnect()).isEqualTo(5);
    assertThat(ranges.rangeSize()).isZero();
    assertThat(ranges.hotPoints()).isFalse();
    assertThat(ranges.covered()).isTrue();
    assertThat(ranges.on()).isEqualTo(OltpKeys.On.ID);

    StepSettings points =
        read(
            "points_covered",
            one,
            "points_covered.random_points = 6",
            "points_covered.on = k",
            "points_covered.covered = false");
    assertThat(points.listed()).isEqualTo(6);
    assertThat(points.on()).isEqualTo(OltpKeys.On.K);
    assertThat(points.covered()).isFalse();
    assertThat(points.delta()).isZero();
  }

  @Test
  void idsAreDrawnFromAllRowsUnlessTheyAreFewer() {
    String one = "oltp.operations = 1";
    assertThat(read("point_select", one).draws())
        .isEqualTo(new Draws(DistributionKind.UNIFORM, 0.8, 0.2, false, 1000));
    assertThat(
            read(
                    "point_select",
                    one,
                    "point_select.ids = 7",
                    "point_select.distribution = pareto",
                    "point_select.zipf_exponent = 0.5",
                    "point_select.pareto_h = 0.1",
                    "point_select.scatter = true")
                .draws())
        .isEqualTo(new Draws(DistributionKind.PARETO, 0.5, 0.1, true, 7));
    assertThat(read("scan", one).draws())
        .isEqualTo(new Draws(DistributionKind.UNIFORM, 0, 0, false, 1000));
    assertThat(read("point_select", one).draws().isUniform()).isTrue();
    assertThat(read("point_select", one, "oltp.distribution = pareto").draws().isUniform())
        .isFalse();
  }

  @Test
  void drawsAreMadeFromTheirOwnNumberOfIds() {
    Draws draws = new Draws(DistributionKind.UNIFORM, 0, 0, false, 7);
    assertThat(draws.distribution().size()).isEqualTo(7);
  }

  @Test
  void idsBeyondTheRowsAreRefused() {
    assertThat(mistakes("point_select", "oltp.operations = 1", "point_select.ids = 1000"))
        .isEmpty();
    assertThat(mistakes("point_select", "oltp.operations = 1", "point_select.ids = 1001"))
        .singleElement()
        .asString()
        .contains("is more than the 1000 rows of a table");
  }

  /** Of 9 rows the upper half are 5 to 9. */
  @ParameterizedTest
  @CsvSource({"10, 5, 6", "9, 5, 6", "1000, 500, 501"})
  void hotPointsFitTheUpperHalfOfATable(int rows, int most, int tooMany) {
    String[] settings = {
      "oltp.operations = 1", "inlist_select.hot_points = true", "oltp.rows = " + rows, ""
    };
    settings[3] = "inlist_select.random_points = " + most;
    assertThat(mistakes("inlist_select", settings)).isEmpty();
    settings[3] = "inlist_select.random_points = " + tooMany;
    assertThat(mistakes("inlist_select", settings))
        .singleElement()
        .asString()
        .endsWith(
            "with hot_points is more than the upper half of the " + rows + " rows of a table");
  }

  @Test
  void pointsThatAreDrawnMayBeMoreThanTheRows() {
    assertThat(
            mistakes("inlist_select", "oltp.operations = 1", "inlist_select.random_points = 2000"))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "update_index, index_updates, update_index.index_updates",
    "update_non_index, non_index_updates, update_non_index.non_index_updates",
  })
  void aTransactionWithoutAStatementIsRefusedAtItsFirstNumber(
      String script, String zero, String key) {
    assertThat(mistakes(script, "oltp.operations = 1", script + "." + zero + " = 0"))
        .singleElement()
        .asString()
        .isEqualTo("settings: " + key + " = 0: leaves the transaction without a statement");
  }

  @Test
  void readsWithoutAStatementAreRefusedAtTheirPoints() {
    assertThat(
            mistakes(
                "read_only",
                "oltp.operations = 1",
                "read_only.point_selects = 0",
                "read_only.range_selects = false"))
        .singleElement()
        .asString()
        .isEqualTo(
            "settings: read_only.point_selects = 0: leaves the transaction without a statement");
    assertThat(mistakes("read_only", "oltp.operations = 1", "read_only.point_selects = 0"))
        .isEmpty();
  }
}
