package io.ibench.workload.table;

import io.ibench.config.Config;
import io.ibench.config.Key;
import java.util.List;
import java.util.function.Predicate;

/**
 * Reads the further keys of a step, of which not every kind has all.
 *
 * @param names under which the step's keys are given, the nearest first
 * @param has whether the step's kind has a key
 */
public record StepOptions(Config config, List<String> names, Predicate<Key<?>> has) {

  /** The setting, or {@code without} if the kind has no such key. */
  public <T> T get(Key<T> key, T without) {
    return has.test(key) ? config.get(key, names) : without;
  }

  public <T> T get(Key<T> key) {
    return config.get(key, names);
  }

  /** The number, or 0 if the kind has no such key. */
  public int number(Key<Long> key) {
    return Math.toIntExact(get(key, 0L));
  }
}
