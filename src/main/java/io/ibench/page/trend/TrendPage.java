package io.ibench.page.trend;

import io.ibench.page.Page;
import io.ibench.report.document.Block;
import io.ibench.report.document.Cell;
import io.ibench.report.document.Cell.Tone;
import io.ibench.report.document.ChartSet;
import io.ibench.report.document.Note;
import io.ibench.report.document.Section;
import io.ibench.report.document.SmallChart;
import io.ibench.report.document.SmallChart.Turn;
import io.ibench.report.figures.SanitizedText;
import io.ibench.trend.PlaceTables;
import io.ibench.trend.Series;
import io.ibench.trend.Trend;
import io.ibench.trend.TrendText;
import io.ibench.trend.Trends;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The page of trends: sentences, a small chart for each series, tables of versions. Stateless. */
public final class TrendPage {

  private TrendPage() {}

  /**
   * The page of all trends.
   *
   * @param version of the ibench that makes the page
   */
  public static Page of(Trends all, List<Trend> trends, String version) {
    List<Section> sections = new ArrayList<>();
    List<Note> about = TrendText.about(all);
    if (!about.isEmpty()) {
      sections.add(new Section("about", "What is not in it", "", List.of(new Block.Notes(about))));
    }
    for (int i = 0; i < trends.size(); i++) {
      sections.addAll(sections(trends.get(i), i + 1));
    }
    ChartSet none = new ChartSet(0, List.of(), List.of(), List.of());
    return new Page(
        TrendText.answer(trends),
        trends.stream().map(TrendText::head).map(SanitizedText::of).toList(),
        Cell.of(""),
        sections,
        none,
        version);
  }

  private static List<Section> sections(Trend trend, int number) {
    List<Section> sections = new ArrayList<>();
    sections.add(
        new Section(
            "work-" + number,
            SanitizedText.of(trend.title()),
            "",
            List.of(new Block.Notes(TrendText.notes(trend, Integer.MAX_VALUE)))));
    List<Block> tables = new ArrayList<>(PlaceTables.of(trend));
    if (!tables.isEmpty()) {
      sections.add(
          new Section(
              "tables-" + number, SanitizedText.of("By " + trend.order().by()), "", tables));
    }
    sections.addAll(charts(trend, "series-" + number));
    return sections;
  }

  /** One figure of all steps side by side, then the next figure; the machine comes last. */
  private static List<Section> charts(Trend trend, String id) {
    Map<String, List<SmallChart>> figures = new LinkedHashMap<>();
    List<String> labels = trend.labels();
    PlaceTables.byFigure(trend)
        .forEach(
            (name, steps) ->
                figures.put(
                    name,
                    steps.stream()
                        .map(series -> chart(trend, series, trend.stepTitle(series), labels))
                        .toList()));
    if (!trend.machine().isEmpty()) {
      figures.put(
          "Machine before each run",
          trend.machine().stream()
              .map(series -> chart(trend, series, series.figure().name(), labels))
              .toList());
    }
    List<Section> sections = new ArrayList<>();
    figures.forEach(
        (name, charts) ->
            sections.add(
                new Section(
                    id + "-" + (sections.size() + 1),
                    name,
                    "",
                    List.of(new Block.Multiples(charts)))));
    return sections;
  }

  private static SmallChart chart(Trend trend, Series series, String title, List<String> labels) {
    return new SmallChart(
        title,
        series.figure().definition(),
        series.figure().shownUnit(),
        labels,
        series.values().stream().mapToDouble(Double::doubleValue).toArray(),
        series.levels(),
        series.changes().stream()
            .map(
                change ->
                    new Turn(change.run(), TrendText.percent(change), tone(trend, series, change)))
            .toList());
  }

  private static Tone tone(Trend trend, Series series, Series.Change change) {
    Trend.Changed changed = new Trend.Changed(series, change);
    if (trend.isMachine(series) || trend.isOfMachine(changed)) {
      return Tone.CARE;
    }
    return changed.isWorse().map(worse -> worse ? Tone.WORSE : Tone.BETTER).orElse(Tone.PLAIN);
  }
}
