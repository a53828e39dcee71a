package io.ibench.workload.linkbench;

import io.ibench.random.Distribution;
import io.ibench.random.Random64;
import io.ibench.random.Shuffler;
import java.util.function.LongUnaryOperator;

/** Draws ids of a range. Does not allocate. */
interface IdSource {

  long draw(Random64 random);

  /** The source for one thread: a copy if it has state, else itself. */
  default IdSource forWorker() {
    return this;
  }

  /** Draws a rank and maps it to an id, one to one. */
  record Shuffled(long startId, Distribution ranks, Shuffler shuffler) implements IdSource {

    @Override
    public long draw(Random64 random) {
      return startId + shuffler.permute(ranks.draw(random));
    }
  }

  /** A function of a uniform id; results outside the range become its first or last id. */
  record Mapped(long startId, long endId, LongUnaryOperator function) implements IdSource {

    @Override
    public long draw(Random64 random) {
      long id = function.applyAsLong(startId + random.nextLong(endId - startId));
      return Math.max(startId, Math.min(id, endId - 1));
    }
  }

  /**
   * Draws from the second source with the given probability, else from the first.
   *
   * @param share the probability of the second source, 0 .. 1
   */
  record Blend(IdSource first, IdSource second, double share) implements IdSource {

    @Override
    public long draw(Random64 random) {
      return (share > 0 && random.nextDouble() < share ? second : first).draw(random);
    }

    @Override
    public IdSource forWorker() {
      return new Blend(first.forWorker(), second.forWorker(), share);
    }
  }

  /** One id after the other, cyclic, from a random first one. Confined to the worker's thread. */
  final class RoundRobin implements IdSource {

    private final long startId;
    private final long endId;
    private boolean begun;
    private long next;

    RoundRobin(long startId, long endId) {
      this.startId = startId;
      this.endId = endId;
    }

    @Override
    public long draw(Random64 random) {
      if (!begun) {
        begun = true;
        next = startId + random.nextLong(endId - startId);
      } else if (next == endId) {
        next = startId;
      }
      return next++;
    }

    @Override
    public IdSource forWorker() {
      return new RoundRobin(startId, endId);
    }
  }
}
