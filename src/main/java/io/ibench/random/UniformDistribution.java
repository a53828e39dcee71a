package io.ibench.random;

/** Every rank is equally probable. */
public final class UniformDistribution implements Distribution {
  static final long MAX_SIZE = 1L << 62;

  private final long size;

  /**
   * @param n number of ranks, 1 .. 2^62
   * @throws IllegalArgumentException if n is out of range
   */
  public UniformDistribution(long n) {
    this.size = requireSize(n);
  }

  static long requireSize(long n) {
    if (n < 1 || n > MAX_SIZE) {
      throw new IllegalArgumentException("the size must be 1 .. 2^62: " + n);
    }
    return n;
  }

  @Override
  public long draw(Random64 random) {
    return random.nextLong(size);
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public double cdf(long rank) {
    if (rank < 0) {
      return 0;
    }
    return rank >= size - 1 ? 1 : (rank + 1) / (double) size;
  }
}
