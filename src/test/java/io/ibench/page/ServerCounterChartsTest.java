package io.ibench.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.document.Chart;
import io.ibench.report.document.Choice;
import io.ibench.report.document.Line;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Period;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ServerCounterChartsTest {

  private static Period period(double at, Map<String, Number> counters) {
    Period period = ChartRuns.period(at, Map.of("seconds", 2));
    return new Period(
        period.started(),
        period.figures(),
        period.disks(),
        period.sizeSource(),
        period.outages(),
        period.stalls(),
        period.workloadCounters(),
        counters,
        period.operations(),
        period.partial());
  }

  private static Optional<Chart> chart(Period... periods) {
    RunReport run = ChartRuns.run(ChartRuns.step("r", Unit.QUERIES, periods[0], periods));
    return ServerCounterCharts.of(new KnownSteps(run));
  }

  @Test
  void aReaderChoosesAmongTheCountersThatChangeThoseThatChangeMostFirst() {
    Chart chart =
        chart(
                period(0, Map.of("commits", 5, "page_size", 16_384, "pages_read", 900)),
                period(2, Map.of("commits", 25, "page_size", 16_384, "pages_read", 100)),
                period(4, Map.of("commits", 15, "page_size", 16_384)))
            .orElseThrow();

    assertThat(chart.choices())
        .containsExactly(
            new Choice("counter", "counter", List.of("pages_read", "commits"), "pages_read"));
    Line commits = chart.lines().get(1);
    assertThat(commits.tags()).containsEntry("counter", "commits");
    assertThat(commits.x()).containsExactly(0, 2, 2, 4, 4, 6);
    assertThat(commits.y()).containsExactly(5, 5, 25, 25, 15, 15);
    assertThat(chart.lines().get(0).x()).containsExactly(0, 2, 2, 4);
  }

  @Test
  void aServerWithManyCountersHasAHundredChoices() {
    Map<String, Number> first = new HashMap<>();
    Map<String, Number> second = new HashMap<>();
    for (int i = 1; i <= 150; i++) {
      first.put("counter" + i, 0);
      second.put("counter" + i, i);
    }

    List<String> options =
        chart(period(0, first), period(2, second)).orElseThrow().choices().get(0).options();

    assertThat(options).hasSize(100).startsWith("counter150").endsWith("counter51");
  }

  @Test
  void withoutACounterThatChangesThereIsNoChart() {
    assertThat(chart(period(0, Map.of()), period(2, Map.of()))).isEmpty();
    assertThat(chart(period(0, Map.of("page_size", 8)), period(2, Map.of("page_size", 8))))
        .isEmpty();
  }
}
