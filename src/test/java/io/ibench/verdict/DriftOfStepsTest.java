package io.ibench.verdict;

import static io.ibench.verdict.Steps.AUXILIARY;
import static io.ibench.verdict.Steps.INSERT;
import static io.ibench.verdict.Steps.QUERY;
import static io.ibench.verdict.Steps.summary;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.host.HostMetric;
import io.ibench.measure.BoundaryMetric;
import io.ibench.measure.OperationSummary;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart.Unit;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which figures of a step are examined, over which time, and how the sentences describe them. */
class DriftOfStepsTest {

  private static final double HOUR = 3600;
  private static final long GB = 1L << 30;

  private static List<String> drift(Steps step) {
    return Drift.sentences(step.over(), Steps.ROLES);
  }

  /** The readings of a period besides the step's 100 steady intervals. */
  private interface Period {
    void addTo(Steps step, int hour);
  }

  private static Steps hours(Steps step, int n, Period period) {
    for (int hour = 0; hour < n; hour++) {
      period.addTo(step, hour);
    }
    return step;
  }

  private static OperationSummary did(int operation, long count) {
    return summary(operation, count, 0, 0, 0, 1_000_000);
  }

  @Test
  void theRateOfQueriesIsThatOfTheReportPeriods() {
    Steps step =
        hours(
            Steps.queries(),
            10,
            (s, hour) ->
                s.period(
                    HOUR,
                    Map.of(),
                    did(QUERY, 3_600_000 - 36_000 * hour),
                    did(INSERT, 100 + 100 * hour),
                    did(AUXILIARY, 900 * hour)));
    assertThat(drift(step)).containsExactly("qps fell 1 % per hour");
  }

  @Test
  void theRateOfALoadIsThatOfInsertedRows() {
    Steps step =
        hours(
            Steps.inserts(),
            10,
            (s, hour) -> s.period(HOUR, Map.of(), did(INSERT, 3_600_000 - 36_000 * hour)));
    assertThat(drift(step)).containsExactly("ips fell 1 % per hour");
  }

  @Test
  void latencyIsThatOfTheBusiestOperation() {
    Steps step = Steps.queries().did(QUERY, 5_000, 0, 0, 0).did(INSERT, 10, 0, 0, 0);
    step.did(AUXILIARY, 9_000, 0, 0, 0);
    hours(
        step,
        12,
        (s, hour) ->
            s.period(
                HOUR,
                Map.of(),
                summary(QUERY, 3_600, 0, 0, 0, hour < 6 ? 1_200_000 : 3_000_000),
                summary(INSERT, 10, 0, 0, 0, 1_000_000L * (1 + hour)),
                summary(AUXILIARY, 9_000, 0, 0, 0, 1_000_000L * (1 + hour))));
    assertThat(drift(step)).containsExactly("p99 rose from 1.2 to 3 ms (+150 %) at hour 6");
  }

  @Test
  void sizePerRowAndMemoryAreThoseOfThePeriodsEnds() {
    Steps step =
        hours(
            Steps.queries(),
            8,
            (s, hour) ->
                s.period(
                    HOUR,
                    Map.of(
                        "size",
                        1_000_000L * (200 + 2 * hour),
                        BoundaryMetric.ROWS,
                        1_000_000L,
                        HostMetric.SERVER_RSS_BYTES.key(),
                        4 * GB + hour * GB / 4),
                    did(QUERY, 3_600)));
    assertThat(drift(step))
        .containsExactly(
            "size grew 2 bytes per row per hour", "server memory grew 0.25 GB per hour");
  }

  @Test
  void aChangeBetweenTheEndsOfTwoHoursIsInTheLater() {
    Steps step =
        hours(
            Steps.queries(),
            40,
            (s, hour) ->
                s.period(
                    HOUR,
                    Map.of(HostMetric.SERVER_RSS_BYTES.key(), (hour < 30 ? 4 : 6) * GB),
                    did(QUERY, 3_600)));
    assertThat(drift(step)).containsExactly("server memory grew from 4 to 6 GB (+50 %) at hour 31");
  }

  @Test
  void theSizeOfNoRowsIsNothing() {
    Steps step =
        hours(
            Steps.queries(),
            8,
            (s, hour) ->
                s.period(
                    HOUR,
                    Map.of("size", 1_000L * (hour + 1), BoundaryMetric.ROWS, 0L),
                    did(QUERY, 3_600)));
    assertThat(drift(step)).isEmpty();
  }

  @Test
  void theRatesBeforeAndAfterAGapAreNotCompared() {
    long[] counts = new long[120];
    Arrays.setAll(counts, i -> i < 60 ? 1_000 : 2_000 - 10 * (i - 60));
    StepResult step = Steps.queries().intervals(counts).over();
    long half = step.whole().nanos() / 2;

    List<String> apart = Drift.sentences(step, Steps.ROLES, List.of(half));

    assertThat(Drift.sentences(step, Steps.ROLES)).isNotEmpty().isNotEqualTo(apart);
    assertThat(apart)
        .singleElement()
        .asString()
        .startsWith(
            String.format(
                Locale.ROOT,
                "from %,.0f to %,.0f s: qps fell ",
                half / 1e9,
                step.whole().seconds()));
  }

  @Test
  void aShortLastPeriodIsLeftOut() {
    assertThat(drift(withLast(HOUR / 2 - 1))).isEmpty();
    assertThat(drift(withLast(HOUR / 2))).containsExactly("qps fell 1 % per hour");
  }

  /** Five hours and a last period, whose rates fall. */
  private static Steps withLast(double seconds) {
    Steps step =
        hours(
            Steps.queries(),
            5,
            (s, hour) -> s.period(HOUR, Map.of(), did(QUERY, 3_600_000 - 36_000 * hour)));
    return step.period(seconds, Map.of(), did(QUERY, Math.round(seconds * 950)));
  }

  @Test
  void withFewPeriodsTheRateIsThatOfTheIntervals() {
    long[] intervals = new long[600];
    Arrays.setAll(intervals, i -> i < 300 ? 1_000 : 800);
    assertThat(drift(Steps.queries().lasting(600).intervals(intervals)))
        .containsExactly("qps fell from 1,000 to 800 (-20 %) at minute 5");
    long[] few = {10, 9, 8, 7, 6, 5};
    assertThat(drift(Steps.inserts().lasting(360).intervals(few)))
        .containsExactly("ips fell 10 % per minute");
  }

  @Test
  void ofAStepThatIsShorterThanAMinuteNothingIsSaid() {
    long[] rising = new long[60];
    Arrays.setAll(rising, i -> 100 + 10 * i);
    assertThat(drift(Steps.inserts().lasting(59).intervals(rising))).isEmpty();
    assertThat(drift(Steps.inserts().lasting(60).intervals(rising))).isNotEmpty();
  }

  @Test
  void intervalsThatWereNotFullDoNotMoveTheOthersInTime() {
    long[] intervals = new long[300];
    Arrays.setAll(intervals, i -> i < 150 ? 1_000 : 800);
    assertThat(drift(Steps.queries().lasting(600).intervals(intervals)))
        .containsExactly("qps fell from 1,000 to 800 (-20 %) at minute 5");
  }

  @Test
  void theIntervalsOfAWeekAreAsGood() {
    long[] intervals = new long[604_800];
    Arrays.setAll(intervals, i -> i < 302_400 ? 12_300 : 9_800);
    assertThat(drift(Steps.queries().lasting(604_800).intervals(intervals)))
        .containsExactly("qps fell from 12,300 to 9,800 (-20 %) at hour 84");
  }

  @Test
  void stepsWithoutRatesAndSteadyOnesHaveNoDrift() {
    assertThat(drift(Steps.action(Unit.INDEXED_ROWS).lasting(9_000))).isEmpty();
    assertThat(drift(Steps.action(Unit.NONE))).isEmpty();
    assertThat(drift(Steps.queries())).isEmpty();
    assertThat(drift(Steps.queries().intervals().lasting(0))).isEmpty();
  }

  @Test
  void theSameStepGivesTheSameSentences() {
    StepResult step = withLast(HOUR).over();
    assertThat(Drift.sentences(step, Steps.ROLES))
        .isEqualTo(Drift.sentences(step, Steps.ROLES))
        .isNotEmpty();
  }
}
