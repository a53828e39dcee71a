package io.ibench.measure;

import java.util.Optional;

/**
 * Identifies a step and its repeat. Immutable.
 *
 * @param name given by the user
 * @param kind defined by the workload
 * @param purpose why the run has it
 * @param like the step whose keys it inherits
 * @param repeat from 1
 */
public record StepIdentity(
    String name, String kind, StepPurpose purpose, Optional<String> like, int repeat, int repeats) {

  /** The step's name, with the repeat where there are several. */
  public String title() {
    return repeats > 1 ? name + " " + repeat : name;
  }
}
