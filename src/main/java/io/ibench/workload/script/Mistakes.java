package io.ibench.workload.script;

import io.ibench.config.Config;

/** Collects the mistakes in scripts. Not thread-safe. */
final class Mistakes {

  private final Config config;
  private int count;

  Mistakes(Config config) {
    this.config = config;
  }

  /** Records a mistake; the message says what would be right. */
  void add(Place place, String message) {
    config.problem(place.toString(), "", "", message);
    count++;
  }

  boolean any() {
    return count > 0;
  }
}
