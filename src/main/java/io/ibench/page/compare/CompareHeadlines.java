package io.ibench.page.compare;

import io.ibench.compare.ComparedCells;
import io.ibench.compare.ComparedValue;
import io.ibench.compare.Comparison;
import io.ibench.compare.FigureRow;
import io.ibench.compare.LatencyKey;
import io.ibench.compare.Noise;
import io.ibench.compare.NoiseText;
import io.ibench.compare.RatioText;
import io.ibench.compare.StepComparison;
import io.ibench.page.Page.Headline;
import io.ibench.report.figures.SanitizedText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The most important ratios: rate, cost and latency of the main step. Stateless. */
final class CompareHeadlines {

  /** With more sides than this beside the base, headlines show only their rates. */
  private static final int MAX_WITH_COSTS = 3;

  private static final List<String> COSTS = List.of("wkbpq", "own_cpu_us_pq", "cpu_us_pq");

  private CompareHeadlines() {}

  /** Which sides have no ratios in the main step, and why; empty if all have. */
  static String caption(Comparison comparison) {
    List<String> leftOut = new ArrayList<>();
    comparison
        .mainStep()
        .ifPresent(
            step -> {
              for (int side = 0; side < step.states().size(); side++) {
                String of =
                    comparison.labels().get(side) + (side == 0 ? ", the base, is " : " is ");
                step.states()
                    .get(side)
                    .leftOutText()
                    .ifPresent(why -> leftOut.add(step.step() + ": " + of + why));
              }
            });
    return SanitizedText.of(String.join("; ", leftOut));
  }

  static List<Headline> of(Comparison comparison) {
    List<Headline> headlines = new ArrayList<>();
    comparison
        .mainStep()
        .ifPresent(
            step -> {
              for (int side = 1; side < comparison.sides().size(); side++) {
                String name = comparison.sides().get(side).name();
                headlines.addAll(
                    ofSide(step, side, name, comparison.sides().size() <= MAX_WITH_COSTS + 1));
              }
            });
    return headlines;
  }

  private static List<Headline> ofSide(StepComparison step, int side, String name, boolean all) {
    List<Headline> headlines = new ArrayList<>();
    step.rate().ifPresent(row -> headlines.add(headline(step, row, side, name)));
    if (all && step.states().get(side).leftOut().isEmpty()) {
      List<FigureRow> costs = known(step, side).filter(row -> COSTS.contains(row.key())).toList();
      mostChanged(costs, side).ifPresent(row -> headlines.add(headline(step, row, side, name)));
      List<FigureRow> latencies = known(step, side).filter(CompareHeadlines::isServiceP99).toList();
      if (!latencies.isEmpty()) {
        headlines.add(latency(step, latencies, side, name));
      }
    }
    return headlines;
  }

  private static Headline latency(
      StepComparison step, List<FigureRow> latencies, int side, String name) {
    return mostChanged(latencies, side)
        .map(row -> headline(step, row, side, name))
        .orElseGet(() -> unchanged(step, latencies, side, name));
  }

  /** No latency is singled out if no difference exceeds the noise. */
  private static Headline unchanged(
      StepComparison step, List<FigureRow> latencies, int side, String name) {
    List<Noise> noises = latencies.stream().map(row -> row.cells().get(side).noise()).toList();
    Optional<Noise> known =
        noises.stream()
            .filter(Noise::isWithin)
            .findFirst()
            .or(() -> noises.stream().filter(Noise::isUndecided).findFirst());
    return new Headline(
        name + ": p99 of all operations of " + step.step(),
        known.map(Noise::words).orElse("noise unknown"),
        "",
        "The 99th percentile of service times is not known to have changed by more than noise for"
            + " any operation.");
  }

  private static String label(FigureRow row) {
    return LatencyKey.of(row)
        .map(key -> key.operation() + " " + LatencyKey.name(key.statistic()))
        .orElse(row.name());
  }

  private static Headline headline(StepComparison step, FigureRow row, int side, String name) {
    String label = name + ": " + label(row) + " of " + step.step();
    Optional<String> leftOut = step.states().get(side).leftOut();
    if (leftOut.isPresent()) {
      return new Headline(label, ComparedCells.ABSENT, "left out", leftOut.get(), true);
    }
    ComparedValue cell = row.cells().get(side);
    String unit = "x the base, " + cell.noise().words();
    if (!cell.isCompared()) {
      return new Headline(label, ComparedCells.ABSENT, "not known", row.definition());
    }
    return new Headline(
        label,
        RatioText.plain(cell.ratio()),
        unit,
        ComparedCells.definition(row) + " " + NoiseText.tested(cell.noise()));
  }

  /** The figure that changed most, if any changed by more than noise. */
  private static Optional<FigureRow> mostChanged(List<FigureRow> rows, int side) {
    return rows.stream()
        .filter(row -> row.cells().get(side).noise().exceeds())
        .max(Comparator.comparing(row -> Math.abs(Math.log(row.cells().get(side).ratio()))));
  }

  private static boolean isServiceP99(FigureRow row) {
    return LatencyKey.of(row)
        .filter(key -> !key.response() && key.statistic().equals("p99_us"))
        .isPresent();
  }

  private static Stream<FigureRow> known(StepComparison step, int side) {
    return step.shownRows().stream().filter(row -> row.cells().get(side).isCompared());
  }
}
