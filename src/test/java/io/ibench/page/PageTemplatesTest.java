package io.ibench.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.report.document.Block;
import io.ibench.report.document.Cell;
import io.ibench.report.document.Cell.Tone;
import io.ibench.report.document.ChartSet;
import io.ibench.report.document.Section;
import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.document.TableColumn;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PageTemplatesTest {

  private static final ChartSet NO_CHARTS = new ChartSet(0, List.of(), List.of(), List.of());

  @Test
  void hostileTextStaysTextInEveryPlace() throws IOException {
    String page = rendered(SamplePage.hostile());

    assertThat(page).contains("&lt;script&gt;alert(1)");
    assertThat(page).contains("\\u003Cscript\\u003Ealert(1)");
    assertThat(page).doesNotContain("<script>alert");
    assertThat(page).doesNotContain("\"'&\u202E");
  }

  @Test
  void onlyWhatHasADefinitionIsMarkedAsDefined() throws IOException {
    String page = rendered(table(new TableColumn("above", "qps", "Queries per second.", false)));
    assertThat(page).contains("data-definition=\"Queries per second.\">qps</span>");

    assertThat(rendered(table(new TableColumn("", "qps", "", false))))
        .contains("<th scope=\"col\" class=\"number\">qps")
        .doesNotContain("class=\"define\"");
  }

  @Test
  void cellsHaveTheirToneAndTheirHoverText() throws IOException {
    String page = rendered(table(new TableColumn("", "verdict", "", true)));

    assertThat(page).contains("class=\"text bad\" title=\"Too slow.\"");
    assertThat(page).contains("<td class=\"text plain\"><span>");
    assertThat(page).contains("<tr class=\"grey\">");
  }

  @Test
  void pageWithoutVerdictHasNoBadge() throws IOException {
    assertThat(rendered(table(new TableColumn("", "qps", "", false))))
        .doesNotContain("class=\"badge");
    assertThat(rendered(SamplePage.run("A run"))).contains("<span class=\"badge care\"");
  }

  @Test
  void keyOfTonesStandsOnlyBelowTablesThatHaveThem() throws IOException {
    assertThat(rendered(SamplePage.run("A run"))).doesNotContain("class=\"key\"");
    assertThat(rendered(SamplePage.comparison(List.of("a", "b"))))
        .containsOnlyOnce("class=\"key\"");
  }

  @Test
  void smallChartsAreDrawnWithoutAScript() throws IOException {
    String page = rendered(SampleSmallCharts.page());

    assertThat(page.split("<svg ", -1)).hasSize(1 + SampleSmallCharts.odd().size() + 3 * 38);
    assertThat(page)
        .contains(
            "<path class=\"turn worse\"", "<path class=\"level\"", "data-definition=\"8.4.0: ")
        .doesNotContain("NaN")
        .doesNotContain("<noscript>");
    assertThat(page.length()).isLessThan(600_000);
  }

  @Test
  void theDefinitionsOfSmallChartsAreInTheGlossary() throws IOException {
    Section charts = SampleSmallCharts.page().sections().get(1);
    Block.Folded folded = (Block.Folded) Glossary.of(List.of(charts)).blocks().get(0);
    Table glossary = (Table) folded.blocks().get(0);

    assertThat(glossary.rows()).contains(Row.of("nights", "Queries per second."));
  }

  @Test
  void headsOfManyColumnsWithLongNamesAreUpright() throws IOException {
    assertThat(rendered(SampleSmallCharts.page()))
        .contains("<div class=\"table dense\">", "<th scope=\"col\" class=\"number\"><div");
    assertThat(rendered(SamplePage.run("A run"))).doesNotContain("dense", "upright");
  }

  private static Page table(TableColumn column) {
    List<Row> rows =
        List.of(
            new Row(List.of(new Cell("INVALID", Tone.BAD, "Too slow.")), false),
            new Row(List.of(Cell.of("–")), true));
    Block block = new Table("", List.of(column), rows, "");
    Section section = new Section("one", "One", "", List.of(block));
    return new Page("A page", List.of(), Cell.of(""), List.of(section), NO_CHARTS, "1");
  }

  /** Without scripts and style sheet, which also contain names of classes. */
  private static String rendered(Page page) throws IOException {
    StringWriter writer = new StringWriter();
    PageWriter.render(page, writer);
    Scripts scripts = Scripts.load();
    return writer
        .toString()
        .replace(scripts.charts(), "")
        .replace(scripts.page(), "")
        .replace(scripts.style(), "");
  }
}
