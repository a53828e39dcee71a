package io.ibench.workload.io;

import io.ibench.random.ExactZipfDistribution;
import io.ibench.random.Random64;
import io.ibench.workload.io.IoKeys.Pattern;

/** Chooses the first pages of reads or writes. Confined to one thread; allocates nothing. */
interface PageChoice {

  long next();

  /**
   * Chooses blocks.
   *
   * @param zipfExponent of ZIPF
   * @param thread the thread's number in its step; threads that go in sequence begin apart
   */
  static PageChoice of(
      Pattern pattern,
      double zipfExponent,
      long pages,
      int blockPages,
      Random64 random,
      int thread,
      int threads) {
    long blocks = pages / blockPages;
    return switch (pattern) {
      case RANDOM -> () -> random.nextLong(blocks) * blockPages;
      case SEQUENTIAL -> new Sequence(blocks, blockPages, blocks / threads * thread);
      case ZIPF -> {
        ExactZipfDistribution ranks = new ExactZipfDistribution(blocks, zipfExponent);
        yield () -> Math.floorMod(Random64.hash(ranks.draw(random), blocks), blocks) * blockPages;
      }
    };
  }

  /** All blocks in turn, again and again. */
  final class Sequence implements PageChoice {

    private final long blocks;
    private final int blockPages;
    private long block;

    Sequence(long blocks, int blockPages, long first) {
      this.blocks = blocks;
      this.blockPages = blockPages;
      this.block = first;
    }

    @Override
    public long next() {
      long chosen = block;
      block = block + 1 == blocks ? 0 : block + 1;
      return chosen * blockPages;
    }
  }
}
