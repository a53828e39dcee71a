package io.ibench.workload.kv;

import io.ibench.db.DatabaseException;
import io.ibench.random.Random64;
import io.ibench.random.Shuffler;
import io.ibench.workload.Division;
import io.ibench.workload.internal.LoadBatches;
import java.util.BitSet;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Shares out the puts of a fill, or deletes of all keys, in batches. Thread-safe. */
final class FillSource {

  /** More than the rows of a page or block: neighbours are put far from each other. */
  private static final int ORDER_GROUPS = 1 << 16;

  private final long puts;
  private final LoadBatches batches;
  private final BitSet done;
  private final long seed;

  /** Null: keys are drawn, and some come twice. */
  private final @Nullable Shuffler order;

  /**
   * @param unique each key is put once
   * @param done the numbers of batches that an earlier process has put; must not change any more
   * @param division which batches are this process' own
   */
  FillSource(KvSettings settings, int batchSize, boolean unique, BitSet done, Division division) {
    this.puts = settings.num();
    this.batches = new LoadBatches(1, puts, batchSize, done, division);
    this.done = done;
    this.seed = Random64.hash(settings.seed(), "kv", "fillrandom");
    this.order = unique ? new Shuffler(puts, seed, ORDER_GROUPS) : null;
  }

  int batchSize() {
    return batches.batchRows();
  }

  /** Takes the next batch; false after the last one. The first put has number 1. */
  boolean next(LoadBatches.Batch batch) {
    return batches.next(batch);
  }

  /** The numbers of the batches that an earlier process has put. */
  BitSet committed(int workers, LoadBatches.Lookup lookup) throws DatabaseException {
    return batches.committed(workers, lookup);
  }

  /** The puts of an earlier process, by their numbers from 0 on. */
  void forEachDone(LongConsumer put) {
    for (int batch = done.nextSetBit(0); batch >= 0; batch = done.nextSetBit(batch + 1)) {
      long first = (long) batch * batchSize();
      for (long number = first; number < Math.min(first + batchSize(), puts); number++) {
        put.accept(number);
      }
    }
  }

  /** The key of a random fill's put: it depends on the seed and the put's number alone. */
  long randomKey(long put) {
    return order != null ? order.permute(put) : (Random64.hash(seed, put) >>> 1) % puts;
  }
}
