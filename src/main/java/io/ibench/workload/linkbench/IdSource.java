package io.ibench.workload.linkbench;

import io.ibench.random.Distribution;
import io.ibench.random.Random64;
import io.ibench.random.Shuffler;

/** Draws ids of a range. Does not allocate. */
interface IdSource {

  long draw(Random64 random);

  /** Draws a rank and maps it to an id, one to one. */
  record Shuffled(long startId, Distribution ranks, Shuffler shuffler) implements IdSource {

    @Override
    public long draw(Random64 random) {
      return startId + shuffler.permute(ranks.draw(random));
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
  }
}
