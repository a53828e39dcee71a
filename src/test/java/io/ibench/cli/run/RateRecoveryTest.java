package io.ibench.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class RateRecoveryTest {

  private static final long SECOND = 1_000_000_000L;

  private final RateRecovery recovery = new RateRecovery(rates(60, 1_000), 0);
  private long second;

  private static double[] rates(int count, double each) {
    double[] rates = new double[count];
    Arrays.fill(rates, each);
    return rates;
  }

  /** Intervals of a second from the command's start on; it ends after {@code commandSeconds}. */
  private void pass(long commandSeconds, long... operations) {
    for (long each : operations) {
      long ended = (second + 1) >= commandSeconds ? commandSeconds * SECOND : Long.MAX_VALUE;
      recovery.interval(second * SECOND, (second + 1) * SECOND, each, ended);
      second++;
    }
  }

  @Test
  void theRateIsBackAtTheFirstOfThreeGoodIntervals() {
    pass(2, 1_000, 100, 0, 0, 950, 800, 900, 920, 1_000, 10);

    assertThat(recovery.backNanos()).hasValue(6 * SECOND);
    assertThat(recovery.lowestPercent()).hasValue(0);
    assertThat(recovery.perSecond()).hasValue(1_000);
  }

  @Test
  void theLowestRateBeforeTheEventIsWhatTheRateDoesWithoutIt() {
    double[] before = rates(60, 1_000);
    before[17] = 850;

    assertThat(new RateRecovery(before, 0).lowestBeforePercent()).hasValue(85);
    assertThat(new RateRecovery(rates(4, 1_000), 0).lowestBeforePercent()).isEmpty();
  }

  @Test
  void aRateThatStaysLowIsNeverBack() {
    pass(1, 899, 899, 899, 899, 899);

    assertThat(recovery.backNanos()).isEqualTo(OptionalLong.empty());
    assertThat(recovery.lowestPercent().getAsDouble()).isBetween(89.8, 90.0);
  }

  @Test
  void goodIntervalsWhileTheCommandRunsDoNotCount() {
    pass(8, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 0, 0, 1_000, 1_000, 1_000);

    assertThat(recovery.backNanos()).hasValue(9 * SECOND);
  }

  @Test
  void withFewIntervalsBeforeNothingIsKnown() {
    RateRecovery unknown = new RateRecovery(rates(4, 1_000), 0);
    unknown.interval(0, SECOND, 0, 0);

    assertThat(unknown.perSecond()).isEmpty();
    assertThat(unknown.lowestPercent()).isEmpty();
  }
}
