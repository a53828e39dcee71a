package io.ibench.compare;

import io.ibench.compare.FigureRow.Group;
import io.ibench.report.figures.Better;
import io.ibench.report.figures.Definition;
import io.ibench.report.store.RunReport.Operation;
import io.ibench.report.store.RunReport.Step;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The figures of summary.json that are not in the tables of a comparison, only in conditions, CSV
 * and JSON. Stateless.
 */
final class OtherFigures {

  /** Numbers of a step in summary.json that are not figures. */
  private static final Set<String> NO_FIGURES = Set.of("repeat", "repeats");

  /** An operation's counts. */
  private static final Map<String, ToDoubleFunction<Operation>> COUNTS = counts();

  /** An operation's latencies, by the part of a key between operation and statistic. */
  private static final Map<String, Function<Operation, Map<String, Number>>> LATENCIES =
      latencies();

  private OtherFigures() {}

  private static Map<String, ToDoubleFunction<Operation>> counts() {
    Map<String, ToDoubleFunction<Operation>> counts = new LinkedHashMap<>();
    counts.put("count", Operation::count);
    counts.put("rows", Operation::rows);
    counts.put("per_second", operation -> number(operation.perSecond().orElse(null)));
    counts.put(
        "errors",
        operation -> operation.errors().values().stream().mapToDouble(Number::doubleValue).sum());
    counts.put("retries", Operation::retries);
    counts.put("abandoned", Operation::abandoned);
    counts.put("clamped", Operation::clamped);
    return counts;
  }

  private static Map<String, Function<Operation, Map<String, Number>>> latencies() {
    Map<String, Function<Operation, Map<String, Number>>> latencies = new LinkedHashMap<>();
    latencies.put("", Operation::service);
    latencies.put(".response", Operation::response);
    latencies.put(".pool_wait", Operation::poolWait);
    return latencies;
  }

  /**
   * All figures of these steps.
   *
   * @param shown keys to leave out
   */
  static List<ComparedFigure> of(List<Step> steps, Set<String> shown) {
    Map<String, ComparedFigure> figures = new LinkedHashMap<>();
    for (Step step : steps) {
      step.whole().figures().keys().stream()
          .filter(key -> !NO_FIGURES.contains(key))
          .forEach(key -> add(figures, key, key, one -> one.whole().figures().value(key)));
      add(figures, "outages.count", "outages", one -> one.whole().outages().count());
      add(figures, "outages.seconds", "outages.seconds", OtherFigures::outageSeconds);
      add(figures, "stalls.count", "stalls", one -> one.whole().stalls().count());
      add(figures, "stalls.seconds", "stalls.seconds", OtherFigures::stallSeconds);
      step.whole().operations().stream()
          .limit(LatencyFigures.MAX_OPERATIONS)
          .forEach(operation -> addOperation(figures, operation));
      for (String counter : step.whole().serverCounters().keySet()) {
        String key = "server_counters." + counter;
        add(figures, key, key, one -> number(one.whole().serverCounters().get(counter)));
      }
    }
    figures.keySet().removeAll(shown);
    return List.copyOf(figures.values());
  }

  /** 0 without an outage. */
  private static double outageSeconds(Step step) {
    return step.whole().outages().seconds().map(Number::doubleValue).orElse(0.0);
  }

  /** 0 without a stall. */
  private static double stallSeconds(Step step) {
    return step.whole().stalls().seconds().map(Number::doubleValue).orElse(0.0);
  }

  private static void addOperation(Map<String, ComparedFigure> figures, Operation operation) {
    String name = operation.name();
    COUNTS.forEach(
        (count, value) -> add(figures, name + "." + count, count, step -> of(step, name, value)));
    LATENCIES.forEach(
        (kind, latency) -> {
          for (String statistic : latency.apply(operation).keySet()) {
            String defined = (kind.isEmpty() ? "service" : kind.substring(1)) + "." + statistic;
            ToDoubleFunction<Operation> value = one -> number(latency.apply(one).get(statistic));
            String key = name + kind + "." + statistic;
            add(figures, key, defined, step -> of(step, name, value));
          }
        });
  }

  private static double of(Step step, String operation, ToDoubleFunction<Operation> value) {
    return step.whole().operations().stream()
        .filter(candidate -> candidate.name().equals(operation))
        .mapToDouble(value)
        .findFirst()
        .orElse(Double.NaN);
  }

  /**
   * @param defined the key of its definition, which may not exist
   */
  private static void add(
      Map<String, ComparedFigure> figures,
      String key,
      String defined,
      ToDoubleFunction<Step> value) {
    if (figures.containsKey(key)) {
      return;
    }
    Definition definition =
        Definition.of(defined).orElse(new Definition(key, key, "", Better.NEITHER, key));
    figures.put(
        key,
        new ComparedFigure(
            key,
            Group.OTHER,
            key.equals(defined) ? definition.name() : key,
            definition.unit(),
            definition.better(),
            definition.text(),
            value));
  }

  /** NaN for null. */
  static double number(@Nullable Number value) {
    return value == null ? Double.NaN : value.doubleValue();
  }
}
