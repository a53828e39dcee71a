package io.ibench.report;

import io.ibench.report.StoredObject.DamageException;
import java.util.List;
import java.util.Optional;

/**
 * What a run worked on.
 *
 * @param runsBefore how many runs had worked on it
 * @param loadedBy the run that loaded it; empty when nobody knows
 * @param asIs in what the run differs from the data by the user's consent, one line each
 */
public record StoredData(long runsBefore, Optional<String> loadedBy, List<String> asIs) {

  static StoredData of(StoredObject json) throws DamageException {
    return new StoredData(
        json.count("ordinal"), json.findText("loaded_by"), List.copyOf(json.texts("as_is")));
  }
}
