package io.ibench.report.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * max.json: what a search for the highest rate has found. Immutable.
 *
 * @param answer in a sentence
 * @param end how it ended
 * @param passesPs the highest rate that passes; empty if none does
 * @param failsPs the lowest rate above it that fails; empty if none was found
 * @param step whose rate it is
 * @param limits in microseconds, such as {@code p99_us}
 */
public record StoredSearch(
    String answer,
    String end,
    Optional<Number> passesPs,
    Optional<Number> failsPs,
    String step,
    Map<String, Number> limits) {

  public static final String NAME = "max.json";

  private static final String FOUND = "found";

  /** Empty without a file that can be read. */
  public static Optional<StoredSearch> read(Path run) {
    try {
      return Optional.of(JsonFile.read(run.resolve(NAME), StoredSearch.class));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Whether both rates were repeated and confirmed. */
  public boolean isFound() {
    return end.equals(FOUND);
  }
}
