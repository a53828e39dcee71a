package io.ibench.workload.kv;

import io.ibench.random.Random64;
import java.util.concurrent.atomic.AtomicLong;

/** Shares out the puts of a fill in batches. Thread-safe. */
final class FillSource {

  private final long puts;
  private final int batchSize;
  private final long seed;
  private final AtomicLong next = new AtomicLong();

  FillSource(KvSettings settings, int batchSize) {
    this.puts = settings.num();
    this.batchSize = (int) Math.min(batchSize, puts);
    this.seed = Random64.hash(settings.seed(), "kv", "fillrandom");
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
    return (Random64.hash(seed, put) >>> 1) % puts;
  }
}
