package io.ibench.report.store;

import io.ibench.report.figures.Expectation;
import io.ibench.report.figures.Figure;
import io.ibench.report.store.RunReport.Operation;
import io.ibench.report.store.RunReport.Step;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Whether a step, or one repeat of it, kept one of the user's limits. Immutable.
 *
 * @param step its name, with the repeat's number if there are several
 * @param found the value in the user's unit, or why there is none
 * @param expected the limit, such as {@code > 5000/s}
 * @param value in the figure's own unit; empty if unknown
 * @param passed false also for an unknown value
 */
public record StoredExpectation(
    String step,
    String figure,
    String found,
    String expected,
    Optional<Number> value,
    boolean passed) {

  private static final double PERCENT = 100;

  /** Judges all expectations on the steps of a run that is over; each repeat by itself. */
  static List<StoredExpectation> judge(List<Expectation> expectations, List<Step> steps) {
    return expectations.stream().flatMap(each -> judge(each, steps)).toList();
  }

  private static Stream<StoredExpectation> judge(Expectation expectation, List<Step> steps) {
    List<Step> ran = steps.stream().filter(s -> s.name().equals(expectation.step())).toList();
    return ran.isEmpty()
        ? Stream.of(unknown(expectation, expectation.step(), "not known, as the step did not run"))
        : ran.stream().map(step -> judge(expectation, step));
  }

  private static StoredExpectation unknown(Expectation expectation, String step, String why) {
    return new StoredExpectation(
        step, expectation.name(), why, expectation.expected(), Optional.empty(), false);
  }

  private static StoredExpectation judge(Expectation expectation, Step step) {
    Optional<Map.Entry<String, Double>> value = value(expectation, step);
    if (value.isEmpty()) {
      return unknown(expectation, step.title(), "not known");
    }
    double amount = value.get().getValue();
    String of = value.get().getKey().isEmpty() ? "" : " (" + value.get().getKey() + ")";
    return new StoredExpectation(
        step.title(),
        expectation.name(),
        expectation.shown(amount) + of,
        expectation.expected(),
        Optional.of(amount),
        expectation.holds(amount));
  }

  /** The value with the operation that has it, if the user names no operation. */
  private static Optional<Map.Entry<String, Double>> value(Expectation expectation, Step step) {
    return switch (expectation.source()) {
      case FIGURE ->
          Optional.of(step.whole().figures().value(expectation.key()))
              .filter(value -> !value.isNaN())
              .map(value -> Map.entry("", value));
      case ERROR_SHARE ->
          errorPercent(step).stream().mapToObj(share -> Map.entry("", share)).findFirst();
      case SERVICE, RESPONSE -> worst(expectation, step);
    };
  }

  private static OptionalDouble errorPercent(Step step) {
    double errors = step.whole().figures().value(Figure.ERRORS);
    double successes = step.whole().operations().stream().mapToLong(Operation::count).sum();
    double all = successes + errors;
    return all > 0 ? OptionalDouble.of(PERCENT * errors / all) : OptionalDouble.empty();
  }

  private static Optional<Map.Entry<String, Double>> worst(Expectation expectation, Step step) {
    boolean response = expectation.source() == Expectation.Source.RESPONSE;
    Comparator<Map.Entry<String, Double>> bySize = Map.Entry.comparingByValue();
    return step.whole().operations().stream()
        .filter(operation -> expectation.operation().map(operation.name()::equals).orElse(true))
        .flatMap(
            operation -> {
              Map<String, Number> times = response ? operation.response() : operation.service();
              String of = expectation.operation().isPresent() ? "" : operation.name();
              return Stream.ofNullable(times.get(expectation.key()))
                  .map(number -> Map.entry(of, number.doubleValue()));
            })
        .max(expectation.operator().wantsLess() ? bySize : bySize.reversed());
  }

  /** What was found and expected, such as {@code qps 4,810/s, expected > 5000/s: FAILED}. */
  public String line() {
    return figure + " " + found + ", expected " + expected + ": " + (passed ? "passed" : "FAILED");
  }

  /** The limit with its figure, such as {@code qps > 5000/s}. */
  public String condition() {
    return figure + " " + expected;
  }
}
