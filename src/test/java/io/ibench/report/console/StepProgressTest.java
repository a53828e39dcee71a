package io.ibench.report.console;

import static io.ibench.report.Samples.SECOND;
import static io.ibench.testing.StepBuilder.aStep;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.measure.Readings;
import io.ibench.report.Samples;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class StepProgressTest {

  private static final OptionalLong UNKNOWN = OptionalLong.empty();

  private static StepProgress step(OptionalLong nanos, OptionalLong operations, OptionalLong rows) {
    return new StepProgress(
        aStep().planned(nanos, operations, rows).start(),
        Samples.ROLES,
        Samples.FAILURE_KINDS.size());
  }

  /** A second with this many queries of 1 us. */
  private static void second(StepProgress progress, int operations) {
    progress.add(
        Samples.interval(
            1,
            false,
            Readings.NONE,
            recorder -> {
              for (int i = 0; i < operations; i++) {
                recorder.success(i % 2, 0, 0, 1_000, 3);
              }
            }));
  }

  /** A second with one operation of this many rows. */
  private static void load(StepProgress progress, int rows) {
    progress.add(
        Samples.interval(
            1,
            false,
            Readings.NONE,
            recorder -> recorder.success(Samples.LOAD, 0, 0, 1_000, rows)));
  }

  @Test
  void timeLeftOfATimedStepIsWhatTheClockSays() {
    StepProgress progress = step(OptionalLong.of(10 * SECOND), UNKNOWN, UNKNOWN);
    assertThat(progress.done()).hasValue(0);
    assertThat(progress.leftNanos()).hasValue(10 * SECOND);
    second(progress, 0);
    assertThat(progress.done().getAsDouble()).isCloseTo(0.1, within(1e-9));
    assertThat(progress.leftNanos()).hasValue(9 * SECOND);
  }

  @Test
  void aResumedStepGoesOnWhereItWas() {
    StepProgress progress =
        new StepProgress(
            aStep()
                .planned(OptionalLong.of(100 * SECOND), OptionalLong.of(1_000), UNKNOWN)
                .reached(60 * SECOND, 700, 0)
                .start(),
            Samples.ROLES,
            Samples.FAILURE_KINDS.size());
    assertThat(progress.done()).hasValue(0.7);
    second(progress, 100);
    assertThat(progress.done()).hasValue(0.8);
    assertThat(progress.leftNanos()).hasValue(Math.round(61 * SECOND / 0.8) - 61 * SECOND);
  }

  @Test
  void aStepThatOverrunsHasNothingLeft() {
    StepProgress progress = step(OptionalLong.of(SECOND), UNKNOWN, UNKNOWN);
    second(progress, 1);
    second(progress, 1);

    assertThat(progress.done()).hasValue(1);
    assertThat(progress.leftNanos()).hasValue(0);
  }

  @Test
  void timeLeftOfCountedWorkFollowsTheRateSoFar() {
    StepProgress progress = step(UNKNOWN, UNKNOWN, OptionalLong.of(1_200));
    assertThat(progress.leftNanos()).isEmpty();
    load(progress, 300);
    assertThat(progress.leftNanos()).hasValue(3 * SECOND);
    load(progress, 0);
    assertThat(progress.done()).hasValue(0.25);
    assertThat(progress.leftNanos()).as("a stall makes it longer").hasValue(6 * SECOND);
  }

  @Test
  void whatIsInsertedBesideQueriesIsNoneOfThePlannedOperations() {
    StepProgress progress = step(UNKNOWN, OptionalLong.of(1_000), UNKNOWN);
    second(progress, 250);
    load(progress, 50);
    assertThat(progress.operations()).isEqualTo(250);
    assertThat(progress.done()).hasValue(0.25);
  }

  @Test
  void ofSeveralEndsTheFirstOneCounts() {
    StepProgress progress = step(OptionalLong.of(10 * SECOND), OptionalLong.of(1_000), UNKNOWN);
    second(progress, 500);
    assertThat(progress.done()).hasValue(0.5);
    assertThat(progress.leftNanos()).hasValue(SECOND);

    StepProgress slow = step(OptionalLong.of(10 * SECOND), OptionalLong.of(1_000), UNKNOWN);
    second(slow, 10);
    assertThat(slow.done()).hasValue(0.1);
    assertThat(slow.leftNanos()).hasValue(9 * SECOND);
  }

  @Test
  void countsBeyond32BitsAreExact() {
    StepProgress progress = step(UNKNOWN, UNKNOWN, OptionalLong.of(1L << 34));
    progress.add(
        Samples.interval(
            1,
            false,
            Readings.NONE,
            recorder -> {
              for (int i = 0; i < 8; i++) {
                recorder.success(Samples.LOAD, 0, 0, 1, 1 << 30);
              }
            }));

    assertThat(progress.rows()).isEqualTo(1L << 33);
    assertThat(progress.done()).hasValue(0.5);
    assertThat(progress.leftNanos()).hasValue(SECOND);
  }

  @Test
  void withoutAPlanNothingIsPromised() {
    StepProgress progress = step(UNKNOWN, UNKNOWN, UNKNOWN);
    second(progress, 10);

    assertThat(progress.done()).isEmpty();
    assertThat(progress.leftNanos()).isEmpty();
  }

  @Test
  void theRateAndP99AreOfTheLastIntervalAndOfAllOperations() {
    StepProgress progress = step(UNKNOWN, UNKNOWN, UNKNOWN);
    second(progress, 100);
    assertThat(progress.lastRate()).isEqualTo(100);
    assertThat(progress.lastP99Nanos().getAsLong()).isBetween(1_000L, 1_010L);
    progress.add(
        Samples.interval(
            2,
            false,
            Readings.NONE,
            recorder -> {
              recorder.success(Samples.READ, 0, 0, 1_000, 0);
              recorder.success(Samples.WRITE, 0, 0, SECOND, 0);
            }));
    assertThat(progress.lastRate()).isEqualTo(2);
    assertThat(progress.lastP99Nanos().getAsLong()).isBetween(SECOND, SECOND + SECOND / 100);
    assertThat(progress.p99Nanos().getAsLong()).as("1 of 102").isBetween(1_000L, 1_010L);
    second(progress, 0);
    assertThat(progress.lastP99Nanos()).isEmpty();
    assertThat(progress.p99Nanos()).isPresent();
  }
}
