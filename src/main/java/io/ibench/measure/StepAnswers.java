package io.ibench.measure;

import java.util.Map;
import java.util.Optional;

/**
 * What a step's operations answered. Immutable.
 *
 * @param checksums the hash of all answers of an operation, by its number; empty when unknown
 * @param unknown why there are no checksums; empty if there are
 * @param varies why another run with the same settings may get other answers; empty if it must get
 *     the same ones
 */
public record StepAnswers(
    Map<Integer, Long> checksums, Optional<String> unknown, Optional<String> varies) {

  public StepAnswers {
    checksums = Map.copyOf(checksums);
  }

  /** Checksums that nobody knows. */
  public static StepAnswers unknown(String why) {
    return new StepAnswers(Map.of(), Optional.of(why), Optional.empty());
  }
}
