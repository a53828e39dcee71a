package io.ibench.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.CountedIntervals.Counted;
import io.ibench.measure.OperationCounts;
import io.ibench.measure.PeriodIntervals;
import io.ibench.measure.Role;
import io.ibench.measure.StepStart.Unit;
import io.ibench.merge.StepVerdict.Judged;
import io.ibench.report.figures.Figures;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.RunReport.Operation;
import io.ibench.report.store.RunReport.Period;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.RunReportEndingBuilder;
import io.ibench.report.store.RunReportPeriodBuilder;
import io.ibench.report.store.RunReportPlannedBuilder;
import io.ibench.report.store.RunReportStepBuilder;
import io.ibench.report.store.RunReportTextsBuilder;
import io.ibench.report.store.StoredAgentStep;
import io.ibench.report.store.StoredOutages;
import io.ibench.report.store.StoredStalls;
import io.ibench.report.store.StoredTarget;
import io.ibench.verdict.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StepVerdictTest {

  private static final long SECOND = 1_000_000_000L;
  private static final PeriodIntervals STEADY = intervals(12, 100, 100);

  private final StepVerdict verdict = new StepVerdict(2);

  /** Of a second each; the second half has another rate. */
  private static PeriodIntervals intervals(int count, long first, long second) {
    PeriodIntervals.Builder all = new PeriodIntervals.Builder(SECOND);
    for (int i = 0; i < count; i++) {
      all.add(new Counted(SECOND, true, i < count / 2 ? first : second, 0, 0));
    }
    return all.build();
  }

  private static Step step(Period whole) {
    return MergeSamples.step("request", whole).build();
  }

  private static Period whole(long count, Map<String, Number> errors) {
    return whole(100, count, errors, 0);
  }

  private static Period whole(double seconds, long count, Map<String, Number> errors, long late) {
    return MergeSamples.period(
        Map.of("seconds", seconds, "threads", 2),
        MergeSamples.operation(
            "get", Role.QUERY, new OperationCounts(count, 0, 0, 0, 0, 0, late), errors));
  }

  private static Step valid() {
    return step(whole(1_000, Map.of()));
  }

  private static Step judged(Step step, Verdict verdict, List<String> reasons, String... remarks) {
    return RunReportStepBuilder.builder(step)
        .ending(
            RunReportEndingBuilder.builder()
                .state(RunState.DONE)
                .verdict(Optional.of(verdict))
                .build())
        .texts(RunReportTextsBuilder.builder().reasons(reasons).remarks(List.of(remarks)).build())
        .build();
  }

  private static Step timed(Step step, long lateMicros, long endMicros, long uncertaintyMicros) {
    return RunReportStepBuilder.builder(step)
        .agent(
            Optional.of(
                new StoredAgentStep(
                    0, uncertaintyMicros, 0, 0, lateMicros, endMicros, 2, List.of())))
        .build();
  }

  private void addBoth(Step first, Step second) {
    verdict.add(MergeSamples.agent(0, 2), first, STEADY);
    verdict.add(MergeSamples.agent(1, 2), second, STEADY);
  }

  private static Judged valid(Verdict verdict, String... reasons) {
    return new Judged(Optional.of(verdict), List.of(reasons), List.of(), List.of());
  }

  @Test
  void stepsWithoutAReasonAreValidTogether() {
    addBoth(valid(), valid());

    assertThat(verdict.judge(valid(), STEADY)).isEqualTo(valid(Verdict.VALID));
  }

  @Test
  void anAgentThatWasLostMakesItInvalid() {
    addBoth(valid(), valid());
    verdict.addLost("agent 2 was lost");

    assertThat(verdict.judge(valid(), STEADY))
        .isEqualTo(valid(Verdict.INVALID, "agent 2 was lost"));
    assertThat(verdict.lost()).containsExactly("agent 2 was lost");
  }

  @Test
  void theAgentsStartsEndsAndClocksAreCompared() {
    addBoth(timed(valid(), 0, 100_000_000, 100), timed(valid(), 200_000, 106_000_000, 150_000));

    assertThat(verdict.judge(valid(), STEADY))
        .isEqualTo(
            valid(
                Verdict.DEGRADED,
                "agent 1 (node-1) began 0.2 s after the first agent (most: 0.1 s)",
                "agent 1 (node-1) worked 6 s longer than the first agent that ended,"
                    + " 6 % of the time (most: 5 %)",
                "the clock of agent 1 (node-1) is known to 0.15 s only"
                    + " (most: 0.1 s, a tenth of an interval)"));
  }

  @Test
  void aReasonOfTheMachineOfOneAgentCountsAndIsNamed() {
    addBoth(
        judged(valid(), Verdict.VALID, List.of(), "the server was the limit"),
        judged(valid(), Verdict.DEGRADED, List.of("its CPUs were busy"), "a cron job ran"));

    assertThat(verdict.judge(valid(), STEADY))
        .isEqualTo(
            new Judged(
                Optional.of(Verdict.DEGRADED),
                List.of("agent 1 (node-1): its CPUs were busy"),
                List.of(
                    "agent 0 (node-0): the server was the limit",
                    "agent 1 (node-1): a cron job ran"),
                List.of()));
  }

  @Test
  void whatOnlyOneAgentsCountsShowIsARemark() {
    Step failed = step(whole(95, Map.of("deadlock", 5)));
    String own = "5 % of the operations failed, 5 of 100 (most: 1 %)";
    addBoth(valid(), judged(failed, Verdict.INVALID, List.of(own)));

    assertThat(verdict.judge(step(whole(9_995, Map.of("deadlock", 5))), STEADY))
        .isEqualTo(
            new Judged(
                Optional.of(Verdict.DEGRADED),
                List.of("0.05 % of the operations failed, 5 of 10,000 (most: 0.01 %)"),
                List.of("agent 1 (node-1): " + own),
                List.of()));
  }

  @Test
  void whatTheSumsShowIsNotSaidOfAnAgentAgain() {
    Step failed = step(whole(95, Map.of("deadlock", 5)));
    String own = "5 % of the operations failed, 5 of 100 (most: 1 %)";
    addBoth(
        judged(failed, Verdict.INVALID, List.of("late host", own)),
        judged(valid(), Verdict.VALID, List.of()));

    assertThat(verdict.judge(failed, STEADY))
        .isEqualTo(valid(Verdict.INVALID, own, "agent 0 (node-0): late host"));
  }

  @Test
  void theRemarksOfTheOnlyAgentAreThoseOfTheSum() {
    StepVerdict alone = new StepVerdict(1);
    Step failed = step(whole(95, Map.of("deadlock", 5)));
    alone.add(
        MergeSamples.agent(0, 1),
        judged(
            failed,
            Verdict.INVALID,
            List.of("late host", "5 % of the operations failed, 5 of 100 (most: 1 %)")),
        STEADY);

    assertThat(alone.judge(step(whole(100, Map.of())), STEADY))
        .isEqualTo(valid(Verdict.INVALID, "late host"));
  }

  @Test
  void reasonsAreInTheOrderOfTheFirstAgent() {
    Step failed = step(whole(95, Map.of("deadlock", 5)));
    String counts = "5 % of the operations failed, 5 of 100 (most: 1 %)";
    Step both = judged(failed, Verdict.INVALID, List.of(counts, "late host"));
    addBoth(both, both);

    assertThat(verdict.judge(failed, STEADY).reasons()).containsExactly(counts, "late host");
  }

  @Test
  void aStepThatIsShortForAnAgentIsNotJudgedByShares() {
    PeriodIntervals few = intervals(9, 100, 100);
    Step brief = judged(valid(), Verdict.SHORT, List.of());
    verdict.add(MergeSamples.agent(0, 2), timed(brief, 0, 1, 1), few);
    verdict.add(MergeSamples.agent(1, 2), timed(brief, 900_000, 9_000_000, 1), few);

    assertThat(verdict.judge(valid(), few))
        .isEqualTo(valid(Verdict.SHORT, "too short: 9 intervals of full length (least: 10)"));
  }

  @Test
  void aWorseReasonOfAnAgentHidesThatAStepIsShort() {
    PeriodIntervals few = intervals(9, 100, 100);
    verdict.add(MergeSamples.agent(0, 2), judged(valid(), Verdict.SHORT, List.of()), few);
    verdict.add(
        MergeSamples.agent(1, 2),
        judged(valid(), Verdict.INVALID, List.of("its disk is full")),
        few);

    assertThat(verdict.judge(valid(), few))
        .isEqualTo(valid(Verdict.INVALID, "agent 1 (node-1): its disk is full"));
  }

  private static Step paced(Step step, String counts, double perSecond, Period whole) {
    StoredTarget target =
        new StoredTarget("all", counts, perSecond, Optional.empty(), Optional.empty(), true, null);
    return RunReportStepBuilder.builder(step)
        .planned(
            RunReportPlannedBuilder.builder(step.planned())
                .unit(Unit.QUERIES)
                .paced(true)
                .targets(List.of(target))
                .build())
        .whole(whole)
        .build();
  }

  private static Period both(long queries, long inserted, long deleted) {
    return MergeSamples.period(
        Map.of("seconds", 100.0, "threads", 2),
        MergeSamples.operation("get", Role.QUERY, queries, 7),
        MergeSamples.operation("put", Role.INSERT, 9, inserted),
        MergeSamples.operation("del", Role.DELETE, 9, deleted));
  }

  @Test
  void theSumIsJudgedByTheTargetThatItsCountsHave() {
    addBoth(valid(), valid());

    Period sum = both(2_000, 3_000, 4_000);
    assertThat(verdict.judge(paced(valid(), "queries", 40, sum), STEADY).reasons())
        .containsExactly("qps 20/s is 50 % of the target 40/s (least: 95 %)");
    assertThat(verdict.judge(paced(valid(), "inserted_rows", 40, sum), STEADY).reasons())
        .containsExactly("ips 30/s is 75 % of the target 40/s (least: 95 %)");
    assertThat(verdict.judge(paced(valid(), "deleted_rows", 80, sum), STEADY).reasons())
        .containsExactly("dps 40/s is 50 % of the target 80/s (least: 95 %)");
    assertThat(verdict.judge(paced(valid(), "queries", 20, sum), STEADY))
        .isEqualTo(valid(Verdict.VALID));
    // Groups without a rate may be faster; only the agents know.
    assertThat(verdict.judge(paced(valid(), "queries", 5, sum), STEADY))
        .isEqualTo(valid(Verdict.VALID));
  }

  @Test
  void aRateThatChangesByPlanIsNotJudgedByItsConstancy() {
    addBoth(valid(), valid());
    PeriodIntervals rising = intervals(12, 100, 200);
    Step paced = paced(valid(), "queries", 20, both(2_000, 0, 0));
    Step ramp =
        RunReportStepBuilder.builder(paced)
            .planned(
                RunReportPlannedBuilder.builder(paced.planned())
                    .targets(
                        List.of(
                            new StoredTarget(
                                "all",
                                "queries",
                                20,
                                Optional.empty(),
                                Optional.empty(),
                                true,
                                new StoredTarget.Segment(10, 30))))
                    .build())
            .build();

    assertThat(verdict.judge(paced, rising).reasons())
        .containsExactly(
            "qps of the last third, 200/s, is 100 % above the first, 100/s (most: 10 %)");
    assertThat(verdict.judge(ramp, rising).verdict()).contains(Verdict.VALID);
    assertThat(verdict.judge(ramp, rising).reasons()).isEmpty();
  }

  @Test
  void lateOperationsOfTheSumAreJudged() {
    addBoth(valid(), valid());

    assertThat(
            verdict
                .judge(paced(valid(), "queries", 10, whole(100, 1_000, Map.of(), 80)), STEADY)
                .reasons())
        .containsExactly(
            "8 % of the paced operations started more than 1 s late, 80 of 1,000 (most: 5 %)");
  }

  @Test
  void outagesStallsAndRestartsOfTheSumAreJudged() {
    addBoth(valid(), valid());
    Map<String, Number> figures = new HashMap<>(Map.of("seconds", 100.0, "threads", 2));
    figures.put("server_restarts", 2);
    Period sum =
        RunReportPeriodBuilder.builder(whole(1_000, Map.of()))
            .figures(new Figures(figures))
            .outages(new StoredOutages(3, Optional.of(1.5), 7, List.of()))
            .stalls(
                new StoredStalls(
                    5, Optional.of(4.0), 2, Optional.of(2.5), Optional.of(2.0), List.of()))
            .build();

    assertThat(verdict.judge(step(sum), STEADY).reasons())
        .containsExactly(
            "3 outages of 1.5 s together, 7 operations lost, the server was restarted 2 times"
                + " (most: 0)",
            "no operation ended in 2 stalls of 2.5 s together, the longest 2 s, 2.5 % of the time"
                + " (most: 1 %)");
  }

  /** Two levels of the rate, of the p99, of the size and of the memory. */
  private static List<Period> periods(boolean withLatency) {
    List<Period> periods = new ArrayList<>();
    for (int i = 0; i < 24; i++) {
      boolean late = i >= 12;
      Map<String, Number> figures = new HashMap<>();
      figures.put("seconds", 10.0);
      figures.put("db_bytes", late ? 30_000L : 10_000L);
      figures.put("rows_in_tables", 100L);
      figures.put("rss_end_gb", late ? 3.0 : 2.0);
      Operation get = MergeSamples.operation("get", Role.QUERY, late ? 3_000 : 1_000, 0);
      if (withLatency) {
        get = MergeSamples.withService(get, Map.of("p99_us", late ? 500.0 : 200.0));
      }
      periods.add(
          MergeSamples.period(figures, get, MergeSamples.operation("idle", Role.AUXILIARY, 0, 0)));
    }
    return periods;
  }

  private static Step drifting(boolean withLatency) {
    return RunReportStepBuilder.builder(step(whole(240, 48_000, Map.of(), 0)))
        .periods(periods(withLatency))
        .build();
  }

  @Test
  void theDriftOfTheSumsIsDescribed() {
    addBoth(valid(), valid());

    assertThat(verdict.judge(drifting(true), STEADY).drift())
        .containsExactly(
            "qps rose from 100 to 300 (+200 %) at minute 2",
            "p99 rose from 200 to 500 us (+150 %) at minute 2",
            "size grew from 100 to 300 bytes per row (+200 %) at minute 2.1",
            "server memory grew from 2 to 3 GB (+50 %) at minute 2.1");
  }

  @Test
  void noDriftOfLatenciesIsDescribedThatAreNotKnown() {
    addBoth(valid(), valid());

    assertThat(verdict.judge(drifting(false), STEADY).drift())
        .hasSize(3)
        .noneMatch(sentence -> sentence.contains("p99"));
  }

  @Test
  void aStepWithoutWorkersIsThatOfTheFirstAgentWithTheFaultsOfOthers() {
    Step first =
        judged(
            MergeSamples.step("index", MergeSamples.period(Map.of("seconds", 3.0))).build(),
            Verdict.VALID,
            List.of(),
            "it was fast");
    verdict.addAction(MergeSamples.agent(0, 2), first);
    verdict.addAction(
        MergeSamples.agent(1, 2), judged(first, Verdict.INVALID, List.of("it cannot connect")));

    assertThat(verdict.ofAction(first))
        .isEqualTo(
            new Judged(
                Optional.of(Verdict.INVALID),
                List.of("agent 1 (node-1): it cannot connect"),
                List.of("it was fast"),
                List.of()));
  }

  @Test
  void anActionOfWhichNobodySaysAnythingBadKeepsItsVerdict() {
    Step first =
        RunReportStepBuilder.builder(judged(valid(), Verdict.SHORT, List.of("brief")))
            .texts(
                RunReportTextsBuilder.builder()
                    .reasons(List.of("brief"))
                    .drift(List.of("it rose"))
                    .build())
            .build();

    Judged nobody =
        new Judged(Optional.of(Verdict.SHORT), List.of("brief"), List.of(), List.of("it rose"));
    assertThat(verdict.ofAction(first)).isEqualTo(nobody);
    verdict.addAction(MergeSamples.agent(0, 2), first);
    verdict.addAction(
        MergeSamples.agent(1, 2), judged(first, Verdict.SHORT, List.of("also brief")));
    assertThat(verdict.ofAction(first)).isEqualTo(nobody);
  }
}
