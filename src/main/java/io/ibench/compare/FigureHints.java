package io.ibench.compare;

import io.ibench.compare.FigureRow.Group;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Hints for a name that is not a key of a figure, such as a table's head or a latency without its
 * operation. Immutable.
 *
 * @param steps to which the condition applies
 * @param all steps of the comparison
 */
record FigureHints(List<StepComparison> steps, List<StepComparison> all) {

  /** The keys of all figures of these steps. */
  Set<String> keys() {
    Set<String> keys = new LinkedHashSet<>();
    steps.forEach(step -> step.rows().forEach(row -> keys.add(row.key())));
    return keys;
  }

  /** A hint if the intended name is clear; does not search for similar names. */
  Optional<String> of(String name) {
    return ofHead(name).or(() -> ofStep(name)).or(() -> ofAnyOperation(name));
  }

  /** The name is a table's head, or differs from the key in upper and lower case. */
  private Optional<String> ofHead(String name) {
    return steps.stream()
        .flatMap(step -> step.rows().stream())
        .filter(row -> row.key().equalsIgnoreCase(name) || row.name().equalsIgnoreCase(name))
        .findFirst()
        .map(row -> "did you mean " + row.key() + "?");
  }

  /** The name has a dot instead of the colon behind the step. */
  private Optional<String> ofStep(String name) {
    for (StepComparison step : all) {
      if (name.startsWith(step.step() + ".")) {
        String figure = name.substring(step.step().length() + 1);
        if (step.rows().stream().anyMatch(row -> row.key().equals(figure))) {
          return Optional.of("did you mean " + step.step() + ":" + figure + "?");
        }
      }
    }
    return Optional.empty();
  }

  private Optional<String> ofAnyOperation(String name) {
    String statistic = name.toLowerCase(Locale.ROOT);
    return steps.stream()
        .flatMap(step -> step.rows().stream())
        .filter(
            row -> LatencyKey.of(row).filter(k -> isCalled(k.statistic(), statistic)).isPresent())
        .findFirst()
        .map(row -> "a latency is that of an operation, such as " + row.key());
  }

  private static boolean isCalled(String statistic, String name) {
    return name.equals(statistic)
        || name.equals(statistic.replace("_us", ""))
        || name.equals(LatencyKey.name(statistic));
  }

  /** All figures that tables show; latencies in short form, as each operation has four. */
  String available() {
    Set<String> figures = new LinkedHashSet<>();
    Set<String> operations = new LinkedHashSet<>();
    Set<String> statistics = new LinkedHashSet<>();
    boolean others = false;
    for (StepComparison step : steps) {
      for (FigureRow row : step.rows()) {
        Optional<LatencyKey> latency = LatencyKey.of(row);
        latency.ifPresent(key -> operations.add(operation(key)));
        latency.ifPresent(key -> statistics.add(key.statistic()));
        if (row.isShown() && row.group() != Group.LATENCY) {
          figures.add(row.key());
        }
        others |= !row.isShown();
      }
    }
    List<String> parts = new ArrayList<>();
    if (!figures.isEmpty()) {
      parts.add(String.join(", ", figures));
    }
    if (!operations.isEmpty()) {
      parts.add(
          "OPERATION."
              + String.join(", OPERATION.", statistics)
              + " with OPERATION one of "
              + String.join(", ", operations));
    }
    if (others) {
      parts.add("and all others of --format csv");
    }
    return "there are: " + String.join("; ", parts);
  }

  private static String operation(LatencyKey key) {
    return key.operation() + (key.response() ? ".response" : "");
  }
}
