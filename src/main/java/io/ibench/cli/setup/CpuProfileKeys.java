package io.ibench.cli.setup;

import io.ibench.config.Config;
import io.ibench.config.Key;
import java.util.List;
import java.util.Locale;

/**
 * How the CPU of the server, or of ibench, is sampled.
 *
 * @param hz samples for each second of CPU time; 0: none
 * @param repeats which ones are sampled
 * @param client whether ibench is sampled beside a server
 */
public record CpuProfileKeys(long hz, Repeats repeats, boolean client) {

  /** The rate of {@code --cpu-profile}: not that of a timer, and below 4 % of the CPU. */
  public static final String USUAL_HZ = "99";

  private static final long SECOND_NANOS = 1_000_000_000;
  private static final long SHORTEST_BLOCK_NANOS = 2 * SECOND_NANOS;

  /** Of the CPU that both servers share with ibench. */
  private static final long SAMPLES_OF_BLOCK = 1_000;

  /** What is sampled of a main step. */
  public enum Repeats {
    /** One more repeat, which enters no figure. */
    EXTRA,
    /** All of it. */
    ALL;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public static final Key<Long> HZ =
      Key.count(
              "cpu_profile",
              0,
              999,
              "samples of the server's CPU in a second of CPU time, by perf; of a database inside"
                  + " of ibench by async-profiler; 0 for none")
          .withDefault("0");

  public static final Key<Repeats> REPEATS =
      Key.choice(
              "cpu_profile.repeat",
              Repeats.class,
              "extra samples one more repeat of each main step that only reads, which enters no"
                  + " figure, and all of a step that writes; all samples all repeats")
          .withDefault("extra");

  public static final Key<Boolean> CLIENT =
      Key.flag(
              "cpu_profile.client",
              "samples ibench's own CPU as well, by async-profiler; bin/ibench fetch async-profiler")
          .withDefault("false");

  static List<Key<?>> keys() {
    return List.of(HZ, REPEATS, CLIENT);
  }

  static CpuProfileKeys from(Config config) {
    return new CpuProfileKeys(config.get(HZ), config.get(REPEATS), config.get(CLIENT));
  }

  /** How long a block of a duet is sampled: gives each of two servers hundreds of samples. */
  public long blockNanos() {
    return Math.max(SHORTEST_BLOCK_NANOS, SAMPLES_OF_BLOCK * SECOND_NANOS / Math.max(1, hz));
  }

  public boolean isOn() {
    return hz > 0;
  }
}
