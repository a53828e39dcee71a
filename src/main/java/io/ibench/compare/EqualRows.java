package io.ibench.compare;

import io.ibench.measure.StepPurpose;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.StoredRun;
import io.ibench.statistics.RatioSeries;
import io.ibench.verdict.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The comparison of a step that inserts, up to the number of rows that all runs inserted in it.
 * Made for steps in which runs inserted different numbers of rows, such as a load that was not
 * finished. Immutable.
 *
 * @param step its name
 * @param rows the number of rows that all runs inserted in it
 * @param comparison of the rates and costs up to there, from the intervals
 */
public record EqualRows(String step, long rows, StepComparison comparison) {

  /** Runs whose numbers of rows differ by less are compared as a whole. */
  private static final double MIN_DIFFERENCE = 0.01;

  /** Rates of what a step that inserts need not do. */
  private static final Set<Figure> OTHER_RATES = Set.of(Figure.QPS, Figure.DPS);

  private static final String[] UNITS = {"", "k", "M", "G", "T"};

  /** The comparisons of all such steps, in the order of their first appearance. */
  static List<EqualRows> of(List<Side> sides) {
    List<StoredRun> runs = sides.stream().flatMap(side -> side.runs().stream()).toList();
    Map<String, Step> known = new LinkedHashMap<>();
    for (StoredRun run : runs) {
      steps(run).forEach((name, repeats) -> known.putIfAbsent(name, repeats.get(0)));
    }
    List<EqualRows> found = new ArrayList<>();
    for (Step step : known.values()) {
      if (runs.stream().allMatch(run -> mayInsert(run, step.name())) && mayDiffer(runs, step)) {
        of(sides, step, limit(runs, step)).ifPresent(found::add);
      }
    }
    return found;
  }

  private static List<Step> repeats(StoredRun run, String step) {
    return steps(run).getOrDefault(step, List.of());
  }

  private static Map<String, List<Step>> steps(StoredRun run) {
    return StepComparison.comparedSteps(run.report());
  }

  /** The report of a run that was killed lacks the last step. */
  private static boolean mayInsert(StoredRun run, String name) {
    List<Step> repeats = repeats(run, name);
    return repeats.isEmpty()
        ? run.report().state() != RunState.DONE
        : repeats.stream().allMatch(step -> step.unit() == Unit.ROWS && !step.paced());
  }

  /** Only reports are read; a step that is not over may have more rows than its report says. */
  private static boolean mayDiffer(List<StoredRun> runs, Step step) {
    boolean over = runs.stream().allMatch(run -> isOver(repeats(run, step.name())));
    return !over
        || differ(runs.stream().map(run -> reportedRows(repeats(run, step.name()))).toList());
  }

  private static boolean isOver(List<Step> repeats) {
    return !repeats.isEmpty() && repeats.stream().allMatch(one -> one.state() == RunState.DONE);
  }

  private static double reportedRows(List<Step> repeats) {
    return repeats.stream().mapToDouble(step -> step.counted(Figure.IPS)).sum();
  }

  private static boolean differ(List<Double> rows) {
    double most = rows.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    double least = rows.stream().mapToDouble(Double::doubleValue).min().orElse(0);
    return most > least * (1 + MIN_DIFFERENCE);
  }

  /** The rows that all runs inserted; empty if the runs do not differ, or one is not known. */
  private static Optional<Double> limit(List<StoredRun> runs, Step step) {
    List<Double> rows = new ArrayList<>();
    for (StoredRun run : runs) {
      Optional<StepSeries> all = RunSeries.upTo(run, step, Double.MAX_VALUE).intervals(step.name());
      if (all.isEmpty()) {
        return Optional.empty();
      }
      rows.add(all.get().rows());
    }
    double least = rows.stream().mapToDouble(Double::doubleValue).min().orElse(0);
    return least >= 1 && differ(rows) ? Optional.of(least) : Optional.empty();
  }

  private static Optional<EqualRows> of(List<Side> sides, Step step, Optional<Double> limit) {
    return limit.map(
        rows -> {
          List<SideStep> parts = new ArrayList<>();
          for (Side side : sides) {
            List<RunSeries> series =
                side.runs().stream().map(run -> RunSeries.upTo(run, step, rows)).toList();
            List<List<Step>> steps = new ArrayList<>();
            for (int run = 0; run < series.size(); run++) {
              steps.add(List.of(upTo(side.runs().get(run), step.name(), series.get(run))));
            }
            parts.add(new SideStep(side, steps, series));
          }
          String name = name(step.name(), rows);
          StepPurpose purpose = step.purpose().orElse(StepPurpose.MAIN);
          return new EqualRows(
              step.name(),
              (long) rows.doubleValue(),
              StepComparisons.ofRates(name, purpose, parts));
        });
  }

  /** The run's step with the rates and costs of its intervals; its verdict if it is over. */
  private static Step upTo(StoredRun run, String name, RunSeries series) {
    StepSeries intervals = series.intervals(name).orElseThrow();
    Map<String, Number> figures = new HashMap<>();
    figures.put(Figure.SECONDS.key(), intervals.seconds());
    for (Figure figure : Figure.FOLLOWED) {
      intervals
          .find(figure.key())
          .map(RatioSeries::ratio)
          .filter(value -> value != 0 || !OTHER_RATES.contains(figure))
          .ifPresent(value -> figures.put(figure.key(), value));
    }
    List<Step> over =
        repeats(run, name).stream().filter(step -> step.state() == RunState.DONE).toList();
    return SummedSteps.made(
        name,
        Unit.ROWS,
        RunState.DONE,
        figures,
        over.stream().flatMap(step -> step.verdict().stream()).reduce(Verdict::with),
        over.stream().flatMap(step -> step.reasons().stream()).toList());
  }

  private static String name(String step, double rows) {
    return step + " at " + shortened(rows) + " rows";
  }

  /** The number of rows, as in {@code 12.3M}. */
  String shortRows() {
    return shortened(rows);
  }

  /** As in {@code 12.3M}. */
  static String shortened(double rows) {
    int unit = 0;
    double number = Math.floor(rows);
    while (number >= 999.5 && unit < UNITS.length - 1) {
      number /= 1000;
      unit++;
    }
    String text = String.format(Locale.ROOT, number < 99.95 ? "%.1f" : "%.0f", number);
    return text.replaceFirst("\\.0$", "") + UNITS[unit];
  }
}
