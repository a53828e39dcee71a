package io.ibench.page.trend;

import static io.ibench.trend.Nights.night;
import static io.ibench.trend.Nights.noisy;
import static io.ibench.trend.Nights.qps;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.page.Page;
import io.ibench.page.PageWriter;
import io.ibench.report.document.Block;
import io.ibench.report.document.Cell.Tone;
import io.ibench.report.document.Section;
import io.ibench.report.document.SmallChart;
import io.ibench.report.document.SmallChart.Turn;
import io.ibench.report.document.Table;
import io.ibench.trend.FollowedFigures;
import io.ibench.trend.Order;
import io.ibench.trend.Trend;
import io.ibench.trend.Trends;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrendPageTest {

  private static final int NIGHTS = 30;

  @TempDir private Path temporary;

  private Page page(String by) throws IOException {
    Trends all = Trends.read(List.of(temporary), Order.by(by));
    List<Trend> trends = all.trends(FollowedFigures.DEFAULT, step -> true);
    return TrendPage.of(all, trends, "1");
  }

  /** One step is slower from the third version on, and the machine from the second. */
  private void write() throws IOException {
    for (int day = 0; day < NIGHTS; day++) {
      int version = day / 10;
      double cost = version < 2 ? 1 : 1.2;
      night(day)
          .version("8.0." + (9 + version))
          .machine("fsync", noisy(1000 + day, 900) * (version < 1 ? 1 : 1.5))
          .step(
              "a",
              qps(noisy(2000 + day, 1000) / cost),
              "\"own_cpu_us_pq\": " + noisy(3000 + day, 50) * cost)
          .step("b", qps(noisy(4000 + day, 700)), "\"own_cpu_us_pq\": " + noisy(5000 + day, 9))
          .write(temporary);
    }
  }

  private static String rendered(Page page) throws IOException {
    StringWriter html = new StringWriter();
    PageWriter.render(page, html);
    return html.toString();
  }

  private static Stream<Block> blocks(Page page) {
    return page.sections().stream().flatMap(section -> section.blocks().stream());
  }

  private static List<SmallChart> charts(Page page) {
    return blocks(page)
        .filter(Block.Multiples.class::isInstance)
        .flatMap(block -> ((Block.Multiples) block).charts().stream())
        .toList();
  }

  @Test
  void eachSeriesHasOneChartFigureByFigure() throws IOException {
    write();

    Page page = page("time");

    assertThat(charts(page))
        .extracting(SmallChart::title)
        .containsExactly("a", "b", "a", "b", "fsync");
    assertThat(page.sections())
        .extracting(Section::title)
        .containsExactly("linkbench on SQLite", "qps", "own cpu us/q", "Machine before each run");
    assertThat(page.sections()).extracting(Section::id).doesNotHaveDuplicates();
    assertThat(rendered(page).split("<figure class=\"small\">", -1)).hasSize(1 + 5);
    assertThat(rendered(page)).contains("2026-01-21", "since 2026-01-21");
  }

  @Test
  void marksAreAtTheChangesInTheColourOfTheirSense() throws IOException {
    write();

    List<SmallChart> charts = charts(page("time"));

    assertThat(charts.get(0).turns())
        .singleElement()
        .satisfies(
            turn -> {
              assertThat(turn.index()).isEqualTo(20);
              assertThat(turn.tone()).isEqualTo(Tone.WORSE);
              assertThat(turn.text()).startsWith("-1");
            });
    assertThat(charts.get(0).levels()).hasSize(2);
    assertThat(charts.get(1).turns()).isEmpty();
    assertThat(charts.get(4).turns()).extracting(Turn::tone).containsExactly(Tone.CARE);
  }

  @Test
  void byVersionThereIsATableForEachFigure() throws IOException {
    write();

    Page page = page("version");

    assertThat(blocks(page).filter(Table.class::isInstance)).hasSize(2);
    assertThat(charts(page)).hasSize(5);
    assertThat(page.sections()).extracting(Section::title).contains("By version");
    assertThat(rendered(page)).contains("8.0.9", "8.0.11", "since 8.0.11");
  }

  @Test
  void whatIsLeftOutComesFirst() throws IOException {
    write();
    night(NIGHTS).state("failed").write(temporary);

    Page page = page("time");

    assertThat(page.sections().get(0).title()).isEqualTo("What is not in it");
    assertThat(rendered(page)).contains("night-0030: failed");
    assertThat(page("version").sections()).extracting(Section::id).doesNotHaveDuplicates();
  }

  @Test
  void severalWorksHaveSectionsOfTheirOwn() throws IOException {
    write();
    night(0).in("x").product("MariaDB").step("a", qps(1)).write(temporary);

    Page page = page("time");

    assertThat(page.sections()).extracting(Section::id).doesNotHaveDuplicates();
    assertThat(charts(page)).hasSize(6);
    assertThat(rendered(page)).contains("linkbench on SQLite", "linkbench on MariaDB");
  }

  @Test
  void oneRunHasAPageToo() throws IOException {
    night(0).step("a", qps(1)).write(temporary);

    assertThat(rendered(page("time"))).contains("no change");
    assertThat(rendered(page("version"))).contains("no change");
  }
}
