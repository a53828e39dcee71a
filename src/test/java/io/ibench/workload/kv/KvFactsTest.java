package io.ibench.workload.kv;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.memory.MemoryDatabase;
import io.ibench.measure.WorkloadCounter;
import io.ibench.workload.Plan;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a plan of kv says of itself and of its steps. */
class KvFactsTest {

  private static final List<String> COUNTERS =
      List.of(
          "puts",
          "deletes",
          "keys_deleted",
          "keys_read",
          "keys_found",
          "seeks",
          "seeks_found",
          "rows_scanned",
          "bytes_read",
          "outcome_unknown",
          "mixed_puts",
          "mixed_value_bytes",
          "rows_verified",
          "row_bytes_written");

  private static long[] counted(Object... namesAndCounts) {
    long[] counts = new long[COUNTERS.size()];
    for (int at = 0; at < namesAndCounts.length; at += 2) {
      counts[COUNTERS.indexOf(namesAndCounts[at])] = (int) namesAndCounts[at + 1];
    }
    return counts;
  }

  @Test
  void factsSayWhatWasFound() {
    Plan plan = KvTrial.plan("fillseq, readrandom");
    assertThat(plan.counters()).extracting(WorkloadCounter::name).isEqualTo(COUNTERS);
    assertThat(plan.facts(counted())).isEmpty();
    assertThat(plan.facts(counted("keys_read", 8, "keys_found", 6)))
        .containsExactly("keys found: 6 of 8 (75.000 %)");
    assertThat(plan.facts(counted("deletes", 1000, "keys_deleted", 630)))
        .containsExactly("keys deleted: 630 of 1,000 (63.000 %)");
    assertThat(plan.facts(counted("seeks", 4, "seeks_found", 3, "rows_scanned", 10)))
        .containsExactly("seeks that found their key: 3 of 4; rows per seek 2.500");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fillrandom", "deleteseq", "deleterandom"})
  void aStepThatLeavesSomeKeysCannotBeDivided(String step) {
    assertThat(KvTrial.plan("fillseq, readrandom, " + step).whyUndivided())
        .hasValue(
            "step "
                + step
                + " leaves some of the keys, and no process knows which ones the others leave");
    assertThat(KvTrial.plan("fillseq, overwrite, readrandom").whyUndivided()).isEmpty();
  }

  @Test
  void examplesAreThoseOfTheSteps() {
    assertThat(KvTrial.plan("fillseq, readrandom").examples())
        .extracting(Plan.Example::operation)
        .containsExactly("put", "get", "delete");
    List<Plan.Example> more =
        KvTrial.plan(
                "multireadrandom, seekrandom, twice",
                "multireadrandom.multiget = 5",
                "twice.like = seekrandom")
            .examples();
    assertThat(more)
        .extracting(Plan.Example::operation)
        .containsExactly("put", "get", "multiget", "seek", "delete");
    assertThat(more.get(1).values()).as("the middle of 1,000 keys").containsExactly(500L);
    assertThat(more.get(2).values()).isEqualTo(Collections.nCopies(5, 500L));
  }

  @Test
  void verificationCountsWhatTheStepsHaveLeft() throws Exception {
    KvTrial trial = new KvTrial(new MemoryDatabase()).run("fillseq, readrandom, deleteseq, verify");
    assertThat(trial.facts())
        .containsExactly("800 rows as acknowledged", "each value is whole and belongs to its key");
    assertThat(trial.counted("fillseq", KvCounter.PUTS)).isEqualTo(1000);
    assertThat(trial.counted("readrandom", KvCounter.KEYS_FOUND)).isEqualTo(200);
    assertThat(trial.counted("deleteseq", KvCounter.KEYS_DELETED)).isEqualTo(200);
    assertThat(trial.counted("verify", KvCounter.ROWS_VERIFIED)).isEqualTo(800);
  }
}
