package io.ibench.report;

import static io.ibench.testing.StepBuilder.aStep;

import io.ibench.host.ServerPlace;
import io.ibench.measure.Role;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart.Unit;
import io.ibench.measure.WorkloadCounter;
import io.ibench.report.figures.DatabaseInfo;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.figures.RunLabel;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReportBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Hand-made heads of results, for tests of other packages. */
public final class ReportSamples {

  private ReportSamples() {}

  /** A run of one step, with intervals of a second and latencies every ten. */
  public static RunInfo run(
      String step,
      List<String> operations,
      List<Role> roles,
      List<String> failureKinds,
      List<String> workloadCounters) {
    RunInfo sample = Samples.run(step);
    return new RunInfo(
        sample.identity(),
        sample.versions(),
        sample.database(),
        sample.settings(),
        new RunInfo.Names(
            sample.steps(),
            operations,
            roles,
            failureKinds,
            workloadCounters.stream().map(name -> WorkloadCounter.of(name, name)).toList()),
        new RunInfo.Cadence(Samples.SECOND, 10 * Samples.SECOND, OptionalLong.empty()),
        new RunInfo.Machine(sample.host(), sample.cpus(), ServerPlace.SAME_MACHINE),
        sample.data(),
        RunLabel.NONE,
        List.of(),
        Optional.empty());
  }

  public static RunInfo.Books books() {
    return Samples.books();
  }

  /** An insert benchmark whose last step missed its target rate. */
  public static RunReport insertBenchmark(int clients) {
    StepResult[] steps = InsertSamples.all(clients);
    String[] names = Arrays.stream(steps).map(s -> s.step().name()).toArray(String[]::new);
    String reason = "81 % of a target rate (least: 95 %)";
    return Judged.of(Samples.json(InsertSamples.run(names), true, steps))
        .step(steps.length - 1, "invalid", reason)
        .run("invalid", names[steps.length - 1] + ": " + reason)
        .report();
  }

  /** A LinkBench run of this many hours, and a short step before it. */
  public static RunReport hours(int hours) {
    return WeekSamples.judged(
            WeekSamples.requests("warmup", 40, 60, false, false),
            WeekSamples.requests("request", hours, 3600, false, false))
        .report();
  }

  /** A valid request step of this many repeats. */
  public static RunReport repeats(int repeats) {
    StepResult[] steps = new StepResult[repeats];
    Arrays.setAll(
        steps,
        i ->
            Samples.step(
                Samples.start("request", Unit.QUERIES, i + 1, repeats, false),
                Samples.period(10, Samples.operation(Samples.READ, 500 + i, 900))));
    return Judged.of(Samples.json(Samples.run("request"), true, steps)).report();
  }

  /** Three repeats, of which the last one is invalid for this reason. */
  public static RunReport repeatsOfWhichTheLastIsInvalid(String reason) {
    StepResult[] steps = new StepResult[3];
    Arrays.setAll(
        steps,
        i ->
            Samples.step(
                Samples.start("request", Unit.QUERIES, i + 1, steps.length, false),
                Samples.period(10, Samples.operation(Samples.READ, 500, 900))));
    return Judged.of(Samples.json(Samples.run("request"), true, steps))
        .step(2, "invalid", reason)
        .report();
  }

  /** A valid run with a part of its files lost. */
  public static RunReport damaged(String damage) {
    RunReport run = repeats(1);
    return RunReportBuilder.builder(run).damage(List.of(damage)).build();
  }

  /** A run that has just begun its first step. */
  public static RunReport nothingDone() {
    return Samples.report(Samples.run("first", "second"), false);
  }

  /** A run whose first step ended with an error with this text. */
  public static RunReport failed(String failure) {
    StepResult step = Samples.failed(Samples.start("first", Unit.NONE), Samples.period(0), failure);
    return Samples.report(Samples.run("first", "second"), true, step);
  }

  /** A run whose second step is running. */
  public static RunReport running() {
    StepResult step =
        Samples.step(
            Samples.start("first", Unit.QUERIES),
            Samples.period(10, Samples.operation(Samples.READ, 500, 900)));
    return Samples.report(Samples.run("first", "second"), false, step);
  }

  /** As written by a version without verdicts. */
  public static RunReport unjudged() {
    StepResult step =
        Samples.step(
            Samples.start("first", Unit.QUERIES),
            Samples.period(10, Samples.operation(Samples.READ, 500, 900)));
    return Judged.of(Samples.json(Samples.run("first"), true, step)).unjudged().report();
  }

  /** Every text that a user or a server may choose is this text. */
  public static RunReport withTexts(String text) {
    RunInfo run = Samples.run(text);
    RunInfo hostile =
        new RunInfo(
            new RunInfo.Identity(text, text, run.seed(), run.startEpochMillis()),
            Map.of("ibench", text),
            new DatabaseInfo(
                Map.of("name", text, "product", text, "engine", text),
                Map.of(text, text),
                List.of(text)),
            run.settings(),
            new RunInfo.Names(
                run.steps(),
                List.of(text, "other", "third"),
                run.roles(),
                run.failureKinds(),
                run.workloadCounters()),
            run.cadence(),
            new RunInfo.Machine(run.host(), run.cpus(), ServerPlace.SAME_MACHINE),
            new RunInfo.Data(3, Optional.of(text), Map.of(), List.of(text)),
            RunLabel.NONE,
            List.of(),
            Optional.empty());
    StepResult step =
        aStep(Samples.start(text, Unit.QUERIES))
            .facts(text)
            .problems(text)
            .interrupted(true)
            .failed(text)
            .over(Samples.period(10, Samples.operation(Samples.READ, 500, 900)));
    return Judged.of(Samples.json(hostile, true, step)).step(0, "degraded", text).report();
  }
}
