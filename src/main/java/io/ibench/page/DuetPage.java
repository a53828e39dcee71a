package io.ibench.page;

import io.ibench.report.document.Block;
import io.ibench.report.document.Cell;
import io.ibench.report.document.Chart;
import io.ibench.report.document.ChartSet;
import io.ibench.report.document.Headline;
import io.ibench.report.document.Section;
import io.ibench.report.store.StoredDuet;
import io.ibench.report.text.DuetReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The page of a duet: the tables of its report under its answer. Stateless. */
public final class DuetPage {

  private DuetPage() {}

  /**
   * The page.
   *
   * @param functions what makes the difference; may be empty
   * @param version of the ibench that makes the page
   */
  public static Page of(StoredDuet duet, List<Block> functions, String version) {
    List<Block> notes = List.of(new Block.Notes(DuetReport.notes(duet)));
    List<Section> sections = new ArrayList<>();
    String warnings =
        duet.remarks().warnings().stream().map(line -> line + ". ").collect(Collectors.joining());
    sections.add(
        new Section("answer", "Answer", warnings + duet.answer(), DuetReport.tables(duet)));
    List<Chart> charts = DuetCharts.of(duet);
    List<Block> course = new ArrayList<>();
    charts.forEach(chart -> course.add(new Block.Drawing(chart)));
    course.add(new Block.Folded("the blocks", List.of(DuetReport.blocks(duet))));
    if (!functions.isEmpty()) {
      sections.add(new Section("functions", "Functions of the server", "", functions));
    }
    sections.add(new Section("blocks", "How the answer came", "", course));
    sections.add(new Section("notes", "How it was done", "", notes));
    return new Page(
        DuetReport.title(duet),
        "",
        headlines(duet),
        Cell.of(""),
        "",
        List.of(),
        sections,
        new ChartSet(0, List.of(), charts, List.of()),
        version);
  }

  private static List<Headline> headlines(StoredDuet duet) {
    List<Headline> headlines = new ArrayList<>();
    add(headlines, duet.time(), "time of an operation, B to A");
    add(headlines, duet.cpu(), "CPU of an operation, B to A");
    return headlines;
  }

  private static void add(List<Headline> headlines, StoredDuet.Ratio ratio, String about) {
    ratio
        .ratio()
        .ifPresent(
            value ->
                headlines.add(
                    new Headline(
                        String.format(Locale.ROOT, "%+.1f", 100 * (value - 1)),
                        "%",
                        about + interval(ratio),
                        false)));
  }

  private static String interval(StoredDuet.Ratio ratio) {
    return ratio.low().isEmpty()
        ? ""
        : String.format(
            Locale.ROOT,
            "; 95 %%: %+.1f to %+.1f %%",
            100 * (ratio.low().get() - 1),
            100 * (ratio.high().orElseThrow() - 1));
  }
}
