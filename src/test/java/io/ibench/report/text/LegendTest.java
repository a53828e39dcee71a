package io.ibench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.document.Paragraph;
import io.ibench.report.figures.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LegendTest {

  private static List<FigureColumn> columns(Unit unit, String... keys) {
    return Stream.of(keys).map(key -> FigureColumn.of(Figure.of(key).orElseThrow(), unit)).toList();
  }

  @Test
  void onlyHeadsThatAreShownAndDoNotExplainThemselvesAreInIt() {
    assertThat(Legend.of(columns(Unit.QUERIES, "qps", "rpq", "wkbpq", "errors")))
        .isEqualTo("per query (/q): r disk reads, wKB written");
    assertThat(Legend.of(columns(Unit.ROWS, "ips_p99", "rpq", "mcpupq")))
        .isEqualTo("per row (/i): r disk reads, Mcpu CPU % at 1M/s; ips.99 near-worst rate");
    assertThat(Legend.of(columns(Unit.QUERIES, "qps", "errors"))).isEmpty();
  }

  @Test
  void theLegendOfAllColumnsHasTwoLinesOfATerminal() {
    List<FigureColumn> all = new ArrayList<>(List.of(new FigureColumn("", "ips.av", Figure.IPS)));
    all.addAll(columns(Unit.ROWS, "ips_p99", "rpq", "rkbpq", "wkbpq", "mcpupq", "size_gb"));
    all.addAll(columns(Unit.QUERIES, "qps_p99", "ips", "rpq", "rkbpq", "wkbpq", "wkbpi"));
    all.addAll(columns(Unit.QUERIES, "cpu_us_pq", "own_cpu_us_pq"));

    assertThat(Paragraph.of("  ", "    ", 80, Legend.of(all)))
        .isEqualTo(
            """
              per row (/i), query (/q): r disk reads, us CPU time, rKB read, wKB written,
                Mcpu CPU % at 1M/s; ips.av rows inserted/s; ips.99, qps.99 near-worst rate
            """);
  }
}
