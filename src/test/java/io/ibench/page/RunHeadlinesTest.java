package io.ibench.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.ibench.measure.Role;
import io.ibench.measure.StepStart.Unit;
import io.ibench.page.Page.Headline;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Operation;
import io.ibench.report.store.RunReport.Period;
import io.ibench.report.store.StoredOutages;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunHeadlinesTest {

  private static List<Headline> headlines(
      Map<String, Number> service, Map<String, Number> response) {
    Operation operation =
        new Operation(
            "GET",
            Role.QUERY,
            9,
            9,
            Map.of(),
            0,
            0,
            0,
            0,
            0,
            Optional.empty(),
            service,
            response,
            List.of(),
            Map.of(),
            Map.of());
    Period whole =
        new Period(
            Optional.of(ChartRuns.STARTED),
            Map.of(),
            List.of(),
            Optional.empty(),
            StoredOutages.NONE,
            Map.of(),
            Map.of(),
            List.of(operation),
            false);
    RunReport run = ChartRuns.run(ChartRuns.step("r", 1, 1, Unit.QUERIES, true, whole));
    return new RunHeadlines(run).list();
  }

  private static List<Headline> costs(Unit unit) {
    Map<String, Number> figures = Map.of("wkbpq", 7.5, "cpu_us_pq", 50);
    return new RunHeadlines(
            ChartRuns.run(ChartRuns.step("r", unit, ChartRuns.period(1, figures, "GET"))))
        .list();
  }

  @Test
  void costsAreOfQueriesInAStepOfQueriesAndOfRowsInALoad() {
    assertThat(costs(Unit.QUERIES))
        .extracting(Headline::label, Headline::unit)
        .containsExactly(tuple("wKB/q", "KB/query"), tuple("CPU/q", "us/query"));
    assertThat(costs(Unit.ROWS))
        .extracting(Headline::label, Headline::unit)
        .containsExactly(tuple("wKB/i", "KB/row"), tuple("CPU/i", "us/row"));
  }

  @Test
  void theCpuOfServerAndClientComesBeforeThatOfTheMachine() {
    Map<String, Number> figures = Map.of("cpu_us_pq", 4497, "own_cpu_us_pq", 376);
    RunReport run =
        ChartRuns.run(ChartRuns.step("r", Unit.QUERIES, ChartRuns.period(1, figures, "GET")));
    assertThat(new RunHeadlines(run).list())
        .extracting(Headline::label, Headline::value)
        .containsExactly(tuple("own CPU/q", "376"));
  }

  @Test
  void aLatencyHasTheUnitOfTheTableInWhichItStands() {
    Map<String, Number> service = Map.of("p50_us", 80, "p99_us", 1_098);
    Map<String, Number> queued = Map.of("p50_us", 14_562_623, "p99_us", 28_588_376);
    Map<String, Number> prompt = Map.of("p50_us", 95, "p99_us", 1_500);

    assertThat(headlines(service, queued))
        .extracting(Headline::label, Headline::value, Headline::unit)
        .containsExactly(tuple("response p99 of GET", "28,588", "ms"));
    assertThat(headlines(service, prompt))
        .extracting(Headline::value, Headline::unit)
        .containsExactly(tuple("1,500", "us"));
    assertThat(headlines(service, service))
        .extracting(Headline::label, Headline::value, Headline::unit)
        .containsExactly(tuple("p99 of GET", "1,098", "us"));
  }
}
