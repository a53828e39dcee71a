package io.ibench.db;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The database, for the head of a result, in the product's own words. Immutable.
 *
 * <p>A text is empty where there is no such thing: plain files have no engine.
 *
 * @param name the adapter's name
 * @param engine the storage engine
 * @param batch how several rows are sent in one statement
 * @param durability what a commit waits for
 * @param settings other settings of the product that influence the results, by name, in the order
 *     to show them, such as whether transactions are used; without secrets
 * @param warnings facts that a reader of the result must know and does not expect, one line each
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

  /** A description without settings and warnings. */
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

  /** The same with these warnings alone. */
  public Description withWarnings(List<String> others) {
    return new Description(
        name, product, version, engine, driver, batch, durability, isolation, settings, others);
  }
}
