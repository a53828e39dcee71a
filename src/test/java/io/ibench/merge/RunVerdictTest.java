package io.ibench.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.StepPurpose;
import io.ibench.report.figures.DatabaseInfo;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Outcome;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.RunReportBuilder;
import io.ibench.report.store.RunReportEndingBuilder;
import io.ibench.report.store.RunReportPlannedBuilder;
import io.ibench.report.store.RunReportRunBuilder;
import io.ibench.report.store.RunReportStepBuilder;
import io.ibench.report.store.RunReportTextsBuilder;
import io.ibench.verdict.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunVerdictTest {

  private static Step step(
      String name, StepPurpose purpose, Verdict verdict, RunState state, String... reasons) {
    Step step = MergeSamples.step(name, MergeSamples.period(Map.of())).build();
    return RunReportStepBuilder.builder(step)
        .planned(
            RunReportPlannedBuilder.builder(step.planned()).purpose(Optional.of(purpose)).build())
        .texts(RunReportTextsBuilder.builder().reasons(List.of(reasons)).build())
        .ending(RunReportEndingBuilder.builder().state(state).verdict(Optional.of(verdict)).build())
        .build();
  }

  private static Step main(String name, Verdict verdict, String... reasons) {
    return step(name, StepPurpose.MAIN, verdict, RunState.DONE, reasons);
  }

  /** Of the first agent. */
  private static RunReport run(
      List<String> plan, Optional<Verdict> verdict, List<String> reasons, Step... steps) {
    return RunReportBuilder.builder()
        .schema(1)
        .workload("kv")
        .database(new DatabaseInfo(Map.of(), Map.of(), List.of()))
        .run(
            RunReportRunBuilder.builder()
                .id("night/agent-00")
                .started(MergeSamples.START)
                .steps(plan)
                .state(RunState.DONE)
                .build())
        .steps(List.of(steps))
        .rates(RunReport.InsertRates.NONE)
        .outcome(new Outcome(verdict, reasons, List.of()))
        .build();
  }

  private static RunReport valid(Step... steps) {
    return run(List.of("a", "b"), Optional.of(Verdict.VALID), List.of(), steps);
  }

  private static RunVerdict verdict(Verdict verdict, String... reasons) {
    return new RunVerdict(Optional.of(verdict), List.of(reasons));
  }

  @Test
  void itIsTheWorstOfTheMainStepsWithTheirReasons() {
    Step bad = main("a", Verdict.DEGRADED, "noise", "steal");

    assertThat(RunVerdict.of(valid(), List.of(bad, main("b", Verdict.VALID, "ignored"))))
        .isEqualTo(verdict(Verdict.DEGRADED, "a: noise", "a: steal"));
    assertThat(RunVerdict.of(valid(), List.of(main("b", Verdict.VALID))))
        .isEqualTo(verdict(Verdict.VALID));
  }

  @Test
  void aLoadDoesNotDecideBesideMainStepsUnlessItIsInvalid() {
    Step degraded = step("a", StepPurpose.LOAD, Verdict.DEGRADED, RunState.DONE, "slow disk");
    Step invalid = step("a", StepPurpose.LOAD, Verdict.INVALID, RunState.FAILED, "disk full");

    assertThat(RunVerdict.of(valid(), List.of(degraded, main("b", Verdict.VALID))))
        .isEqualTo(verdict(Verdict.VALID));
    assertThat(RunVerdict.of(valid(), List.of(degraded)))
        .isEqualTo(verdict(Verdict.DEGRADED, "a: slow disk"));
    assertThat(RunVerdict.of(valid(), List.of(invalid, main("b", Verdict.VALID))))
        .isEqualTo(verdict(Verdict.INVALID, "a: disk full"));
  }

  @Test
  void aTrialThatEndedDoesNotDecide() {
    Step trial = step("t", StepPurpose.TRIAL, Verdict.INVALID, RunState.DONE, "too fast");
    Step failed = step("t", StepPurpose.TRIAL, Verdict.INVALID, RunState.FAILED, "gone");

    assertThat(RunVerdict.of(valid(), List.of(trial, main("b", Verdict.VALID))))
        .isEqualTo(verdict(Verdict.VALID));
    assertThat(RunVerdict.of(valid(), List.of(failed, main("b", Verdict.VALID))))
        .isEqualTo(verdict(Verdict.INVALID, "t: gone"));
  }

  @Test
  void whatTheFirstAgentSaysOfTheRunAndNotOfAStepMakesItInvalid() {
    Step own = main("a", Verdict.DEGRADED, "noise");
    RunReport first =
        run(
            List.of("a", "b"),
            Optional.of(Verdict.INVALID),
            List.of("a: noise", "b: not begun"),
            own);

    assertThat(RunVerdict.of(first, List.of(main("a", Verdict.VALID))))
        .isEqualTo(verdict(Verdict.INVALID, "b: not begun"));
  }

  @Test
  void stepsThatTheFirstAgentDidNotBeginMakeItInvalid() {
    RunReport first =
        run(List.of("a", "b", "c"), Optional.empty(), List.of(), main("a", Verdict.VALID));

    assertThat(RunVerdict.of(first, List.of(main("a", Verdict.VALID))))
        .isEqualTo(verdict(Verdict.INVALID, "b: not begun", "c: not begun"));
  }

  @Test
  void aRunWithoutAnyStepIsInvalidUnlessNoneWasPlanned() {
    assertThat(RunVerdict.of(valid(), List.of())).isEqualTo(verdict(Verdict.INVALID));
    assertThat(RunVerdict.of(run(List.of(), Optional.of(Verdict.VALID), List.of()), List.of()))
        .isEqualTo(verdict(Verdict.VALID));
  }
}
