package io.ibench.workload.kv;

import io.ibench.random.Random64;
import io.ibench.random.Shuffler;
import java.util.concurrent.atomic.AtomicLong;

/** Shares out the puts of a fill, or deletes of all keys, in batches. Thread-safe. */
final class FillSource {

  /** More than the rows of a page or block: neighbours are put far from each other. */
  private static final int ORDER_GROUPS = 1 << 16;

  private final long puts;
  private final int batchSize;
  private final long seed;

  /** Null: keys are drawn, and some come twice. */
  private final Shuffler order;

  private final AtomicLong next = new AtomicLong();

  /**
   * @param unique each key is put once
   */
  FillSource(KvSettings settings, int batchSize, boolean unique) {
    this.puts = settings.num();
    this.batchSize = (int) Math.min(batchSize, puts);
    this.seed = Random64.hash(settings.seed(), "kv", "fillrandom");
    this.order = unique ? new Shuffler(puts, seed, ORDER_GROUPS) : null;
  }

  int batchSize() {
    return batchSize;
  }

  /** The number of the first put of the next batch; -1 after the last one. */
  long take() {
    long first = next.getAndAdd(batchSize);
    return first < puts ? first : -1;
  }

  /** The number after the last put of a batch. */
  long end(long first) {
    return Math.min(first + batchSize, puts);
  }

  /** The key of a random fill's put: it depends on the seed and the put's number alone. */
  long randomKey(long put) {
    return order != null ? order.permute(put) : (Random64.hash(seed, put) >>> 1) % puts;
  }
}
