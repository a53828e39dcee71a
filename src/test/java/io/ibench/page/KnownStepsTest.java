package io.ibench.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.OperationCounts;
import io.ibench.measure.Role;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.document.Axis;
import io.ibench.report.document.Line;
import io.ibench.report.figures.Figures;
import io.ibench.report.store.RunReport.Operation;
import io.ibench.report.store.RunReport.Period;
import io.ibench.report.store.RunReportLatenciesBuilder;
import io.ibench.report.store.StoredOutages;
import io.ibench.report.store.StoredStalls;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class KnownStepsTest {

  private static Operation operation(String name, long count, Map<String, Number> service) {
    return new Operation(
        name,
        Role.QUERY,
        new OperationCounts(count, count, 0, 0, 0, 0, 0),
        Map.of(),
        Optional.empty(),
        RunReportLatenciesBuilder.builder().service(service).build());
  }

  private static Line line(String name) {
    return new Line(name, Axis.TIME, Map.of(), false, new double[0], new double[0]);
  }

  @Test
  void fewLargeInsertsAreBusierThanManyShortQueriesAndUnknownLinesComeLast() {
    Period period =
        new Period(
            Optional.of(ChartRuns.STARTED),
            new Figures(Map.of("seconds", 1)),
            List.of(),
            Optional.empty(),
            StoredOutages.NONE,
            StoredStalls.NONE,
            Map.of(),
            Map.of(),
            List.of(
                operation("query", 10_000, Map.of("mean_us", 20)),
                operation("failed", 0, Map.of()),
                operation("insert", 100, Map.of("mean_us", 5_000))),
            false);
    KnownSteps steps = new KnownSteps(ChartRuns.run(ChartRuns.step("i1", Unit.ROWS, period)));

    List<Line> sorted =
        steps.busiestFirst(
            Stream.of("failed", "query", "insert").map(KnownStepsTest::line).toList());

    assertThat(sorted).extracting(Line::name).containsExactly("insert", "query", "failed");
  }
}
