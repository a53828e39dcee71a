package io.ibench.report.figures;

import io.ibench.measure.StepStart.Unit;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;

/**
 * Name, unit and text of a figure in docs/metrics.md: the one source for tables, charts and
 * comparisons. Immutable.
 *
 * @param key in summary.json
 * @param name as tables head it, such as {@code wKB/q}
 * @param unit such as {@code KB/op}; empty for a count
 * @param text one or two sentences: what it is and how it is computed
 * @param brief a few words for a table's legend; empty for a name that explains itself
 */
public record Definition(
    String key, String name, String unit, Better better, String text, String brief) {

  /** Without a brief text. */
  public Definition(String key, String name, String unit, Better better, String text) {
    this(key, name, unit, better, text, "");
  }

  /** All definitions by key, from definitions.properties, which describes its format. */
  static final Map<String, Definition> ALL = Map.copyOf(read());

  private static final String EACH = "*.";
  private static final String LATENCY = "latency";

  /** The name in a step of this unit: in a step that counts only rows, a cost is one per row. */
  public String name(Unit unit) {
    return unit != Unit.QUERIES && name.endsWith("/q")
        ? name.substring(0, name.length() - 1) + "i"
        : name;
  }

  /**
   * The definition of a figure; empty if this version does not know the key.
   *
   * @param key of a step's figure ({@code wkbpq}), of an operation's count ({@code abandoned}) or
   *     latency ({@code p99_us}, or more exactly {@code service.p99_us}, {@code response.p99_us},
   *     {@code pool_wait.p99_us}, {@code failed.p99_us}), of {@code outages} and their parts
   *     ({@code outages.seconds}), of a target rate ({@code target_ps}, {@code actual_ps}, {@code
   *     share}), of the load comparison ({@code load.ips}), of a column of rows.csv or
   *     intervals.csv
   */
  public static Optional<Definition> of(String key) {
    return Optional.ofNullable(ALL.get(key));
  }

  /** All definitions: figures of steps in the order of the CSV columns, then others by key. */
  public static List<Definition> all() {
    List<Definition> all = new ArrayList<>();
    Figure.KEYS.forEach(key -> of(key).ifPresent(all::add));
    ALL.values().stream()
        .filter(each -> !Figure.KEYS.contains(each.key()))
        .sorted(Comparator.comparing(Definition::key))
        .forEach(all::add);
    return all;
  }

  /** Combines each statistic of latencies with each kind of latency. */
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
            Objects.requireNonNull(Definition.class.getResourceAsStream("definitions.properties")),
            StandardCharsets.UTF_8)) {
      properties.load(reader);
      return properties;
    } catch (IOException e) {
      throw new UncheckedIOException("the build has damaged definitions.properties", e);
    }
  }

  private static Definition definition(String key, List<String> parts) {
    Better better = Better.valueOf(parts.get(2).toUpperCase(Locale.ROOT));
    return new Definition(
        key,
        parts.get(0),
        parts.get(1),
        better,
        parts.get(3),
        parts.size() > 4 ? parts.get(4) : "");
  }

  /**
   * @param kind such as {@code .service}; empty for a latency without a kind
   * @param words the name of these times, and a sentence about them
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
