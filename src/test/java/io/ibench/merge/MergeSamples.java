package io.ibench.merge;

import io.ibench.measure.Buckets;
import io.ibench.measure.OperationCounts;
import io.ibench.measure.Role;
import io.ibench.measure.StepPurpose;
import io.ibench.measure.StepStart.Unit;
import io.ibench.merge.AgentFolder.StepTime;
import io.ibench.report.figures.Figures;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.RunReport.Operation;
import io.ibench.report.store.RunReport.Period;
import io.ibench.report.store.RunReportEndingBuilder;
import io.ibench.report.store.RunReportLatenciesBuilder;
import io.ibench.report.store.RunReportPeriodBuilder;
import io.ibench.report.store.RunReportPlannedBuilder;
import io.ibench.report.store.RunReportStepBuilder;
import io.ibench.report.store.RunReportTextsBuilder;
import io.ibench.verdict.Verdict;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Hand-made parts of agents' results; each test changes the part that it is about. */
final class MergeSamples {

  static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

  private MergeSamples() {}

  static Operation operation(String name, Role role, long count, long rows) {
    return operation(name, role, new OperationCounts(count, rows, 0, 0, 0, 0, 0), Map.of());
  }

  static Operation operation(
      String name, Role role, OperationCounts counts, Map<String, Number> errors) {
    return new Operation(
        name,
        role,
        counts,
        errors,
        Optional.empty(),
        RunReportLatenciesBuilder.builder()
            .buckets(Collections.nCopies(Buckets.COUNT, 0L))
            .build());
  }

  static Operation withService(Operation operation, Map<String, Number> micros) {
    return new Operation(
        operation.name(),
        operation.role(),
        operation.counts(),
        operation.errors(),
        operation.perSecond(),
        RunReportLatenciesBuilder.builder(operation.latencies()).service(micros).build());
  }

  static Period period(Map<String, Number> figures, Operation... operations) {
    return RunReportPeriodBuilder.builder()
        .started(Optional.of(START))
        .figures(new Figures(figures))
        .operations(List.of(operations))
        .build();
  }

  /** A valid step of queries that has ended. */
  static RunReportStepBuilder step(String name, Period whole) {
    return RunReportStepBuilder.builder()
        .planned(
            RunReportPlannedBuilder.builder()
                .name(name)
                .purpose(Optional.of(StepPurpose.MAIN))
                .unit(Unit.QUERIES)
                .build())
        .repeat(1)
        .repeats(1)
        .whole(whole)
        .texts(RunReportTextsBuilder.builder().build())
        .ending(
            RunReportEndingBuilder.builder()
                .state(RunState.DONE)
                .verdict(Optional.of(Verdict.VALID))
                .build());
  }

  static AgentFolder agent(int rank, int of) {
    return agent(rank, of, Map.of());
  }

  static AgentFolder agent(int rank, int of, Map<StepKey, StepTime> steps) {
    return new AgentFolder(
        Path.of("agent-" + rank),
        new RunInfo.Agent("night", rank, of, "node-" + rank, "00c0ffee"),
        START,
        steps);
  }
}
