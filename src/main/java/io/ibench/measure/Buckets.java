package io.ibench.measure;

import java.util.List;

/**
 * The insert benchmark's own histogram of response times: ten buckets, each four times as wide as
 * the one before. Coarse, but exact at its edges, which an HdrHistogram is not, and what published
 * results are made of.
 */
public final class Buckets {

  /** The last one is for everything above the highest edge. */
  public static final int COUNT = 10;

  /** Of each bucket: its highest value, as published results write it. */
  public static final List<String> NAMES =
      List.of("256us", "1ms", "4ms", "16ms", "64ms", "256ms", "1s", "4s", "16s", "more");

  /** The highest value that each bucket but the last one takes. */
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

  /** The bucket of a time; the first comparison ends it for what is fast, and thus frequent. */
  static int of(long nanos) {
    int bucket = 0;
    while (bucket < EDGES_NANOS.length && nanos > EDGES_NANOS[bucket]) {
      bucket++;
    }
    return bucket;
  }

  /** The highest value of each bucket but the last one, which has none. */
  public static long[] edgesNanos() {
    return EDGES_NANOS.clone();
  }
}
