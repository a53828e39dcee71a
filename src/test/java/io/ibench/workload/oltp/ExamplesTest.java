package io.ibench.workload.oltp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Command;
import io.ibench.workload.Plan.Example;
import io.ibench.workload.oltp.OltpKeys.On;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The statements that ibench explains, with the middle of tables of 9 rows. */
class ExamplesTest {

  private static OltpPlan plan(String script, String... settings) {
    List<String> all = new java.util.ArrayList<>(List.of(settings));
    all.addAll(List.of("oltp.operations = 1", "oltp.rows = 9", "oltp.range_size = 3"));
    return OltpTrial.plan(script, all.toArray(String[]::new));
  }

  private static OltpTable table(OltpPlan plan) {
    return plan.oltpTables().get(0);
  }

  private static Example of(String script, Command command, Long... values) {
    return new Example(script, command, List.of(values));
  }

  @Test
  void aTransactionHasOneOfEachOfItsKinds() {
    OltpPlan plan = plan("read_write");
    OltpTable table = table(plan);
    assertThat(plan.examples())
        .containsExactly(
            of("read_write", table.point(), 5L),
            of("read_write", table.range(), 5L, 7L),
            of("read_write", table.sum(), 5L, 7L),
            of("read_write", table.ordered(), 5L, 7L),
            of("read_write", table.distinct(), 5L, 7L),
            of("read_write", table.addToK(), 5L),
            of("read_write", table.setC(), 0L, 5L),
            of("read_write", table.delete(), 5L),
            of("read_write", table.insert(1), 5L, 5L, 0L, 0L));
  }

  @Test
  void aKindThatTheTransactionDoesNotHaveIsLeftOut() {
    OltpPlan reads =
        plan(
            "read_write",
            "oltp.index_updates = 0",
            "oltp.non_index_updates = 0",
            "oltp.delete_inserts = 0",
            "oltp.range_selects = false");
    assertThat(reads.examples()).containsExactly(of("read_write", table(reads).point(), 5L));
    OltpPlan writes = plan("update_index");
    assertThat(writes.examples()).containsExactly(of("update_index", table(writes).addToK(), 5L));
  }

  @Test
  void anInsertHasAnIdUnlessTheServerGivesIt() {
    OltpPlan generated = plan("insert");
    assertThat(generated.examples())
        .containsExactly(of("insert", table(generated).insertWithoutId(), 5L, 0L, 0L));
    OltpPlan given = plan("insert", "oltp.auto_inc = false");
    assertThat(given.examples())
        .containsExactly(of("insert", table(given).insert(1), 5L, 5L, 0L, 0L));
  }

  @Test
  void aSearchHasItsListOrRange() {
    String points = "oltp.random_points = 2";
    OltpPlan plan = plan("delete");
    assertThat(plan.examples()).containsExactly(of("delete", table(plan).delete(), 5L));
    plan = plan("inlist_select", points);
    assertThat(plan.examples())
        .containsExactly(of("inlist_select", table(plan).cOfList(2), 5L, 6L));
    plan = plan("inlist_update", points);
    assertThat(plan.examples())
        .containsExactly(of("inlist_update", table(plan).setCOfList(2), 0L, 5L, 6L));
    plan = plan("select_random_points", points);
    assertThat(plan.examples())
        .containsExactly(of("select_random_points", table(plan).rowsOfList(2), 5L, 6L));
    plan = plan("select_random_ranges", "oltp.number_of_ranges = 2");
    assertThat(plan.examples())
        .containsExactly(of("select_random_ranges", table(plan).countOfRanges(2), 5L, 6L, 7L, 8L));
    plan = plan("points_covered", points, "oltp.on = k");
    assertThat(plan.examples())
        .containsExactly(of("points_covered", table(plan).pointsOn(On.K, true, 2), 5L, 6L));
    plan = plan("range_covered", "oltp.covered = false");
    assertThat(plan.examples())
        .containsExactly(of("range_covered", table(plan).rangeOn(On.ID, false), 5L, 8L));
    plan = plan("read_only_count");
    assertThat(plan.examples())
        .containsExactly(of("read_only_count", table(plan).countOfRange(), 5L, 7L));
    plan = plan("scan");
    assertThat(plan.examples()).containsExactly(of("scan", table(plan).scan()));
  }

  @Test
  void stepsWithTheSameStatementHaveItOnce() {
    OltpPlan plan = plan("point_select, other", "other.like = point_select");
    assertThat(plan.examples()).hasSize(1);
  }
}
