package io.ibench.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.ibench.measure.Latency;
import io.ibench.measure.PeriodIntervals;
import io.ibench.measure.Role;
import io.ibench.merge.AgentFolder.StepTime;
import io.ibench.report.figures.Figures;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.RunReport.Period;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.RunReport.StoredFailure;
import io.ibench.report.store.RunReportEndingBuilder;
import io.ibench.report.store.RunReportPlannedBuilder;
import io.ibench.report.store.RunReportStepBuilder;
import io.ibench.report.store.RunReportTextsBuilder;
import io.ibench.report.store.StoredAgentStep;
import io.ibench.report.store.StoredAnswers;
import io.ibench.report.store.StoredClient;
import io.ibench.report.store.StoredEvent;
import io.ibench.report.store.StoredPart;
import io.ibench.report.store.StoredTarget;
import io.ibench.verdict.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class StepSumTest {

  private static final StepTime TIME = new StepTime(7_000, 20, 500_000);

  /** Its clock is 0.1 s ahead of the first agent's. */
  private static final StepTime AHEAD = new StepTime(7_100, 20, 400_000);

  private static final PeriodIntervals NONE = PeriodIntervals.none(1_000_000_000L);

  private static Period period(double seconds, long queries) {
    return MergeSamples.period(
        Map.of("seconds", seconds, "threads", 2, "qps", 1.0),
        MergeSamples.operation("get", Role.QUERY, queries, 3 * queries),
        MergeSamples.operation("put", Role.INSERT, 1, 4 * queries));
  }

  private static Step step(double seconds, long queries, double... periodSeconds) {
    return RunReportStepBuilder.builder(
            MergeSamples.step("request", period(seconds, queries)).build())
        .periods(
            Arrays.stream(periodSeconds)
                .mapToObj(each -> period(each, queries / periodSeconds.length))
                .toList())
        .build();
  }

  private static Step action() {
    return MergeSamples.step("index", MergeSamples.period(Map.of("seconds", 5.0))).build();
  }

  private static StepSum sum(Step first) {
    return new StepSum(0, first, TIME, 2);
  }

  private static StepSum sum(Step first, Step second) {
    StepSum sum = sum(first);
    sum.add(MergeSamples.agent(0, 2), first, TIME, NONE);
    sum.add(MergeSamples.agent(1, 2), second, AHEAD, NONE);
    return sum;
  }

  private static Step ended(StepSum sum) {
    sum.end(Map.of());
    return sum.sum();
  }

  @Test
  void theWholeAndEachPeriodAreSums() {
    StepSum sum = sum(step(20, 100, 10, 10), step(22, 300, 8, 8, 6));

    Step all = ended(sum);

    assertThat(all.whole().operations().get(0).count()).isEqualTo(400);
    assertThat(all.whole().figures().numbers())
        .containsEntry("seconds", 22.0)
        .containsEntry("threads", 4L)
        .containsEntry("qps", 400 / 22.0);
    assertThat(all.periods())
        .extracting(
            each -> each.figures().numbers().get("seconds"),
            each -> each.operations().get(0).count())
        .containsExactly(tuple(10.0, 150L), tuple(10.0, 150L), tuple(6.0, 100L));
    assertThat(all.state()).isEqualTo(RunState.DONE);
    assertThat(all.failure()).isEmpty();
    assertThat(all.interrupted()).isFalse();
    assertThat(sum.seconds()).isEqualTo(22);
    assertThat(sum.startMillis()).isEqualTo(7_000);
    assertThat(sum.operations()).containsExactly("get", "put");
    assertThat(sum.count("get")).isEqualTo(400);
    assertThat(sum.periodCount()).isEqualTo(3);
    assertThat(sum.rankOfFirst()).isZero();
    assertThat(sum.isAction()).isFalse();
  }

  @Test
  void aPeriodHasItsHistogramsAndTheIntervalsThatEndInIt() {
    StepSum sum = sum(withLatency(step(2, 2, 1, 1)), withLatency(step(2, 2, 1, 1)));
    double[] values = new double[IntervalTable.SUMS.size()];
    double[] levels = new double[IntervalTable.HIGHEST.size()];
    for (int slot = 0; slot < 2; slot++) {
      sum.intervals.add(slot, slot + 1, 1, true, values, levels);
    }
    Histogram histogram = Latency.histogram();
    histogram.recordValueWithCount(100, 2);

    assertThat(sum.endedPeriods()).isZero();
    sum.endPeriod(Map.of("get", Map.of(Tags.SERVICE, histogram)));
    assertThat(sum.endedPeriods()).isEqualTo(1);
    sum.end(Map.of());

    List<Period> periods = sum.sum().periods();
    assertThat(periods).extracting(each -> intervals(each)).containsExactly(1L, 1L);
    assertThat(periods.get(0).operations().get(0).service()).containsEntry("p99_us", 0.1);
    assertThat(periods.get(1).operations().get(0).service()).doesNotContainKey("p99_us");
    assertThat(intervals(sum.sum().whole())).isEqualTo(2L);
  }

  private static Object intervals(Period period) {
    return period.figures().numbers().get("intervals");
  }

  private static Step withLatency(Step step) {
    return RunReportStepBuilder.builder(step)
        .periods(
            step.periods().stream()
                .map(
                    each ->
                        MergeSamples.period(
                            each.figures().numbers(),
                            MergeSamples.withService(
                                each.operations().get(0), Map.of("mean_us", 1.0))))
                .toList())
        .build();
  }

  @Test
  void aTimeIsInThePeriodOfTheAgentsOwnBorders() {
    StepSum sum = sum(step(20, 100, 10, 10), step(22, 300, 8, 8, 6));

    assertThat(sum.periodAt(0, 9.9)).isZero();
    assertThat(sum.periodAt(0, 10)).isEqualTo(1);
    assertThat(sum.periodAt(0, 99)).isEqualTo(1);
    assertThat(sum.periodAt(1, 8)).isEqualTo(1);
    assertThat(sum.periodAt(1, 15.9)).isEqualTo(1);
    assertThat(sum.periodAt(1, 16)).isEqualTo(2);
    assertThat(sum.periodAt(1, 23)).isEqualTo(2);
    assertThat(sum.periodAt(2, 5)).isZero();
  }

  @Test
  void anAgentsClockIsShiftedByItsOffset() {
    StepSum sum = sum(step(1, 1));

    assertThat(sum.shiftMillis(TIME)).isZero();
    assertThat(sum.shiftMillis(AHEAD)).isEqualTo(-100);
    assertThat(sum.shiftMillis(new StepTime(0, 1, 500_600))).isEqualTo(1);
  }

  @Test
  void intervalsHaveTheLengthThatTheStepSays() {
    assertThat(sum(step(1, 1)).intervals.seconds()).isEqualTo(1);
    assertThat(intervalSeconds(0.1)).isEqualTo(0.1);
    assertThat(intervalSeconds(0)).isEqualTo(1);
  }

  private static double intervalSeconds(double length) {
    Period whole = MergeSamples.period(Map.of("rate_interval_s", length));
    return sum(MergeSamples.step("request", whole).build()).intervals.seconds();
  }

  @Test
  void anActionIsThatOfTheFirstAgent() {
    Step first =
        RunReportStepBuilder.builder(action())
            .periods(List.of(MergeSamples.period(Map.of("seconds", 5.0))))
            .texts(RunReportTextsBuilder.builder().facts(List.of("1 index")).build())
            .build();
    Step second =
        RunReportStepBuilder.builder(first)
            .texts(
                RunReportTextsBuilder.builder()
                    .facts(List.of("no index"))
                    .problems(List.of("cannot connect"))
                    .reasons(List.of("cannot connect"))
                    .build())
            .ending(
                RunReportEndingBuilder.builder()
                    .state(RunState.FAILED)
                    .failure(Optional.of("refused"))
                    .verdict(Optional.of(Verdict.INVALID))
                    .build())
            .build();
    StepSum sum = sum(first, second);

    Step all = ended(sum);

    assertThat(sum.isAction()).isTrue();
    assertThat(all.whole()).isEqualTo(first.whole());
    assertThat(all.periods()).isEqualTo(first.periods());
    assertThat(all.facts()).containsExactly("1 index");
    assertThat(all.problems()).containsExactly("agent 1 (node-1): cannot connect");
    assertThat(all.reasons()).containsExactly("agent 1 (node-1): cannot connect");
    assertThat(all.state()).isEqualTo(RunState.FAILED);
    assertThat(all.failure()).contains("agent 1 (node-1): refused");
    assertThat(all.verdict()).contains(Verdict.INVALID);
  }

  @Test
  void textsAreThoseOfAllAgents() {
    Step first =
        RunReportStepBuilder.builder(step(20, 100))
            .texts(
                RunReportTextsBuilder.builder()
                    .facts(List.of("fact"))
                    .details(List.of("detail"))
                    .problems(List.of("problem"))
                    .build())
            .build();
    Step all = ended(sum(first, step(20, 100)));

    assertThat(all.facts()).containsExactly("agent 0 (node-0): fact");
    assertThat(all.details()).containsExactly("agent 0 (node-0): detail");
    assertThat(all.problems()).containsExactly("agent 0 (node-0): problem");
  }

  @Test
  void anAgentThatWasInterruptedInterruptsTheStep() {
    Step interrupted =
        RunReportStepBuilder.builder(step(20, 100))
            .ending(
                RunReportEndingBuilder.builder()
                    .state(RunState.INTERRUPTED)
                    .interrupted(true)
                    .build())
            .build();

    Step all = ended(sum(interrupted, step(20, 100)));

    assertThat(all.state()).isEqualTo(RunState.INTERRUPTED);
    assertThat(all.interrupted()).isTrue();
  }

  @Test
  void anAgentThatWasLostIsAFailureOfTheStep() {
    StepSum sum = sum(step(20, 100));
    sum.add(MergeSamples.agent(0, 2), step(20, 100), TIME, NONE);
    sum.addLost("agent 1 of 2 (node-1)", ", last seen at noon");

    Step all = ended(sum);

    String why =
        "agent 1 of 2 (node-1) was lost, last seen at noon, and its part of the step is in no"
            + " figure";
    assertThat(all.state()).isEqualTo(RunState.FAILED);
    assertThat(all.failure()).contains(why);
    assertThat(all.verdict()).contains(Verdict.INVALID);
    assertThat(all.reasons()).contains(why);
  }

  @Test
  void theFirstFailureOfEachKindIsThatOfTheEarliestAgent() {
    Step first = failing(failure("deadlock", 300, "first"), failure("timeout", 900, "own"));
    // By the first agent's clock each is 100 ms earlier.
    Step second =
        failing(
            failure("deadlock", 390, "earlier"),
            failure("timeout", 1_001, "later"),
            failure("gone", 150, "only"));

    assertThat(ended(sum(first, second)).firstFailures())
        .containsExactly(
            failure("gone", 50, "only"),
            failure("deadlock", 290, "earlier"),
            failure("timeout", 900, "own"));
  }

  private static StoredFailure failure(String kind, long millis, String text) {
    return new StoredFailure(
        kind, "get", MergeSamples.START.plusMillis(millis), Optional.of(1), text);
  }

  private static Step failing(StoredFailure... failures) {
    return RunReportStepBuilder.builder(step(20, 100))
        .ending(
            RunReportEndingBuilder.builder()
                .state(RunState.DONE)
                .firstFailures(List.of(failures))
                .events(
                    List.of(
                        new StoredEvent(
                            "event.1",
                            MergeSamples.START,
                            Optional.empty(),
                            Optional.of(failures[0].text()),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty())))
                .build())
        .build();
  }

  @Test
  void eventsAreThoseOfTheFirstAgent() {
    Step all = ended(sum(failing(failure("a", 1, "first")), failing(failure("a", 200, "second"))));

    assertThat(all.events())
        .extracting(event -> event.failure().orElseThrow())
        .containsExactly("first");
  }

  private static Step withTargets(Step step, StoredTarget... targets) {
    return RunReportStepBuilder.builder(step)
        .planned(RunReportPlannedBuilder.builder(step.planned()).targets(List.of(targets)).build())
        .build();
  }

  private static StoredTarget target(String group, String counts, double rate, double from) {
    return new StoredTarget(
        group,
        counts,
        rate,
        Optional.empty(),
        Optional.empty(),
        false,
        from == 0 ? null : new StoredTarget.Segment(from, 2 * from));
  }

  @Test
  void targetsAddUpAndAreComparedWithAllThatCountsTheSame() {
    Step first =
        withTargets(
            step(20, 100),
            target("readers", "queries", 10, 6),
            target("more", "queries", 20, 0),
            target("writers", "inserted_rows", 30, 0));
    Step second =
        withTargets(
            step(20, 300),
            target("readers", "queries", 15, 6),
            target("more", "queries", 5, 0),
            target("writers", "inserted_rows", 50, 0));

    // 400 queries and 1,600 rows in 20 s.
    assertThat(ended(sum(first, second)).targets())
        .containsExactly(
            new StoredTarget(
                "readers",
                "queries",
                25,
                Optional.of(20.0),
                Optional.of(0.4),
                false,
                new StoredTarget.Segment(15, 30)),
            new StoredTarget("more", "queries", 25, Optional.of(20.0), Optional.of(0.4), false),
            new StoredTarget(
                "writers", "inserted_rows", 80, Optional.of(80.0), Optional.of(1.0), true));
  }

  @Test
  void eachClientIsThatOfTheAgentThatDidItsWork() {
    Step first = withClients(step(20, 100), 1);
    Step second = withClients(step(20, 100), 2);

    assertThat(ended(sum(first, second)).clients())
        .extracting(StoredClient::client, client -> client.rates().numbers().get("qps"))
        .containsExactly(tuple(1L, 1), tuple(2L, 2), tuple(3L, 1), tuple(4L, 2));
  }

  @Test
  void clientsAreDealtOutToAllAgentsInTurn() {
    StepSum sum = new StepSum(2, withClients(step(20, 100), 7), TIME, 3);
    sum.add(MergeSamples.agent(2, 3), withClients(step(20, 100), 7), TIME, NONE);

    assertThat(sum.rankOfFirst()).isEqualTo(2);
    assertThat(ended(sum).clients()).extracting(StoredClient::client).containsExactly(3L);
  }

  private static Step withClients(Step step, int rate) {
    return RunReportStepBuilder.builder(step)
        .clients(
            LongStream.rangeClosed(1, 4)
                .mapToObj(
                    number -> new StoredClient(number, new Figures(Map.of("qps", rate)), List.of()))
                .toList())
        .build();
  }

  private static Step answering(
      Map<String, String> checksums, Optional<String> unknown, Optional<String> varies) {
    return RunReportStepBuilder.builder(step(20, 100))
        .answers(Optional.of(new StoredAnswers(checksums, unknown, varies)))
        .build();
  }

  @Test
  void checksumsAreAddedUp() {
    Step first =
        answering(
            Map.of("get", "ffffffffffffffff", "scan", "00000000000000aa"),
            Optional.empty(),
            Optional.empty());
    Step second =
        answering(Map.of("get", "0000000000000003"), Optional.empty(), Optional.of("ttl"));

    assertThat(ended(sum(first, second)).answers())
        .contains(
            new StoredAnswers(
                Map.of("get", "0000000000000002", "scan", "00000000000000aa"),
                Optional.empty(),
                Optional.of("ttl")));
  }

  @Test
  void checksumsAreUnknownIfOneAgentDoesNotKnowThem() {
    Step first = answering(Map.of("get", "01"), Optional.empty(), Optional.empty());
    Step second = answering(Map.of(), Optional.of("it was resumed"), Optional.empty());

    assertThat(ended(sum(first, second)).answers())
        .contains(new StoredAnswers(Map.of(), Optional.of("it was resumed"), Optional.empty()));
    assertThat(ended(sum(step(20, 100), step(20, 100))).answers()).isEmpty();
  }

  private static Step withPart(long count, double mean, String... names) {
    return RunReportStepBuilder.builder(step(20, 100))
        .parts(
            Arrays.stream(names)
                .map(
                    name ->
                        new StoredPart(
                            "get", name, count, Map.of("mean_us", mean, "max_us", 2 * mean)))
                .toList())
        .build();
  }

  @Test
  void partsOfOperationsAreAddedUpByName() {
    assertThat(ended(sum(withPart(30, 10, "read", "lock"), withPart(10, 50, "read"))).parts())
        .containsExactly(
            new StoredPart("get", "read", 40, Map.of("mean_us", 20.0, "max_us", 100.0)),
            new StoredPart("get", "lock", 30, Map.of("mean_us", 10.0, "max_us", 20.0)));
  }

  @Test
  void onlyTheStepOfOneAgentKeepsItsTimesBesideOthers() {
    Step timed =
        RunReportStepBuilder.builder(step(20, 100))
            .agent(Optional.of(new StoredAgentStep(1, 2, 3, 4, 5, 6, 7, List.of())))
            .build();
    StepSum alone = new StepSum(0, timed, TIME, 1);
    alone.add(MergeSamples.agent(0, 1), timed, TIME, NONE);

    assertThat(ended(alone).agent()).isEqualTo(timed.agent());
    assertThat(ended(sum(timed, timed)).agent()).isEmpty();
  }
}
