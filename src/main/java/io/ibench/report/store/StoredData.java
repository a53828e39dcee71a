package io.ibench.report.store;

import io.ibench.report.figures.StoredObject;
import io.ibench.report.figures.StoredObject.DamageException;
import java.util.Collections;
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
 */
public record StoredData(
    long runsBefore, Optional<String> loadedBy, Map<String, String> settings, List<String> asIs) {

  static StoredData of(StoredObject json) throws DamageException {
    return new StoredData(
        json.count("ordinal"),
        json.findText("loaded_by"),
        Collections.unmodifiableMap(json.object("settings").texts()),
        List.copyOf(json.texts("as_is")));
  }
}
