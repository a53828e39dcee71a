package io.ibench.db;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a result is headed with, in the product's own words.
 *
 * @param name the adapter's name
 * @param engine the storage engine, or the product's only one
 * @param batch how several rows travel in one statement
 * @param durability what a commit waits for
 * @param settings what else of the product's shapes the numbers, by name, in the order to be shown,
 *     such as whether transactions were used; no secrets
 * @param warnings what a reader of the result must know and would not expect, one line each
 */
public record Description(
    String name,
    String product,
    String version,
    String engine,
    String driver,
    String batch,
    String durability,
    String isolation,
    Map<String, String> settings,
    List<String> warnings) {

  public Description {
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    warnings = List.copyOf(warnings);
  }

  /** Without further settings and warnings. */
  public Description(
      String name,
      String product,
      String version,
      String engine,
      String driver,
      String batch,
      String durability,
      String isolation) {
    this(name, product, version, engine, driver, batch, durability, isolation, Map.of(), List.of());
  }
}
