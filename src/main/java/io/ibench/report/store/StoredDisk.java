package io.ibench.report.store;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One of the disks that the figures of a step or period are the sum of.
 *
 * @param figures by the names of the sums, in the order of the file
 */
public record StoredDisk(String device, @JsonUnwrapped Map<String, Number> figures) {

  private static final String DEVICE = "device";

  /**
   * A disk as {@link io.ibench.report.figures.FigureMap} has it.
   *
   * @param disk its figures, and its name under {@code device}
   */
  static StoredDisk of(Map<?, ?> disk) {
    Map<String, Number> figures = new LinkedHashMap<>();
    disk.forEach(
        (key, value) -> {
          if (!key.equals(DEVICE)) {
            figures.put((String) key, (Number) value);
          }
        });
    return new StoredDisk((String) disk.get(DEVICE), figures);
  }
}
