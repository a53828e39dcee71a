package io.ibench.cli.setup;

import io.ibench.config.Config;
import io.ibench.config.Key;
import java.util.List;
import java.util.Locale;

/**
 * How the server's CPU is sampled.
 *
 * @param hz samples for each second of CPU time; 0: none
 * @param repeats which ones are sampled
 */
public record CpuProfileKeys(long hz, Repeats repeats) {

  /** The rate of {@code --cpu-profile}: not that of a timer, and below 4 % of the CPU. */
  public static final String USUAL_HZ = "99";

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
              "samples of the server's CPU in a second of CPU time, by perf; 0 for none")
          .withDefault("0");

  public static final Key<Repeats> REPEATS =
      Key.choice(
              "cpu_profile.repeat",
              Repeats.class,
              "extra samples one more repeat of each main step that only reads, which enters no"
                  + " figure, and all of a step that writes; all samples all repeats")
          .withDefault("extra");

  static List<Key<?>> keys() {
    return List.of(HZ, REPEATS);
  }

  static CpuProfileKeys from(Config config) {
    return new CpuProfileKeys(config.get(HZ), config.get(REPEATS));
  }

  public boolean isOn() {
    return hz > 0;
  }
}
