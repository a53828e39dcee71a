package io.ibench.page;

import io.ibench.measure.StepStart.Unit;
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
 * The few numbers that a page begins with: of the step that the run is about, and with the insert
 * benchmark of its loads. A number of a step that is not valid never stands without its verdict.
 */
final class RunHeadlines {

  private static final int MOST_LOADS = 3;
  private static final int MOST = 6;

  /** A number of a step. */
  private record Entry(Step step, String name, String value, String unit, String definition) {}

  private final RunReport run;
  private final List<Entry> figures = new ArrayList<>();

  /** None when no step did anything. */
  RunHeadlines(RunReport run) {
    this.run = run;
    TextReport.mainStep(run).ifPresent(this::add);
  }

  /** The step that all of them are of; empty where each names its own. */
  String caption() {
    boolean alike = figures.stream().map(Entry::step).distinct().count() == 1;
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
      loads.stream().limit(MOST_LOADS).forEach(load -> figure(load, "ips", "ips", "rows/s"));
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

  /** Of server and client; where that is not known, of the machine with all that ran there. */
  private void cpu(Step step, String name, String unit) {
    boolean own = step.whole().figures().containsKey("own_cpu_us_pq");
    cost(step, own ? "own_cpu_us_pq" : "cpu_us_pq", own ? "own " + name : name, unit);
  }

  private void cost(Step step, String key, String name, String unit) {
    Number value = step.whole().figures().get(key);
    if (value != null && value.doubleValue() >= CostCharts.LEAST) {
      figure(step, key, name, unit);
    }
  }

  /** What cannot be had is left out: why it is missing stands elsewhere. */
  private void figure(Step step, String key, String name, String unit) {
    Number value = step.whole().figures().get(key);
    if (value != null && figures.size() < MOST) {
      figures.add(new Entry(step, name, NumberText.figure(value), unit, Tooltips.of(key)));
    }
  }

  /** There is always room for the size: it is the last one. */
  private void size(Step step) {
    if (figures.size() == MOST && step.whole().figures().get("size_gb") != null) {
      figures.remove(MOST - 1);
    }
    figure(step, "size_gb", "database size", "GB");
  }

  /**
   * Of the operation that the step did most often: with a target rate the response time, which is
   * what somebody who asked at that rate has waited.
   */
  private void latency(Step step) {
    Optional<Operation> operation =
        step.whole().operations().stream()
            .filter(o -> o.response().get("p99_us") != null && o.count() > 0)
            .max(Comparator.comparingLong(Operation::count));
    if (operation.isPresent() && figures.size() < MOST) {
      double micros = operation.get().response().get("p99_us").doubleValue();
      boolean waited = !operation.get().response().equals(operation.get().service());
      LatencyUnit unit = OperationTable.unit(step, waited);
      String what = waited ? "response" : "service";
      String definition =
          Tooltips.of(what + ".p99_us") + " Of the operation that was done most often.";
      String name = (waited ? "response p99 of " : "p99 of ") + operation.get().name();
      figures.add(new Entry(step, name, unit.text(micros), unit.name(), definition));
    }
  }

  /** The step, as in {@code request 3, the last of 3 repeats}, and what speaks against it. */
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
