package io.ibench.report.store;

import io.ibench.report.figures.StoredObject;
import io.ibench.report.figures.StoredObject.DamageException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One of the disks that the figures of a step or period are the sum of.
 *
 * @param figures by the names of the sums, in the order of the file
 */
public record StoredDisk(String device, Map<String, Number> figures) {

  static StoredDisk of(StoredObject json) throws DamageException {
    return new StoredDisk(
        json.text("device"), Collections.unmodifiableMap(new LinkedHashMap<>(json.numbers())));
  }
}
