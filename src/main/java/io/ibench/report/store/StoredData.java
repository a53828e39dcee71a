package io.ibench.report.store;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a run worked on.
 *
 * @param runsBefore how many runs had worked on it
 * @param loadedBy the run that loaded it; empty when nobody knows
 * @param settings those of the run that shape the data; empty where they are not told
 * @param asIs in what the run differs from the data by the user's consent, one line each
 * @param runsServed how many runs have worked on it after the last step
 * @param totals what each table then held; empty when nobody knows
 */
public record StoredData(
    @JsonProperty("ordinal") long runsBefore,
    Optional<String> loadedBy,
    Map<String, String> settings,
    List<String> asIs,
    long runsServed,
    Optional<Map<String, Map<String, Number>>> totals) {

  static final StoredData UNKNOWN =
      new StoredData(0, Optional.empty(), Map.of(), List.of(), 0, Optional.empty());
}
