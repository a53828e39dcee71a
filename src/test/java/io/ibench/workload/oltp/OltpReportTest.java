package io.ibench.workload.oltp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.Role;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the report says of a plan's operations, parts and counters. */
class OltpReportTest {

  private static final String ONE = "oltp.operations = 1";

  /** Counters with transactions, reads, writes, other, unmatched and read rows. */
  private static long[] counters(
      long transactions, long reads, long writes, long other, long unmatched, long rows) {
    long[] counters = new long[OltpCounter.values().length];
    counters[OltpCounter.TRANSACTIONS.ordinal()] = transactions;
    counters[OltpCounter.READS.ordinal()] = reads;
    counters[OltpCounter.WRITES.ordinal()] = writes;
    counters[OltpCounter.OTHER.ordinal()] = other;
    counters[OltpCounter.UNMATCHED.ordinal()] = unmatched;
    counters[OltpCounter.ROWS_READ.ordinal()] = rows;
    return counters;
  }

  private static List<String> rates(OltpPlan plan, int step, long[] counters, double seconds) {
    return plan.rates(plan.steps().get(step), counters, new long[0], seconds);
  }

  @Test
  void theFactsAreOfOneTransaction() {
    OltpPlan plan = OltpTrial.plan("read_write", ONE);
    assertThat(plan.facts(counters(4, 6, 2, 8, 1234, 10)))
        .containsExactly(
            "statements per transaction: 4.000 (1.500 read, 0.500 write, 2.000 other)",
            "rows read per transaction: 2.500",
            "1,234 updates and deletes found no row");
  }

  @Test
  void factsThatSayNothingAreLeftOut() {
    OltpPlan plan = OltpTrial.plan("read_write", ONE);
    assertThat(plan.facts(counters(4, 0, 4, 0, 0, 0)))
        .containsExactly(
            "statements per transaction: 1.000 (0.000 read, 1.000 write, 0.000 other)");
    assertThat(plan.facts(counters(0, 0, 0, 0, 3, 0))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "oltp.trips = sysbench, 20.000",
    "oltp.trips = merged, 18.000",
    "'oltp.trips = merged,oltp.skip_trx = true', 20.000",
    "'oltp.trips = merged,oltp.delete_inserts = 2', 19.000",
  })
  void theRatesAreThoseOfSysbench(String settings, String trips) {
    OltpPlan plan = OltpTrial.plan("read_write", (settings + "," + ONE).split(","));
    assertThat(rates(plan, 0, counters(4000, 56_000, 16_000, 8_000, 0, 0), 2))
        .containsExactly(
            "transactions/s 2,000.0, queries/s 40,000 (read 28,000, write 8,000, other 4,000)",
            "20.000 statements per transaction in " + trips + " round trips to a SQL server");
  }

  @Test
  void oneStatementATransactionHasNoRatesOfItsOwn() {
    OltpPlan plan = OltpTrial.plan("load, point_select", "point_select.operations = 1");
    assertThat(rates(plan, 1, counters(5, 5, 0, 0, 0, 5), 2)).isEmpty();
    assertThat(rates(plan, 1, counters(5, 6, 0, 0, 0, 5), 0)).isEmpty();
    assertThat(rates(plan, 0, counters(5, 6, 0, 0, 0, 5), 2)).isEmpty();
    assertThat(rates(plan, 1, counters(5, 6, 0, 0, 0, 5), 2)).hasSize(2);
  }

  @Test
  void theOperationsAreThoseOfTheStepsInTheOrderOfTheScripts() {
    OltpPlan plan =
        OltpTrial.plan(
            "load, read_write, point_select, other",
            "other.like = point_select",
            "read_write.operations = 1",
            "point_select.operations = 1",
            "other.operations = 1",
            "other.reconnect = 5");
    assertThat(plan.operations())
        .containsExactly("load", "point_select", "read_write", "reconnect");
    assertThat(plan.operation(Script.POINT_SELECT)).isEqualTo(1);
    assertThat(plan.operation(Script.READ_WRITE)).isEqualTo(2);
    assertThat(plan.reconnectOperation()).isEqualTo(3);
    assertThat(plan.role(0)).isEqualTo(Role.INSERT);
    assertThat(plan.role(1)).isEqualTo(Role.QUERY);
    assertThat(plan.role(2)).isEqualTo(Role.QUERY);
    assertThat(plan.role(3)).isEqualTo(Role.AUXILIARY);
    assertThat(OltpTrial.plan("point_select", ONE).operations())
        .containsExactly("load", "point_select");
    assertThat(OltpTrial.plan("bulk_insert", ONE).operations()).containsExactly("bulk_insert");
  }

  @Test
  void thePartsOfEachTransactionFollowEachOther() {
    OltpPlan plan = OltpTrial.plan("point_select, read_only, write_only", ONE);
    assertThat(plan.parts()).hasSize(22);
    assertThat(plan.parts().get(0)).isEqualTo(new Plan.Part(2, "BEGIN"));
    assertThat(plan.parts().get(1)).isEqualTo(new Plan.Part(2, "point_selects"));
    assertThat(plan.parts().get(10)).isEqualTo(new Plan.Part(2, "COMMIT"));
    assertThat(plan.parts().get(11)).isEqualTo(new Plan.Part(3, "BEGIN"));
    assertThat(plan.parts().get(20)).isEqualTo(new Plan.Part(3, "inserts"));
    assertThat(plan.timesParts(Script.POINT_SELECT)).isFalse();
    assertThat(plan.timesParts(Script.READ_ONLY)).isTrue();
    assertThat(plan.firstPart(Script.POINT_SELECT)).isZero();
    assertThat(plan.firstPart(Script.READ_ONLY)).isZero();
    assertThat(plan.firstPart(Script.WRITE_ONLY)).isEqualTo(11);
  }

  @Test
  void noPartIsTimedWhenTheyAreNotWanted() {
    OltpPlan plan = OltpTrial.plan("read_only", ONE, "oltp.like = sysbench");
    assertThat(plan.parts()).isEmpty();
    assertThat(plan.timesParts(Script.READ_ONLY)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "delete, oltp.threads = 1, true",
    "write_only, oltp.skip_trx = true, true",
    "write_only, oltp.skip_trx = false, false",
    "write_only, 'oltp.skip_trx = true,oltp.delete_inserts = 0', false",
    "update_index, oltp.threads = 1, false",
  })
  void rowsAreLostWhenTheirInsertIsNotInTheTransactionOfTheDelete(
      String script, String settings, boolean deletes) {
    assertThat(OltpTrial.plan(script, (settings + "," + ONE).split(",")).deletes())
        .isEqualTo(deletes);
  }

  @Test
  void stepsWithoutWritesOnlyRead() {
    OltpPlan plan =
        OltpTrial.plan(
            "load, point_select, read_write, reads, update_index, verify",
            ONE,
            "load.threads = 1",
            "reads.like = read_write",
            "reads.index_updates = 0",
            "reads.non_index_updates = 0",
            "reads.delete_inserts = 0");
    assertThat(plan.steps().stream().map(plan::onlyReads))
        .containsExactly(false, true, false, true, false, true);
  }

  /** An insert has no counted statements, and must not pass for a reader. */
  @ParameterizedTest
  @CsvSource({"insert", "delete", "inlist_update"})
  void scriptsOfOneWriteHaveNoCountedStatements(String script) {
    OltpPlan plan = OltpTrial.plan(script, ONE);
    assertThat(plan.settings(plan.steps().get(0)).counts().kinds()).isZero();
    assertThat(plan.preparedStatements(plan.steps().get(0))).isEqualTo(1);
  }

  @Test
  void onlyTransactionsAskForThem() {
    OltpPlan plan = OltpTrial.plan("load, read_only, point_select", ONE, "load.threads = 1");
    List<Boolean> uses =
        plan.steps().stream()
            .map(Step.Work.class::cast)
            .map(step -> plan.usesTransactions(step, step.groups().get(0)))
            .toList();
    assertThat(uses).containsExactly(false, true, false);
  }

  @Test
  void workersOfLoadsAndReadsAreIndependent() {
    OltpPlan plan = OltpTrial.plan("load, read_only, insert", ONE, "load.threads = 1");
    assertThat(plan.steps().stream().map(Step.Work.class::cast).map(plan::workersAreIndependent))
        .containsExactly(true, true, false);
  }

  @Test
  void bulkInsertHasTablesOfItsOwn() {
    OltpPlan bulk = OltpTrial.plan("create, bulk_insert", ONE, "oltp.tables = 2", "oltp.rows = 50");
    assertThat(bulk.dataSettings())
        .containsExactly(
            Map.entry("seed", "1733776768"),
            Map.entry("oltp.tables", "2"),
            Map.entry("oltp.script", "bulk_insert"));
    assertThat(bulk.exactRows()).isEmpty();
    assertThat(bulk.continuesLoads()).isFalse();
    assertThat(bulk.whyUndivided())
        .contains("bulk_insert gives the ids of a table to the threads of one process in turn");
    assertThat(bulk.tables()).hasSize(2).allMatch(table -> table.rows() == 0);
    assertThat(bulk.settings().rowBytes()).isEqualTo(8);
    assertThat(bulk.examples())
        .containsExactly(
            new Plan.Example("bulk_insert", bulk.oltpTables().get(0).insert(1), List.of(1L, 1L)));
    assertThat(bulk.rowsPerStatement(bulk.steps().get(1))).isEqualTo(10_000);
  }

  @Test
  void theOtherScriptsShareLoadedTables() {
    OltpPlan plan = OltpTrial.plan("load", "oltp.tables = 2", "oltp.rows = 50");
    assertThat(plan.dataSettings())
        .containsEntry("oltp.rows", "50")
        .containsEntry("oltp.tables", "2")
        .doesNotContainKey("oltp.script");
    assertThat(plan.exactRows()).hasValue(100);
    assertThat(plan.continuesLoads()).isTrue();
    assertThat(plan.whyUndivided()).isEmpty();
    assertThat(plan.rowsContainTimes()).isFalse();
    assertThat(plan.tables()).extracting(Plan.LoadedTable::rows).containsExactly(50L, 50L);
    assertThat(plan.settings().allRows()).isEqualTo(100);
    assertThat(plan.settings().rowBytes()).isEqualTo(186);
    assertThat(plan.counters()).hasSize(OltpCounter.values().length);
  }

  @Test
  void aScriptBesideBulkInsertIsNamed() {
    var config = OltpTrial.config("create, bulk_insert, verify, load, point_select", ONE);
    new OltpPlan(config);
    assertThat(config.problems())
        .anySatisfy(
            problem ->
                assertThat(problem.message())
                    .isEqualTo(
                        "bulk_insert fills tables of its own, with id and k; leave out load,"
                            + " point_select; allowed: drop, create, bulk_insert, drain, verify"));
  }

  @Test
  void theScriptsAreSysbenchsAndSayWhatTheyDo() {
    assertThat(Script.values())
        .allSatisfy(
            script -> {
              assertThat(Script.of(script.label())).isEqualTo(script);
              assertThat(script.description()).isNotBlank();
              assertThat(script.has(OltpKeys.RECONNECT)).isTrue();
              assertThat(script.has(OltpKeys.IDS)).isEqualTo(script != Script.SCAN);
            });
    assertThat(Script.READ_WRITE.label()).isEqualTo("read_write");
    assertThat(Script.READ_ONLY.defaults()).containsExactly("oltp.reads", "oltp");
    assertThat(Script.INLIST_UPDATE.defaults()).containsExactly("oltp.writes", "oltp");
    assertThat(new OltpWorkload().plan(OltpTrial.config("insert", ONE)).operations())
        .containsExactly("load", "insert");
    assertThat(new OltpWorkload().name()).isEqualTo("oltp");
    assertThat(new OltpWorkload().description()).startsWith("sysbench's OLTP scripts");
  }
}
