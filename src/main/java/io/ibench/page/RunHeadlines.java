package io.ibench.page;

import io.ibench.measure.StepStart.Unit;
import io.ibench.page.Page.Headline;
import io.ibench.report.figures.LatencyUnit;
import io.ibench.report.figures.NumberText;
import io.ibench.report.figures.RunState;
import io.ibench.report.figures.SanitizedText;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Operation;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.text.OperationTable;
import io.ibench.report.text.PeriodSeries;
import io.ibench.report.text.TextReport;
import io.ibench.report.text.Tones;
import io.ibench.report.text.Tooltips;
import io.ibench.report.text.VerdictText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The numbers at the top of a run's page: those of its main step, and in the insert benchmark of
 * its loads. A number of a step that is that is bad always shows the verdict. Immutable.
 */
final class RunHeadlines {

  private static final int MAX_LOADS = 3;
  private static final int MAX_HEADLINES = 6;

  /** A figure of a step. */
  private record StepFigure(Step step, String name, String value, String unit, String definition) {}

  private final RunReport run;
  private final List<StepFigure> figures = new ArrayList<>();

  /** Empty if no step did anything. */
  RunHeadlines(RunReport run) {
    this.run = run;
    TextReport.mainStep(run).ifPresent(this::add);
  }

  /** The step of all headlines; empty if each names its own. */
  String caption() {
    boolean alike = figures.stream().map(StepFigure::step).distinct().count() == 1;
    return alike ? SanitizedText.of(over(figures.get(0).step())) : "";
  }

  List<Headline> list() {
    boolean alike = !caption().isEmpty();
    return figures.stream()
        .map(
            figure ->
                new Headline(
                    SanitizedText.of(figure.name() + (alike ? "" : ", " + over(figure.step()))),
                    figure.value(),
                    figure.unit(),
                    SanitizedText.of(figure.definition()),
                    Tones.isInvalid(figure.step())))
        .toList();
  }

  private void add(Step step) {
    if (step.unit() != Unit.QUERIES) {
      addLoad(step);
      return;
    }
    boolean writes = step.whole().figures().containsKey("ips");
    if (writes) {
      List<Step> loads = run.steps().stream().filter(s -> s.unit() == Unit.ROWS).toList();
      loads.stream().limit(MAX_LOADS).forEach(load -> figure(load, "ips", "ips", "rows/s"));
    }
    figure(step, "qps", "qps", "queries/s");
    latency(step);
    cost(step, "wkbpq", "wKB/q", "KB/query");
    cost(step, "rkbpq", "rKB/q", "KB/query");
    cpu(step, "CPU/q", "us/query");
    size(step);
  }

  private void addLoad(Step step) {
    figure(step, "ips", "ips", "rows/s");
    latency(step);
    cost(step, "wkbpq", "wKB/i", "KB/row");
    cpu(step, "CPU/i", "us/row");
    figure(step, "bytes_per_row", "bytes/row", "bytes/row");
    size(step);
  }

  /** CPU of server and client; if unknown, that of the whole machine. */
  private void cpu(Step step, String name, String unit) {
    boolean own = step.whole().figures().containsKey("own_cpu_us_pq");
    cost(step, own ? "own_cpu_us_pq" : "cpu_us_pq", own ? "own " + name : name, unit);
  }

  private void cost(Step step, String key, String name, String unit) {
    Number value = step.whole().figures().get(key);
    if (value != null && value.doubleValue() >= CostCharts.MIN_SHOWN) {
      figure(step, key, name, unit);
    }
  }

  /** Leaves out a missing figure; the setup says why it is missing. */
  private void figure(Step step, String key, String name, String unit) {
    Number value = step.whole().figures().get(key);
    if (value != null && figures.size() < MAX_HEADLINES) {
      figures.add(new StepFigure(step, name, NumberText.figure(value), unit, Tooltips.of(key)));
    }
  }

  /** The size is always shown, as the last number. */
  private void size(Step step) {
    if (figures.size() == MAX_HEADLINES && step.whole().figures().get("size_gb") != null) {
      figures.remove(MAX_HEADLINES - 1);
    }
    figure(step, "size_gb", "database size", "GB");
  }

  /**
   * The p99 of the most frequent operation: with a target rate the response time, which is the time
   * that a client waits at this rate.
   */
  private void latency(Step step) {
    Optional<Operation> operation =
        step.whole().operations().stream()
            .filter(o -> o.response().get("p99_us") != null && o.count() > 0)
            .max(Comparator.comparingLong(Operation::count));
    if (operation.isPresent() && figures.size() < MAX_HEADLINES) {
      double micros = operation.get().response().get("p99_us").doubleValue();
      boolean waited = !operation.get().response().equals(operation.get().service());
      LatencyUnit unit = OperationTable.unit(step, waited);
      String what = waited ? "response" : "service";
      String definition =
          Tooltips.of(what + ".p99_us") + " Of the operation that was done most often.";
      String name = (waited ? "response p99 of " : "p99 of ") + operation.get().name();
      figures.add(new StepFigure(step, name, unit.text(micros), unit.name(), definition));
    }
  }

  /** The step, as in {@code request 3, the last of 3 repeats}, and its verdict if not VALID. */
  private String over(Step step) {
    String soFar = step.state() == RunState.RUNNING ? ", so far" : "";
    return step.title() + extent(step) + soFar + VerdictText.titled("", step.verdict());
  }

  private String extent(Step step) {
    if (step.repeats() > 1) {
      boolean last = step.repeat() == step.repeats();
      return (last ? ", the last of " : ", of ") + NumberText.count(step.repeats()) + " repeats";
    }
    return PeriodSeries.of(run).stream()
        .filter(series -> series.title().equals(step.title()) && !series.repeats())
        .findFirst()
        .map(
            series ->
                ", all " + NumberText.count(series.entries().size()) + " " + series.head() + "s")
        .orElse("");
  }
}
