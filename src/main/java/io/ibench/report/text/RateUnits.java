package io.ibench.report.text;

import io.ibench.report.figures.Figure;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport.Step;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What the heads of a table like a published one cannot say about its rates. Stateless. */
final class RateUnits {

  private static final Set<Figure> MEGABYTES = Set.of(Figure.RMBPS, Figure.WMBPS);
  private static final Set<Figure> NEAR_WORST = Set.of(Figure.IPS_P99, Figure.QPS_P99);

  private RateUnits() {}

  /** The unit of published rates of bytes, to be put behind a title; empty without such a rate. */
  static String head(List<FigureColumn> columns) {
    return columns.stream().anyMatch(column -> MEGABYTES.contains(column.figure()))
        ? "; an MB/s is 1000 KB/s"
        : "";
  }

  /** Of how many intervals a near-worst rate is; empty if no step knows one. */
  static String intervals(List<FigureColumn> columns, List<Step> steps) {
    DoubleSummaryStatistics counts = new DoubleSummaryStatistics();
    DoubleSummaryStatistics lengths = new DoubleSummaryStatistics();
    for (Step step : steps) {
      if (NEAR_WORST.stream().anyMatch(step.whole().figures()::knows)
          && step.whole().figures().value(Figure.INTERVALS) > 0) {
        counts.accept(step.whole().figures().value(Figure.INTERVALS));
        lengths.accept(step.whole().figures().value(Figure.RATE_INTERVAL_S));
      }
    }
    String head =
        columns.stream()
            .filter(column -> NEAR_WORST.contains(column.figure()))
            .map(FigureColumn::name)
            .findFirst()
            .orElse("");
    return counts.getCount() == 0 || head.isEmpty()
        ? ""
        : String.format(
            Locale.ROOT,
            "%s: the rate that 99 %% of %s intervals of %s s reach",
            head,
            range(counts),
            range(lengths));
  }

  private static String range(DoubleSummaryStatistics of) {
    String least = NumberText.figure(of.getMin());
    String most = NumberText.figure(of.getMax());
    return least.equals(most) ? least : least + " to " + most;
  }
}
