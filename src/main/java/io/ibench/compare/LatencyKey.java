package io.ibench.compare;

import io.ibench.compare.FigureRow.Group;
import io.ibench.report.figures.Definition;
import io.ibench.report.figures.LatencyUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The parts of a latency's key, such as {@code GET_NODE.response.p99_us}. Immutable.
 *
 * @param response it counts from the intended start, otherwise from the actual start
 * @param statistic such as {@code p99_us}
 */
public record LatencyKey(String operation, boolean response, String statistic) {

  private static final String RESPONSE = ".response";
  private static final String MEDIAN = "p50_us";

  /** The statistics in tables, in their order; CSV and JSON contain more. */
  static final List<String> STATISTICS = List.of(MEDIAN, "p99_us", "p999_us", "max_us");

  /** Empty for a figure that is not a latency. */
  public static Optional<LatencyKey> of(FigureRow row) {
    int dot = row.key().lastIndexOf('.');
    if (row.group() != Group.LATENCY || dot < 1) {
      return Optional.empty();
    }
    String before = row.key().substring(0, dot);
    boolean response = before.endsWith(RESPONSE);
    String operation = before.substring(0, before.length() - (response ? RESPONSE.length() : 0));
    return Optional.of(new LatencyKey(operation, response, row.key().substring(dot + 1)));
  }

  /** A statistic's head in tables. */
  public static String name(String statistic) {
    return Definition.of(statistic).map(Definition::name).orElse(statistic);
  }

  /** The figures that tables show and any side knows, by operation and statistic. */
  public static Map<String, Map<String, FigureRow>> shown(StepComparison step, boolean response) {
    Map<String, Map<String, FigureRow>> operations = new LinkedHashMap<>();
    for (FigureRow row : step.rows()) {
      boolean known = row.cells().stream().anyMatch(cell -> Double.isFinite(cell.value()));
      of(row)
          .filter(key -> known && key.response == response && STATISTICS.contains(key.statistic))
          .ifPresent(
              key ->
                  operations
                      .computeIfAbsent(key.operation, name -> new LinkedHashMap<>())
                      .put(key.statistic, row));
    }
    return operations;
  }

  /** The unit that suits a table of these operations. */
  public static LatencyUnit unit(Map<String, Map<String, FigureRow>> operations) {
    return LatencyUnit.of(
        operations.values().stream()
            .map(statistics -> statistics.get(MEDIAN))
            .filter(Objects::nonNull)
            .flatMap(row -> row.cells().stream())
            .map(ComparedValue::value)
            .filter(Double::isFinite)
            .toList());
  }

  /** The statistics that any operation has, in the order of tables. */
  public static List<String> statistics(Map<String, Map<String, FigureRow>> operations) {
    return STATISTICS.stream()
        .filter(key -> operations.values().stream().anyMatch(has -> has.containsKey(key)))
        .toList();
  }
}
