package io.ibench.compare;

import io.ibench.compare.FigureRow.Group;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What somebody meant who named a figure of no step, as tables head it or without its operation.
 *
 * @param steps that the condition is for
 * @param all that there are
 */
record FigureHints(List<StepComparison> steps, List<StepComparison> all) {

  /** The keys that there are. */
  Set<String> keys() {
    Set<String> keys = new LinkedHashSet<>();
    steps.forEach(step -> step.rows().forEach(row -> keys.add(row.key())));
    return keys;
  }

  /** Where it is clear what would be right; the nearest name is not looked for. */
  Optional<String> of(String name) {
    return called(name).or(() -> ofStep(name)).or(() -> ofAnyOperation(name));
  }

  /** As a table heads it, or in other letters. */
  private Optional<String> called(String name) {
    return steps.stream()
        .flatMap(step -> step.rows().stream())
        .filter(row -> row.key().equalsIgnoreCase(name) || row.name().equalsIgnoreCase(name))
        .findFirst()
        .map(row -> "did you mean " + row.key() + "?");
  }

  /** With a dot instead of the colon. */
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
    for (StepComparison step : steps) {
      for (FigureRow row : step.rows()) {
        Optional<LatencyKey> latency = LatencyKey.of(row);
        if (latency.filter(key -> isCalled(key.statistic(), statistic)).isPresent()) {
          return Optional.of("a latency is that of an operation, such as " + row.key());
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isCalled(String statistic, String name) {
    return name.equals(statistic)
        || name.equals(statistic.replace("_us", ""))
        || name.equals(LatencyKey.name(statistic));
  }

  /** Those that tables show; latencies in short, of which there are four for each operation. */
  String told() {
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
