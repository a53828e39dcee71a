package io.ibench.db;

import java.util.ArrayList;
import java.util.List;

/**
 * One of the few counters of a product that explain most of what it does. Immutable.
 *
 * @param name as in {@link ServerCounter}
 * @param rising as in {@link ServerCounter}
 * @param meaning what it counts, in a sentence without an end, for a reader who has never seen it
 */
public record MainCounter(String name, boolean rising, String meaning) {

  /**
   * Reads a list with a line for each counter: {@code +} for one that counts up, {@code =} for a
   * level, its name, and its meaning.
   */
  public static List<MainCounter> list(String lines) {
    List<MainCounter> all = new ArrayList<>();
    lines
        .lines()
        .forEach(
            line -> {
              String[] words = line.split(" ", 3);
              all.add(new MainCounter(words[1], words[0].equals("+"), words[2]));
            });
    return List.copyOf(all);
  }
}
