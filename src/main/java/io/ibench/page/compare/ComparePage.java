package io.ibench.page.compare;

import io.ibench.compare.Comparison;
import io.ibench.compare.StepComparison;
import io.ibench.page.Page;
import io.ibench.report.document.Block;
import io.ibench.report.document.Cell;
import io.ibench.report.document.Chart;
import io.ibench.report.document.Section;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The page of a comparison. Stateless. */
public final class ComparePage {

  private ComparePage() {}

  /**
   * With the sides' lines over each other.
   *
   * @param version of the ibench that makes the page
   * @throws IOException when a file of a result folder cannot be read to its end
   */
  public static Page of(Comparison comparison, String version) throws IOException {
    CompareCharts charts = CompareCharts.of(comparison);
    List<Section> sections = new ArrayList<>();
    if (!comparison.unlike().isEmpty()) {
      sections.add(CompareDifferences.unlike(comparison));
    }
    sections.add(CompareDifferences.section(comparison));
    sections.add(CompareSummary.of(comparison));
    sections.addAll(steps(comparison, charts));
    if (!charts.others().isEmpty()) {
      sections.add(charts(charts));
    }
    sections.add(CompareDetails.of(comparison));
    return new Page(
        CompareHead.title(comparison),
        CompareHead.subtitle(comparison),
        Cell.of(""),
        CompareHeadlines.caption(comparison),
        CompareHeadlines.of(comparison),
        sections,
        charts.set(),
        version);
  }

  private static List<Section> steps(Comparison comparison, CompareCharts charts) {
    Optional<StepComparison> main = CompareSteps.main(comparison);
    List<Section> sections = new ArrayList<>();
    for (StepComparison step : CompareSteps.shown(comparison)) {
      boolean isMain = main.map(step::equals).orElse(false);
      Optional<Chart> chart = Optional.ofNullable(charts.rates().get(step.step()));
      sections.add(
          CompareStepSection.of(comparison.labels(), step, sections.size() + 1, isMain, chart));
    }
    return sections;
  }

  private static Section charts(CompareCharts charts) {
    List<Block> blocks = new ArrayList<>();
    charts.others().forEach(chart -> blocks.add(new Block.Drawing(chart)));
    return new Section("charts", "Runs overlaid", "", blocks);
  }
}
