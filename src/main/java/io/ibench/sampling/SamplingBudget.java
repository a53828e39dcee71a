package io.ibench.sampling;

import java.util.Locale;

/**
 * How much a run samples and keeps, however long it is. Not thread-safe.
 *
 * <p>A profile of a minute has some 30 KB.
 */
public final class SamplingBudget {

  /** Of a profile, idle CPUs' samples included. */
  static final double MAX_SAMPLES = 50_000;

  /** Of all repeats of a step, which are one recording: perf's file then has some 100 MB. */
  static final double MAX_RECORDED = 500_000;

  static final long MAX_BYTES = 64L << 20;
  static final int MAX_PROFILES = 2_000;

  /** Further ones have their functions in their files only. */
  static final int MAX_WITH_FUNCTIONS = 100;

  private static final double SECOND_NANOS = 1e9;

  private long bytes;
  private int profiles;

  /**
   * CPU time between two samples.
   *
   * @param hz as the user wants it; long steps and many CPUs have fewer
   * @param seconds of all repeats
   */
  public static long periodNanos(long hz, double seconds, long repeats, int cpus) {
    double recorded = Math.min(MAX_SAMPLES * repeats, MAX_RECORDED);
    return Math.round(SECOND_NANOS / Math.min(hz, recorded / (seconds * cpus)));
  }

  /** Counts a profile. */
  public void add(long fileBytes) {
    bytes += fileBytes;
    profiles++;
  }

  /** Whether another profile is kept. */
  public boolean hasRoom() {
    return bytes < MAX_BYTES && profiles < MAX_PROFILES;
  }

  /** Whether another profile has its functions in the list of all. */
  public boolean hasRoomForFunctions() {
    return profiles < MAX_WITH_FUNCTIONS;
  }

  /** How much there is. */
  public String text() {
    return String.format(Locale.ROOT, "%,d of them, %d MB", profiles, bytes >> 20);
  }
}
