package io.ibench.report.figures;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;

/**
 * Reads definitions.properties, which says how it is written. Latencies are worked out: each
 * statistic of each kind.
 */
final class Definitions {

  static final Map<String, Definition> ALL = Map.copyOf(read());

  private static final String EACH = "*.";
  private static final String LATENCY = "latency";

  private Definitions() {}

  private static Map<String, Definition> read() {
    Map<String, Definition> all = new HashMap<>();
    Map<String, Definition> statistics = new HashMap<>();
    Map<String, List<String>> kinds = new HashMap<>();
    load()
        .forEach(
            (name, value) -> {
              String key = (String) name;
              List<String> parts = Arrays.asList(((String) value).split("\\s*\\|\\s*", -1));
              if (key.startsWith(EACH)) {
                String statistic = key.substring(EACH.length());
                statistics.put(statistic, definition(statistic, parts));
              } else if (key.startsWith(LATENCY)) {
                kinds.put(key.substring(LATENCY.length()), parts);
              } else {
                all.put(key, definition(key, parts));
              }
            });
    kinds.forEach(
        (kind, words) -> statistics.values().forEach(of -> put(all, latency(kind, words, of))));
    return all;
  }

  private static Properties load() {
    Properties properties = new Properties();
    try (Reader reader =
        new InputStreamReader(
            Objects.requireNonNull(Definitions.class.getResourceAsStream("definitions.properties")),
            StandardCharsets.UTF_8)) {
      properties.load(reader);
      return properties;
    } catch (IOException e) {
      throw new UncheckedIOException("the build has damaged definitions.properties", e);
    }
  }

  private static Definition definition(String key, List<String> parts) {
    Better better = Better.valueOf(parts.get(2).toUpperCase(Locale.ROOT));
    return new Definition(key, parts.get(0), parts.get(1), better, parts.get(3));
  }

  /**
   * @param kind such as {@code .service}; empty for a latency of which the kind is said elsewhere
   * @param words what the times are called, and a sentence about them
   */
  private static Definition latency(String kind, List<String> words, Definition statistic) {
    String called = kind.isEmpty() ? "" : kind.substring(1);
    return new Definition(
        called.isEmpty() ? statistic.key() : called + "." + statistic.key(),
        (called.replace('_', ' ') + " " + statistic.name()).strip(),
        statistic.unit(),
        statistic.better(),
        statistic.text().replace("{0}", words.get(0)) + " " + words.get(1));
  }

  private static void put(Map<String, Definition> all, Definition definition) {
    all.put(definition.key(), definition);
  }
}
