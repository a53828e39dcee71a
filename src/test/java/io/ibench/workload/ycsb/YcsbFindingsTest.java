package io.ibench.workload.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.memory.MemoryDatabase;
import io.ibench.measure.Role;
import io.ibench.measure.WorkloadCounter;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a plan of ycsb says of itself, and what its verification finds. */
class YcsbFindingsTest {

  private final MemoryDatabase database = new MemoryDatabase();

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static Plan.Example example(Plan plan, String name) {
    return plan.examples().stream()
        .filter(each -> each.operation().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** Replaces the first field of a row of the load. */
  private void damage(YcsbTrial trial, long number, String value) throws Exception {
    try (Session session = database.session()) {
      Prepared update = session.prepare(example(trial.plan(), "UPDATE").command());
      byte[] field = bytes(value);
      update.setBytes(0, field, field.length);
      KeyText key = new KeyText().of(number);
      update.setBytes(1, key.bytes(), key.length());
      update.execute();
    }
  }

  @Test
  void factsSayWhatWasFound() {
    Plan plan = YcsbTrial.plan("workloada");
    assertThat(plan.facts(new long[] {8, 6, 4, 10, 0, 0, 0, 0}))
        .containsExactly("rows found: 6 of 8 (75.000 %)", "rows per scan: 2.500");
    assertThat(plan.facts(new long[8])).isEmpty();
    assertThat(plan.counters())
        .extracting(WorkloadCounter::name)
        .containsExactly(
            "rows_asked",
            "rows_found",
            "scans",
            "rows_scanned",
            "inserted",
            "uncertain",
            "row_bytes_written",
            "rows_verified");
  }

  @Test
  void onlyTheLoadInserts() {
    Plan plan = new YcsbWorkload().plan(YcsbTrial.config("workloada"));
    assertThat(plan.operations())
        .containsExactly("LOAD", "READ", "UPDATE", "INSERT", "SCAN", "READ_MODIFY_WRITE");
    assertThat(IntStream.range(0, 6).mapToObj(plan::role))
        .containsExactly(Role.INSERT, Role.QUERY, Role.QUERY, Role.QUERY, Role.QUERY, Role.QUERY);
    assertThat(plan.parts()).containsExactly(new Plan.Part(5, "read"), new Plan.Part(5, "update"));
    assertThat(plan.rowsContainTimes()).isFalse();
    assertThat(plan.continuesLoads()).isTrue();
    assertThat(new YcsbWorkload().name()).isEqualTo("ycsb");
    assertThat(new YcsbWorkload().description()).contains("YCSB");
  }

  @Test
  void newRowsKeepProcessesFromDividingTheWork() {
    assertThat(YcsbTrial.plan("load, workloada, workloadd").whyUndivided())
        .hasValue(
            "step workloadd inserts rows, which the other processes would not read during the"
                + " step");
    assertThat(YcsbTrial.plan("load, workloada, workloadc").whyUndivided()).isEmpty();
  }

  @Test
  void workersOfAStepThatWritesDependOnEachOther() {
    Plan plan = YcsbTrial.plan("load, workloada, workloadc");
    assertThat(plan.steps().stream().map(Step.Work.class::cast).map(plan::workersAreIndependent))
        .containsExactly(true, false, true);
  }

  @Test
  void examplesReadTheFirstRowAndTheLongestScan() {
    Plan plan = YcsbTrial.plan("workloade, workloada", "workloade.maxscanlength = 30");
    assertThat(plan.examples())
        .extracting(Plan.Example::operation)
        .containsExactly("READ", "UPDATE", "SCAN", "INSERT");
    assertThat(example(plan, "SCAN").command().toString()).contains("100");
    assertThat(example(plan, "READ").values()).containsExactly(1L);
    assertThat(example(plan, "UPDATE").values()).containsExactly(1L, 1L);
    assertThat(example(plan, "INSERT").values()).hasSize(11).containsOnly(1L);
  }

  @Test
  void shortFieldsAreCheckedByTheirLength() throws Exception {
    YcsbTrial trial =
        new YcsbTrial(database).run(YcsbTrial.LOAD + ", verify", "ycsb.fieldlength = 8");
    assertThat(trial.facts())
        .contains(
            "1,000 rows as booked",
            "fields are too short for check sums: only their lengths were checked");
    damage(trial, 7, "12345");
    trial.tryToRun("verify", "ycsb.fieldlength = 8");
    assertThat(trial.problems())
        .containsExactly("user%d: field0 has 5 bytes, not 8".formatted(KeyText.hash(7)));
  }

  @Test
  void aKeyOfAnotherFormIsFound() throws Exception {
    YcsbTrial trial = new YcsbTrial(database).run(YcsbTrial.LOAD);
    try (Session session = database.session()) {
      Prepared insert = session.prepare(example(trial.plan(), "INSERT").command());
      byte[] key = bytes("userx12");
      insert.setBytes(0, key, key.length);
      for (int field = 1; field <= 10; field++) {
        insert.setBytes(field, key, key.length);
      }
      insert.execute();
    }
    trial.tryToRun("verify");
    assertThat(trial.problems())
        .containsExactlyInAnyOrder(
            "the key userx12 is none of YCSB's", "expected 1,000 rows as booked, found 1,001");
    assertThat(trial.facts()).doesNotContain("each field is whole and belongs to its row");
  }

  @Test
  void ofManyDamagedFieldsTwentyAreNamed() throws Exception {
    YcsbTrial trial = new YcsbTrial(database).run(YcsbTrial.LOAD);
    for (long number = 0; number < 25; number++) {
      damage(trial, number, "0".repeat(100));
    }
    trial.tryToRun("verify");
    assertThat(trial.problems()).hasSize(21).endsWith("and 5 more");
    assertThat(trial.problems().subList(0, 20))
        .allSatisfy(
            problem -> assertThat(problem).endsWith(": field0 is damaged, or of another row"));
    assertThat(trial.facts()).contains("1,000 rows as booked");
  }

  @Test
  void theLoadedRowsAreTheSameForEachNumberOfThreads() throws Exception {
    String one = new YcsbTrial(new MemoryDatabase()).run(YcsbTrial.LOAD).contents();
    for (List<String> settings :
        List.of(
            List.of("load.threads = 3", "load.rows_per_commit = 7"),
            List.of("load.threads = 4", "load.rows_per_commit = 1000"))) {
      assertThat(
              new YcsbTrial(new MemoryDatabase())
                  .run(YcsbTrial.LOAD, settings.toArray(String[]::new))
                  .contents())
          .isEqualTo(one);
    }
  }
}
