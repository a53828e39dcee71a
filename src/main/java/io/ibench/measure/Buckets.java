package io.ibench.measure;

import java.util.List;

/**
 * The insert benchmark's own histogram of response times, as in published results: ten buckets,
 * each four times as wide as the one before. It is coarse but, unlike an HdrHistogram, exact at its
 * edges.
 */
public final class Buckets {

  /** The last bucket is for all values above the highest edge. */
  public static final int COUNT = 10;

  /** The highest value of each bucket, as published results write it. */
  public static final List<String> NAMES =
      List.of("256us", "1ms", "4ms", "16ms", "64ms", "256ms", "1s", "4s", "16s", "more");

  private static final long[] EDGES_NANOS = {
    256_000L,
    1_000_000L,
    4_000_000L,
    16_000_000L,
    64_000_000L,
    256_000_000L,
    1_000_000_000L,
    4_000_000_000L,
    16_000_000_000L
  };

  private Buckets() {}

  /** The bucket of a time; fast operations, the most frequent, need one comparison. */
  static int of(long nanos) {
    int bucket = 0;
    while (bucket < EDGES_NANOS.length && nanos > EDGES_NANOS[bucket]) {
      bucket++;
    }
    return bucket;
  }

  /** The highest value of each bucket except the last one. */
  public static long[] edgesNanos() {
    return EDGES_NANOS.clone();
  }
}
