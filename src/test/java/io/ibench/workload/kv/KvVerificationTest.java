package io.ibench.workload.kv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.memory.MemoryDatabase;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.WorkloadRun.Outcome;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each damage is found and named, and nothing else is. */
class KvVerificationTest {

  private final MemoryDatabase database = new MemoryDatabase();
  private final KvPlan plan = KvTrial.plan("verify");
  private final KeyBooks books = new KeyBooks(1000);
  private final WorkloadCounters progress = KvCounter.SET.worker();

  @BeforeEach
  void fill() throws Exception {
    new KvTrial(database).run("fillseq");
    books.loaded();
  }

  private Outcome verify() throws Exception {
    return new KvVerification(plan, books, database, progress).run();
  }

  private void delete(long... keys) throws Exception {
    KvTable.KeyAccess access = plan.table().access();
    try (Session session = database.session()) {
      Prepared delete = session.prepare(plan.table().delete());
      for (long key : keys) {
        access.bind(delete, 0, key);
        delete.execute();
      }
    }
  }

  private void put(long key, int valueBytes) throws Exception {
    KvTable.KeyAccess access = plan.table().access();
    byte[] value = new byte[100];
    new ValueStamp(plan.settings().valueBuffer()).write(key, 0, 0, value, 100);
    try (Session session = database.session()) {
      Prepared put = session.prepare(plan.table().put());
      access.bind(put, 0, key);
      put.setBytes(1, value, valueBytes);
      put.execute();
    }
  }

  private void putKey(byte... key) throws Exception {
    try (Session session = database.session()) {
      Prepared put = session.prepare(plan.table().put());
      put.setBytes(0, key, key.length);
      put.setBytes(1, new byte[100], 100);
      put.execute();
    }
  }

  @Test
  void wholeRowsAreAsAcknowledged() throws Exception {
    assertThat(verify())
        .extracting(Outcome::rows, Outcome::problems)
        .containsExactly(1000L, List.of());
    assertThat(progress.get(KvCounter.ROWS_VERIFIED.ordinal())).isEqualTo(1000);
  }

  @Test
  void keysOutsideOfTheRangeAreNamed() throws Exception {
    put(1000, 100);
    Outcome outcome = verify();
    assertThat(outcome.problems())
        .containsExactly(
            "a key is none of 0 .. 999: 1000", "expected 1,000 rows as acknowledged, found 1,001");
    assertThat(outcome.facts()).containsExactly("values were checked");
  }

  @Test
  void keysThatIbenchDoesNotWriteAreNamed() throws Exception {
    putKey((byte) 127, (byte) 1);
    assertThat(verify().problems())
        .containsExactly(
            "a key is none of 0 .. 999: -1", "expected 1,000 rows as acknowledged, found 1,001");
  }

  @Test
  void keysThatWereNeverPutOrWereDeletedAreNamed() throws Exception {
    books.beginWrites(true);
    books.deleted(0);
    books.deleted(999);
    delete(999);
    assertThat(verify().problems())
        .containsExactly(
            "key 0 is there, but nothing put it, or it was deleted",
            "expected 998 rows as acknowledged, found 999");
  }

  @Test
  void whatIsMissingIsNotKnownWithoutBooks() throws Exception {
    books.clear();
    delete(5);
    Outcome outcome = verify();
    assertThat(outcome.problems()).isEmpty();
    assertThat(outcome.facts())
        .containsExactly(
            "999 rows; not checked which keys are missing: they are not known, as after a run that"
                + " died",
            "each value is whole and belongs to its key");
  }

  @Test
  void rowsThatAreOnlyCountedAreCompared() throws Exception {
    books.continueFrom(Map.of("kv", Map.of("rows", 999L)));
    delete(5);
    assertThat(verify().facts())
        .containsExactly("999 rows as acknowledged", "each value is whole and belongs to its key");
  }

  @Test
  void onlyTheFirstDamagesAreNamed() throws Exception {
    for (int key = 10; key < 20; key++) {
      put(key, 99);
    }
    assertThat(verify().problems()).hasSize(10).endsWith("key 19 has 99 bytes, not 100");
    put(0, 98);
    put(999, 98);
    assertThat(verify().problems())
        .hasSize(11)
        .startsWith("key 0 has 98 bytes, not 100")
        .endsWith("and 2 more");
  }

  @ParameterizedTest
  @ValueSource(strings = {"kv.value_size=31", "kv.like=db_bench"})
  void valuesWithoutStampsAreOnlyMeasured(String setting) throws Exception {
    KvTrial trial = new KvTrial(database).run("fillseq, verify", setting);
    assertThat(trial.facts())
        .endsWith(
            "1,000 rows as acknowledged", "values have no stamps: only their lengths were checked");
  }

  @Test
  void keysWithPrefixesAreInAnotherOrder() throws Exception {
    KvTrial trial = new KvTrial(database).run("fillseq, verify", "kv.keys_per_prefix=10");
    assertThat(trial.facts())
        .endsWith("1,000 rows as acknowledged", "each value is whole and belongs to its key");
  }

  @Test
  void tablesOfSeveralPartsAreReadToTheirEnd() throws Exception {
    KvTrial trial = new KvTrial(database).run("fillseq, verify", "kv.num=2500");
    assertThat(trial.facts()).contains("2,500 rows as acknowledged");
    assertThat(trial.counted("verify", KvCounter.ROWS_VERIFIED)).isEqualTo(2500);
  }

  @Test
  void aCountEntersTheKeysThatAreThere() throws Exception {
    delete(0, 500);
    put(1000, 100);
    putKey((byte) 127, (byte) 1);
    books.clear();
    assertThat(new KvVerification(plan, books, database, progress).recount()).isEqualTo(998);
    assertThat(books.rows()).hasValue(998);
    assertThat(books.has(0)).isFalse();
    assertThat(books.has(1)).isTrue();
    assertThat(books.has(500)).isFalse();
    assertThat(books.has(999)).isTrue();
    assertThat(progress.get(KvCounter.ROWS_VERIFIED.ordinal())).as("no row is checked").isZero();
  }

  @Test
  void anInterruptEndsAVerification() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(this::verify).isInstanceOf(InterruptedException.class);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }
}
