package io.ibench.compare;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.Figures;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.RunReport.Period;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.RunReportEndingBuilder;
import io.ibench.report.store.RunReportPeriodBuilder;
import io.ibench.report.store.RunReportPlannedBuilder;
import io.ibench.report.store.RunReportStepBuilder;
import io.ibench.report.store.RunReportTextsBuilder;
import io.ibench.report.store.StoredOutages;
import io.ibench.report.store.StoredStalls;
import io.ibench.verdict.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/**
 * The sum of several steps of a run, such as {@code l.i1+drain}. Figures that are not amounts, such
 * as rates, have no sum. Stateless.
 */
final class SummedSteps {

  /** Separates the names of steps, which cannot contain it. */
  static final String PLUS = "+";

  private SummedSteps() {}

  static boolean isSum(String step) {
    return step.contains(PLUS);
  }

  /** The names of the steps of a sum; of a single step its name. */
  static List<String> parts(String step) {
    return Arrays.asList(step.split("\\" + PLUS, -1));
  }

  /**
   * The sum of steps of one run.
   *
   * @param name of the sum
   */
  static Step of(String name, List<Step> steps) {
    List<String> reasons = new ArrayList<>();
    steps.forEach(step -> step.reasons().forEach(why -> reasons.add(step.name() + ": " + why)));
    return step(
        name,
        Unit.NONE,
        steps.stream()
            .map(Step::state)
            .filter(state -> state != RunState.DONE)
            .findFirst()
            .orElse(RunState.DONE),
        period(steps.stream().map(Step::whole).toList()),
        steps,
        steps.stream().flatMap(step -> step.verdict().stream()).reduce(Verdict::with),
        reasons);
  }

  /** A step with only these figures. */
  static Step made(
      String name,
      Unit unit,
      RunState state,
      Map<String, Number> figures,
      Optional<Verdict> verdict,
      List<String> reasons) {
    Period whole = RunReportPeriodBuilder.builder().figures(new Figures(figures)).build();
    return step(name, unit, state, whole, List.of(), verdict, reasons);
  }

  private static Step step(
      String name,
      Unit unit,
      RunState state,
      Period whole,
      List<Step> parts,
      Optional<Verdict> verdict,
      List<String> reasons) {
    return RunReportStepBuilder.builder()
        .planned(
            RunReportPlannedBuilder.builder()
                .name(name)
                .unit(unit)
                .targets(parts.stream().flatMap(step -> step.targets().stream()).toList())
                .build())
        .repeat(1)
        .repeats(1)
        .whole(whole)
        .texts(RunReportTextsBuilder.builder().reasons(List.copyOf(reasons)).build())
        .ending(
            RunReportEndingBuilder.builder()
                .state(state)
                .interrupted(parts.stream().anyMatch(Step::interrupted))
                .failure(parts.stream().flatMap(step -> step.failure().stream()).findFirst())
                .verdict(verdict)
                .build())
        .build();
  }

  private static Period period(List<Period> periods) {
    Map<String, Number> figures = sums(periods, period -> period.figures().numbers());
    figures.keySet().removeIf(key -> Figure.of(key).filter(Figure.AMOUNTS::contains).isEmpty());
    double seconds =
        periods.stream()
            .flatMap(period -> period.outages().seconds().stream())
            .mapToDouble(Number::doubleValue)
            .sum();
    long count = periods.stream().mapToLong(period -> period.outages().count()).sum();
    return new Period(
        Optional.empty(),
        new Figures(figures),
        List.of(),
        Optional.empty(),
        new StoredOutages(count, Optional.of(seconds), 0, List.of()),
        stalls(periods),
        Map.of(),
        sums(periods, Period::serverCounters),
        List.of(),
        null);
  }

  private static StoredStalls stalls(List<Period> periods) {
    List<StoredStalls> all = periods.stream().map(Period::stalls).toList();
    return new StoredStalls(
        all.stream().mapToLong(StoredStalls::count).sum(),
        Optional.of(values(all, StoredStalls::seconds).sum()),
        all.stream().mapToLong(StoredStalls::stopped).sum(),
        Optional.of(values(all, StoredStalls::stoppedSeconds).sum()),
        Optional.of(values(all, StoredStalls::longestStoppedSeconds).max().orElse(0)),
        List.of());
  }

  private static DoubleStream values(
      List<StoredStalls> all, Function<StoredStalls, Optional<Number>> value) {
    return all.stream().flatMap(one -> value.apply(one).stream()).mapToDouble(Number::doubleValue);
  }

  /** The sums of the values that all periods have. */
  private static Map<String, Number> sums(
      List<Period> periods, Function<Period, Map<String, Number>> values) {
    Map<String, Number> sums = new LinkedHashMap<>();
    values.apply(periods.get(0)).keySet().stream()
        .filter(key -> periods.stream().allMatch(one -> values.apply(one).containsKey(key)))
        .forEach(
            key ->
                sums.put(
                    key,
                    periods.stream()
                        .mapToDouble(
                            one -> Objects.requireNonNull(values.apply(one).get(key)).doubleValue())
                        .sum()));
    return sums;
  }
}
