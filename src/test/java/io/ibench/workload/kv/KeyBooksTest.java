package io.ibench.workload.kv;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.kv.KeyBooks.State;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is known of the keys after fills, writes, deletes and counts. */
class KeyBooksTest {

  private static final long NUM = 130;

  private final KeyBooks books = new KeyBooks(NUM);

  private static Map<String, Map<String, Long>> totals(long rows) {
    return Map.of("kv", Map.of("rows", rows));
  }

  private void assertKnown(State state, long rows) {
    assertThat(books.state()).isEqualTo(state);
    assertThat(books.rows()).hasValue(rows);
    assertThat(books.totals()).hasValue(totals(rows));
  }

  private void assertUnknown() {
    assertThat(books.state()).isEqualTo(State.UNKNOWN);
    assertThat(books.rows()).isEmpty();
    assertThat(books.totals()).isEmpty();
  }

  @Test
  void nothingIsKnownAtFirst() {
    assertUnknown();
  }

  @Test
  void theRegisterKnowsTheNumberOfRows() {
    books.continueFrom(totals(NUM));
    assertKnown(State.ALL, NUM);
    books.continueFrom(totals(NUM - 1));
    assertKnown(State.COUNTED, NUM - 1);
    books.continueFrom(totals(0));
    assertKnown(State.COUNTED, 0);
    books.continueFrom(Map.of("kv", Map.of()));
    assertUnknown();
  }

  @Test
  void aFillInTurnPutsEveryKey() {
    books.beginFill(false);
    assertUnknown();
    books.put(5);
    books.loaded();
    assertKnown(State.ALL, NUM);
    assertThat(books.has(0)).isTrue();
    assertThat(books.has(NUM - 1)).isTrue();
  }

  @Test
  void aRandomFillPutsSomeKeys() {
    books.continueFrom(totals(NUM));
    books.beginFill(true);
    assertKnown(State.TRACKED, 0);
    books.put(0);
    books.put(63);
    books.put(64);
    books.put(129);
    books.put(64);
    assertKnown(State.TRACKED, 4);
    assertThat(books.has(63)).isTrue();
    assertThat(books.has(64)).isTrue();
    assertThat(books.has(62)).isFalse();
    assertThat(books.has(128)).isFalse();
    assertThat(books.has(129)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 63, 64, 65, 128, 130})
  void deletesTakeKeysFromAllOfThem(long num) {
    KeyBooks all = new KeyBooks(num);
    all.loaded();
    all.beginWrites(true);
    assertThat(all.state()).isEqualTo(State.TRACKED);
    assertThat(all.rows()).hasValue(num);
    all.deleted(num - 1);
    all.deleted(num - 1);
    assertThat(all.rows()).hasValue(num - 1);
    assertThat(all.has(num - 1)).isFalse();
    if (num > 1) {
      assertThat(all.has(0)).isTrue();
      assertThat(all.has(num - 2)).isTrue();
    }
    all.put(num - 1);
    assertThat(all.rows()).hasValue(num);
  }

  @Test
  void writesWithoutDeletesChangeNothingWhenEveryKeyIsThere() {
    books.loaded();
    books.beginWrites(false);
    books.put(3);
    assertKnown(State.ALL, NUM);
  }

  @Test
  void writesToCountedRowsMakeThemUnknown() {
    books.continueFrom(totals(100));
    books.beginWrites(false);
    assertUnknown();
    books.continueFrom(totals(100));
    books.beginWrites(true);
    assertUnknown();
  }

  @Test
  void writesToTrackedKeysGoOn() {
    books.beginFill(true);
    books.put(9);
    books.beginWrites(true);
    assertKnown(State.TRACKED, 1);
    books.beginWrites(false);
    assertKnown(State.TRACKED, 1);
  }

  @Test
  void aCountKnowsEveryKey() {
    books.beginRecount();
    books.put(7);
    books.put(8);
    books.recounted(2);
    assertKnown(State.TRACKED, 2);
    assertThat(books.has(7)).isTrue();
    books.recounted(NUM);
    assertKnown(State.ALL, NUM);
  }

  @Test
  void moreKeysThanHaveBitsAreCountedOnly() {
    KeyBooks many = new KeyBooks((1L << 36) + 1);
    many.beginRecount();
    assertThat(many.state()).isEqualTo(State.UNKNOWN);
    many.put(1L << 36);
    many.deleted(1L << 36);
    many.recounted(12);
    assertThat(many.state()).isEqualTo(State.COUNTED);
    assertThat(many.rows()).hasValue(12);
    many.loaded();
    many.beginWrites(true);
    assertThat(many.state()).isEqualTo(State.UNKNOWN);
  }

  @Test
  void clearedBooksKnowNothing() {
    books.beginFill(true);
    books.put(4);
    books.clear();
    assertUnknown();
    books.put(4);
    assertUnknown();
  }

  @Test
  void onlyAnUnknownOutcomeOfAnotherProcessChangesThem() {
    books.loaded();
    WorkloadCounters counted = KvCounter.SET.worker();
    counted.add(KvCounter.PUTS.ordinal(), 5);
    books.add(0, counted);
    assertKnown(State.ALL, NUM);
    counted.add(KvCounter.OUTCOME_UNKNOWN.ordinal(), 1);
    books.add(0, counted);
    assertUnknown();
  }
}
