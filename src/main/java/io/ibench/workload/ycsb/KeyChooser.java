package io.ibench.workload.ycsb;

import io.ibench.random.Random64;
import io.ibench.random.ZipfDistribution;

/**
 * Draws the numbers of rows as the generators of YCSB 0.17 do: the same probabilities, from
 * ibench's random numbers. Confined to the worker's thread; allocates nothing.
 */
interface KeyChooser {

  /** The constant of all of YCSB's Zipf laws. */
  double THETA = 0.99;

  /**
   * The number of a row.
   *
   * @param limit all lower numbers have been inserted; at least 1
   */
  long next(long limit);

  /**
   * A chooser.
   *
   * @param rows the numbers that have been given before the step
   */
  static KeyChooser of(StepSettings step, long rows, Random64 random) {
    return switch (step.distribution()) {
      case UNIFORM -> limit -> random.nextLong(rows);
      case ZIPFIAN -> new ScrambledZipfian(rows + step.expectedInserts() + 1, random);
      case LATEST -> new SkewedLatest(rows - 1, random);
    };
  }

  /**
   * A Zipf law over 10^10 ranks, hashed onto the rows. Numbers that are not inserted yet are drawn
   * again, so that hot rows stay hot while rows are inserted.
   */
  final class ScrambledZipfian implements KeyChooser {

    private static final long ITEMS = 10_000_000_000L;
    private static final ZipfDistribution RANKS = new ZipfDistribution(ITEMS + 1, THETA);

    private final long space;
    private final Random64 random;

    /**
     * @param space the rows that there are and may come
     */
    ScrambledZipfian(long space, Random64 random) {
      this.space = space;
      this.random = random;
    }

    @Override
    public long next(long limit) {
      long drawn;
      do {
        drawn = KeyText.hash(RANKS.draw(random)) % space;
      } while (drawn >= limit);
      return drawn;
    }
  }

  /**
   * A Zipf law that begins with the newest row. As in YCSB its sum grows with each new row, and one
   * of its constants, eta, is computed with the rows at the start.
   */
  final class SkewedLatest implements KeyChooser {

    private static final double ALPHA = 1 / (1 - THETA);
    private static final double ZETA_OF_TWO = ZipfDistribution.zeta(2, THETA);

    private final double body;
    private final Random64 random;
    private long count;
    private double zeta;
    private double eta;

    /**
     * @param highest the highest number at the start
     */
    SkewedLatest(long highest, Random64 random) {
      this.random = random;
      count = Math.max(1, highest);
      zeta = ZipfDistribution.zeta(count, THETA);
      body = -StrictMath.expm1((1 - THETA) * StrictMath.log(2.0 / count));
      eta = body / (1 - ZETA_OF_TWO / zeta);
    }

    @Override
    public long next(long limit) {
      long highest = limit - 1;
      if (highest > count) {
        grow(highest);
      }
      double drawn = random.nextDouble();
      double scaled = drawn * zeta;
      long rank =
          scaled < 1
              ? 0
              : scaled < ZETA_OF_TWO
                  ? 1
                  : (long) (highest * StrictMath.exp(ALPHA * StrictMath.log1p(eta * (drawn - 1))));
      return Math.max(0, highest - rank);
    }

    private void grow(long to) {
      for (long n = count + 1; n <= to; n++) {
        zeta += StrictMath.exp(-THETA * StrictMath.log(n));
      }
      count = to;
      eta = body / (1 - ZETA_OF_TWO / zeta);
    }
  }
}
