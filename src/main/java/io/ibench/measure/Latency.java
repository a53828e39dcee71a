package io.ibench.measure;

import org.HdrHistogram.Histogram;

/**
 * The range and precision of every latency histogram: 1 ns to 1 h in nanoseconds, two significant
 * digits, never resized. Two digits take 37 KB for a histogram, three would take 270 KB.
 */
public final class Latency {

  public static final long HIGHEST_NANOS = 3_600_000_000_000L;
  public static final int SIGNIFICANT_DIGITS = 2;

  private Latency() {}

  public static Histogram histogram() {
    return new Histogram(1, HIGHEST_NANOS, SIGNIFICANT_DIGITS);
  }
}
