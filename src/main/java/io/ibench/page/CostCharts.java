package io.ibench.page;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.document.Axis;
import io.ibench.report.document.Chart;
import io.ibench.report.document.Chart.Topic;
import io.ibench.report.document.Choice;
import io.ibench.report.document.Line;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.Formula;
import io.ibench.report.figures.IntervalRow;
import io.ibench.report.store.RunReport.Step;
import io.ibench.series.StepRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The cost of an operation in each interval. Not thread-safe. */
final class CostCharts implements RowCharts {

  private static final String FIGURE = "figure";
  private static final int POINTS = 1000;

  /** Smaller costs count as nothing. */
  static final double MIN_SHOWN = 0.01;

  private final StepRows rows;
  private final IntervalRow interval;
  private final KnownSteps steps;
  private final double shortest;
  private final List<Cost> costs = new ArrayList<>();

  CostCharts(StepRows rows, KnownSteps steps) {
    this.rows = rows;
    this.steps = steps;
    interval = steps.interval(rows);
    shortest = steps.shortestGauged();
    Unit unit = steps.onlyWrite() ? Unit.ROWS : Unit.QUERIES;
    String cpu = "CPU us/" + (steps.onlyWrite() ? "i" : "q");
    add("reads", Figure.RPQ.definition().name(unit), Figure.RPQ);
    add("KB read", Figure.RKBPQ.definition().name(unit), Figure.RKBPQ);
    add("KB written", Figure.WKBPQ.definition().name(unit), Figure.WKBPQ);
    add("machine", cpu, Figure.CPU_US_PQ);
    // The CPU of an embedded database is the client's.
    if (!interval.isEmbedded()) {
      add("server + client", cpu, Figure.OWN_CPU_US_PQ);
    }
    add("server", cpu, Figure.SERVER_US_PQ);
    add("client", cpu, Figure.CLIENT_US_PQ);
    add("context switches", Figure.CSPQ.definition().name(unit), Figure.CSPQ);
  }

  private void add(String line, String option, Figure figure) {
    costs.add(new Cost(DrawnLine.of(line, Axis.TIME, FIGURE, option, POINTS), figure.formula()));
  }

  @Override
  public void add(Optional<Step> step) {
    if (rows.isAfterGap()) {
      costs.forEach(cost -> cost.line.curve().gap());
    }
    if (rows.isShort() || rows.seconds() < shortest) {
      return;
    }
    interval.enter(step.map(Step::unit));
    // An interval without operations has no cost: the line has a gap.
    for (Cost cost : costs) {
      cost.line.add(rows, cost.formula.of(interval));
    }
  }

  @Override
  public double width() {
    return DrawnLine.width(costs.stream().map(Cost::line));
  }

  @Override
  public List<Chart> charts() {
    List<Line> drawn = DrawnLine.drawn(costs.stream().map(Cost::line).toList());
    if (drawn.isEmpty()) {
      return List.of();
    }
    List<String> options = drawn.stream().map(line -> line.tags().get(FIGURE)).distinct().toList();
    return List.of(
        new Chart(
            Topic.COSTS,
            "cost",
            "Cost per operation",
            "What the disks, the CPUs and the kernel did in each interval"
                + ChartTexts.length(steps.intervalSeconds(rows))
                + ", divided by the queries that were completed in it; in steps that only write,"
                + " by the rows that were inserted. Requests to the devices, KB of 1,024 bytes,"
                + " microseconds of CPU, context switches; without operations there is a gap."
                + ChartTexts.SHORT_LEFT_OUT,
            "per operation",
            false,
            List.of(new Choice(FIGURE, "cost", options, initial(options, drawn))),
            drawn));
  }

  /** The first option with a cost worth showing: data that fits in memory is hardly ever read. */
  private static String initial(List<String> options, List<Line> drawn) {
    return drawn.stream()
        .filter(line -> Arrays.stream(line.y()).anyMatch(value -> value >= MIN_SHOWN))
        .map(line -> line.tags().get(FIGURE))
        .findFirst()
        .orElse(options.get(0));
  }

  private record Cost(DrawnLine line, Formula formula) {}
}
