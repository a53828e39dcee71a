package io.ibench.workload.kv;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Rate;
import io.ibench.measure.Role;
import io.ibench.workload.Step;
import io.ibench.workload.TableUse;
import org.junit.jupiter.api.Test;

class KvPlanTest {

  @Test
  void aWriterPutsItsBytesExactly() {
    KvPlan plan =
        KvTrial.plan("readwhilewriting", "kv.value_size = 400", "readwhilewriting.threads = 8");
    Step.Work step = (Step.Work) plan.steps().get(0);
    Step.Group readers = step.groups().get(0);
    Step.Group writer = step.groups().get(1);
    assertThat(readers.threads()).isEqualTo(8);
    assertThat(readers.background()).isFalse();
    assertThat(writer.background()).isTrue();
    assertThat(writer.role()).isEqualTo(Role.INSERT);
    assertThat(writer.threads()).isEqualTo(1);
    assertThat(writer.rate().unitsIn(420_000_000_000L)).isEqualByComparingTo("2097152");
  }

  @Test
  void aWriterCanHaveNoLimit() {
    Step.Work unlimited =
        (Step.Work) KvTrial.plan("readwhilewriting", "kv.byte_rate = 0").steps().get(0);
    assertThat(unlimited.groups().get(1).rate()).isEqualTo(Rate.UNLIMITED);
  }

  @Test
  void whatABenchmarkCannotDoIsRefused() {
    assertThat(KvTrial.mistakes("fillseq, readmissing", "kv.key_size = 8"))
        .singleElement()
        .asString()
        .contains("kv.key_size = 8: needs kv.key = bytes and a byte after the number's 8");
    assertThat(KvTrial.mistakes("filluniquerandom", "kv.like = db_bench"))
        .singleElement()
        .asString()
        .contains("kv.like = db_bench: has no filluniquerandom in db_bench's order");
  }

  @Test
  void aFillBringsItsTable() {
    assertThat(KvTrial.plan("fillseq, readrandom").steps())
        .extracting(Step::name)
        .containsExactly("drop", "create", "fillseq", "readrandom");
    assertThat(KvTrial.plan("fillseq, readrandom").steps())
        .extracting(Step::use)
        .containsExactly(TableUse.DROPS, TableUse.CREATES, TableUse.LOADS, TableUse.READS);
  }

  @Test
  void ascendingRangesReadTenRowsUnlessToldOtherwise() {
    KvPlan plan = KvTrial.plan("fwdrange, seekrandom, hundred", "hundred.like = revrange");
    assertThat(plan.settings(plan.steps().get(0)).nexts()).isEqualTo(10);
    assertThat(plan.settings(plan.steps().get(1)).nexts()).isZero();
    KvPlan other =
        KvTrial.plan("fwdrange, hundred", "hundred.like = revrange", "hundred.nexts = 100");
    assertThat(other.settings(other.steps().get(1)).nexts()).isEqualTo(100);
  }

  @Test
  void mistakesAreFoundBeforeADatabaseIsTouched() {
    assertThat(KvTrial.mistakes("readrandom", "kv.key_size = 1"))
        .singleElement()
        .asString()
        .contains(
            "kv.key_size = 1: leaves 1 bytes for the number, which 1000 keys do not fit into");
    assertThat(KvTrial.mistakes("readrandom", "kv.keys_per_prefix = 10", "kv.prefix_size = 20"))
        .singleElement()
        .asString()
        .contains("kv.prefix_size = 20: leaves no byte");
    assertThat(KvTrial.mistakes("readrandom", "kv.keys_per_prefix = 2000"))
        .singleElement()
        .asString()
        .contains("is more than all 1000 keys");
    assertThat(KvTrial.mistakes("fillseq", "kv.like = db_bench", "fillseq.threads = 2"))
        .singleElement()
        .asString()
        .contains("is more than the one thread");
    assertThat(
            KvTrial.mistakes(
                "readwhilewriting", "kv.value_size = 16M", "readwhilewriting.byte_rate = 1000B"))
        .singleElement()
        .asString()
        .contains("is less than one row an hour");
    assertThat(KvTrial.mistakes("mergerandom")).asString().contains("unknown step mergerandom");
  }
}
