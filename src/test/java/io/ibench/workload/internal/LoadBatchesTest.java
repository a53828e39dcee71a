package io.ibench.workload.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.workload.Division;
import io.ibench.workload.internal.LoadBatches.Batch;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which rows of which table are a batch. */
class LoadBatchesTest {

  private static final long[] ROWS = {5, 0, 1, 4};
  private static final int[] BATCH_ROWS = {2, 3, 10, 4};

  private static LoadBatches batches(BitSet loaded, Division division) {
    return new LoadBatches(ROWS, BATCH_ROWS, loaded, division);
  }

  private static List<String> all(LoadBatches batches) {
    List<String> all = new ArrayList<>();
    Batch batch = new Batch();
    while (batches.next(batch)) {
      all.add(batch.table() + ": " + batch.first() + " - " + batch.last());
    }
    assertThat(batches.next(batch)).as("after the last one").isFalse();
    return all;
  }

  private static BitSet bits(int... numbers) {
    BitSet bits = new BitSet();
    for (int number : numbers) {
      bits.set(number);
    }
    return bits;
  }

  @Test
  void tablesFollowEachOtherAndTheLastBatchOfATableMayBeSmaller() {
    assertThat(all(batches(new BitSet(), Division.WHOLE)))
        .containsExactly("0: 1 - 2", "0: 3 - 4", "0: 5 - 5", "2: 1 - 1", "3: 1 - 4");
  }

  @Test
  void equalTablesHaveEqualBatches() {
    assertThat(all(new LoadBatches(3, 3, 2, new BitSet())))
        .containsExactly("0: 1 - 2", "0: 3 - 3", "1: 1 - 2", "1: 3 - 3", "2: 1 - 2", "2: 3 - 3");
  }

  @Test
  void eachProcessHasBatchesOfItsOwn() {
    assertThat(all(batches(new BitSet(), new Division(0, 2))))
        .containsExactly("0: 1 - 2", "0: 5 - 5", "3: 1 - 4");
    assertThat(all(batches(new BitSet(), new Division(1, 2))))
        .containsExactly("0: 3 - 4", "2: 1 - 1");
  }

  @Test
  void batchesThatAreLoadedAreLeftOut() {
    assertThat(all(batches(bits(0, 3), Division.WHOLE)))
        .containsExactly("0: 3 - 4", "0: 5 - 5", "3: 1 - 4");
  }

  @Test
  void afterMoreMissingBatchesThanWorkersTheRestIsMissing() throws Exception {
    LoadBatches ten = new LoadBatches(1, 10, 1, new BitSet());
    assertThat(ten.committed(2, batch -> List.of(1L, 3L, 6L).contains(batch.first())))
        .isEqualTo(bits(0, 2, 5));
    assertThat(ten.committed(2, batch -> List.of(1L, 3L, 7L).contains(batch.first())))
        .as("three are missing before the seventh")
        .isEqualTo(bits(0, 2));
  }
}
