package io.ibench.suite;

import io.ibench.config.Secrets;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One level of each factor, and all that follows from them. Immutable.
 *
 * @param name the levels with dots between, without those of factors that have only one level;
 *     {@code all} without factors
 * @param levels by the factor's name, in the order of the factors
 * @param settings by area and key, sorted by key
 */
public record Variant(
    String name, Map<String, String> levels, Map<Area, Map<String, String>> settings) {

  public Variant {
    levels = Collections.unmodifiableMap(new LinkedHashMap<>(levels));
    Map<Area, Map<String, String>> sorted = new EnumMap<>(Area.class);
    for (Area area : Area.values()) {
      Map<String, String> of = settings.getOrDefault(area, Map.of());
      sorted.put(area, Collections.unmodifiableMap(new TreeMap<>(of)));
    }
    settings = Collections.unmodifiableMap(sorted);
  }

  public Map<String, String> of(Area area) {
    return Objects.requireNonNull(settings.get(area));
  }

  public Optional<String> find(Area area, String key) {
    return Optional.ofNullable(of(area).get(key));
  }

  /** Whether it has all these levels. */
  boolean has(List<String> some) {
    return levels.values().containsAll(some);
  }

  /** All settings as lines of a file, such as {@code conf.sync_binlog = 0}; without secrets. */
  public String text() {
    StringBuilder text = new StringBuilder();
    settings.forEach(
        (area, of) ->
            of.forEach(
                (key, value) -> text.append(line(area.word() + "." + key, value)).append('\n')));
    return text.toString();
  }

  private static String line(String name, String value) {
    return (name + " = " + Secrets.maskedValue(name, value)).strip();
  }
}
