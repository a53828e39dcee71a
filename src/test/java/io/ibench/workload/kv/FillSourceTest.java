package io.ibench.workload.kv;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.random.Random64;
import io.ibench.workload.Division;
import io.ibench.workload.internal.LoadBatches;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FillSourceTest {

  private static FillSource source(boolean unique, Division division, int... done) {
    BitSet batches = new BitSet();
    for (int number : done) {
      batches.set(number);
    }
    return new FillSource(
        KvTrial.plan("fillseq", "kv.num=10").settings(), 4, unique, batches, division);
  }

  private static List<String> batches(FillSource source) {
    List<String> all = new ArrayList<>();
    LoadBatches.Batch batch = new LoadBatches.Batch();
    while (source.next(batch)) {
      all.add(batch.first() + ".." + batch.last());
    }
    return all;
  }

  @Test
  void putsAreSharedOutInBatches() {
    FillSource source = source(false, Division.WHOLE);
    assertThat(source.batchSize()).isEqualTo(4);
    assertThat(batches(source)).containsExactly("1..4", "5..8", "9..10");
  }

  @Test
  void batchesOfAnEarlierProcessAreLeftOut() {
    FillSource source = source(false, Division.WHOLE, 0, 2);
    assertThat(batches(source)).containsExactly("5..8");
    List<Long> done = new ArrayList<>();
    source.forEachDone(done::add);
    assertThat(done).containsExactly(0L, 1L, 2L, 3L, 8L, 9L);
  }

  @Test
  void eachProcessHasBatchesOfItsOwn() {
    assertThat(batches(source(false, new Division(0, 2)))).containsExactly("1..4", "9..10");
    assertThat(batches(source(false, new Division(1, 2)))).containsExactly("5..8");
  }

  @Test
  void aRandomKeyDependsOnTheSeedAndThePutAlone() {
    FillSource source = source(false, Division.WHOLE);
    long seed = Random64.hash(7, "kv", "fillrandom");
    for (long put = 0; put < 10; put++) {
      assertThat(source.randomKey(put)).isEqualTo((Random64.hash(seed, put) >>> 1) % 10);
    }
  }

  @Test
  void uniqueKeysAreAllKeysInAnotherOrder() {
    FillSource source = source(true, Division.WHOLE);
    long[] keys = LongStream.range(0, 10).map(source::randomKey).toArray();
    assertThat(keys).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
  }
}
