package io.ibench.compare;

import io.ibench.compare.FigureRow.Group;
import io.ibench.report.figures.Definition;
import io.ibench.report.store.RunReport.Operation;
import io.ibench.report.store.RunReport.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/** The compared latencies: service and response times of each operation. Stateless. */
final class LatencyFigures {

  /** More than any workload has; further operations are not compared. */
  static final int MAX_OPERATIONS = 200;

  private LatencyFigures() {}

  /** From the actual or the intended start. */
  enum LatencyKind {
    SERVICE("service", "", Operation::service),
    RESPONSE("response", ".response", Operation::response);

    private final String figure;
    private final String within;
    private final Function<Operation, Map<String, Number>> latency;

    /**
     * @param figure as files and definitions call it
     * @param within the part of a key behind the operation
     */
    LatencyKind(String figure, String within, Function<Operation, Map<String, Number>> latency) {
      this.figure = figure;
      this.within = within;
      this.latency = latency;
    }

    /** The figure's key. */
    String key(String operation, String percentile) {
      return operation + within + "." + percentile;
    }

    /** A percentile's column in operations.csv. */
    String column(String percentile) {
      return figure + "_" + percentile;
    }

    private String name(String operation, String percentile) {
      return operation + within.replace('.', ' ') + " " + percentile;
    }
  }

  /**
   * The latencies of all operations that any of these steps completed. In paced steps also response
   * times: those that differ from the service times, or all if no operation's differ.
   */
  static List<ComparedFigure> of(List<Step> steps) {
    List<ComparedFigure> figures = new ArrayList<>();
    names(steps, operation -> true).forEach(name -> add(figures, LatencyKind.SERVICE, name));
    if (steps.stream().anyMatch(Step::paced)) {
      List<String> waited = names(steps, o -> !o.response().equals(o.service()));
      List<String> shown = waited.isEmpty() ? names(steps, operation -> true) : waited;
      shown.forEach(name -> add(figures, LatencyKind.RESPONSE, name));
    }
    return figures;
  }

  private static List<String> names(List<Step> steps, Predicate<Operation> which) {
    return steps.stream()
        .flatMap(step -> step.whole().operations().stream())
        .filter(operation -> operation.count() > 0)
        .filter(which)
        .map(Operation::name)
        .distinct()
        .limit(MAX_OPERATIONS)
        .toList();
  }

  private static void add(List<ComparedFigure> figures, LatencyKind kind, String operation) {
    for (String statistic : LatencyKey.STATISTICS) {
      Definition definition = Definition.of(kind.figure + "." + statistic).orElseThrow();
      figures.add(
          new ComparedFigure(
              kind.key(operation, statistic),
              Group.LATENCY,
              kind.name(operation, LatencyKey.name(statistic)),
              definition.unit(),
              definition.better(),
              operation + ": " + definition.text(),
              step -> value(step, operation, kind, statistic)));
    }
  }

  private static double value(Step step, String operation, LatencyKind kind, String percentile) {
    return step.whole().operations().stream()
        .filter(candidate -> candidate.name().equals(operation) && candidate.count() > 0)
        .map(candidate -> kind.latency.apply(candidate).get(percentile))
        .filter(number -> number != null)
        .mapToDouble(Number::doubleValue)
        .findFirst()
        .orElse(Double.NaN);
  }
}
