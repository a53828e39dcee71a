package io.ibench.measure;

import java.util.Optional;

/**
 * Which step, and which repeat of it.
 *
 * @param name the user's
 * @param kind the workload's
 * @param like the step whose keys it inherits
 * @param repeat from 1
 */
public record StepIdentity(
    String name, String kind, Optional<String> like, int repeat, int repeats) {

  /** The step's name, with the repeat where there are several. */
  public String title() {
    return repeats > 1 ? name + " " + repeat : name;
  }
}
