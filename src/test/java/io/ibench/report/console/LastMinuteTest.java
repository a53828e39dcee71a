package io.ibench.report.console;

import static io.ibench.testing.StepBuilder.aStep;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.measure.Readings;
import io.ibench.report.Samples;
import org.junit.jupiter.api.Test;

class LastMinuteTest {

  private final LastMinute minute = new LastMinute(aStep().start(), Samples.ROLES);

  private void seconds(int number, int queries, long micros) {
    for (int second = 0; second < number; second++) {
      minute.add(
          Samples.interval(
              1,
              false,
              Readings.NONE,
              recorder -> {
                for (int i = 0; i < queries; i++) {
                  recorder.success(Samples.READ, 0, 0, micros * 1000, 1);
                }
              }));
    }
  }

  @Test
  void whatIsOlderThanAMinuteDoesNotCount() {
    seconds(100, 1, 1_000_000);
    seconds(59, 100, 100);
    assertThat(minute.p99Nanos().getAsLong()).isLessThan(200_000);
    assertThat(minute.perSecond()).isGreaterThan(80);
    seconds(11, 100, 100);

    assertThat(minute.nanos()).isBetween(60 * Samples.SECOND, 70 * Samples.SECOND);
    assertThat(minute.perSecond()).isCloseTo(100, within(1e-9));
  }

  @Test
  void aShorterTimeIsSaidToBeShorter() {
    assertThat(minute.perSecond()).isZero();
    assertThat(minute.p99Nanos()).isEmpty();
    seconds(3, 10, 1_000);

    assertThat(minute.nanos()).isEqualTo(3 * Samples.SECOND);
    assertThat(minute.perSecond()).isCloseTo(10, within(1e-9));
    assertThat(minute.p99Nanos().getAsLong()).isBetween(1_000_000L, 1_020_000L);
    assertThat(minute.unit()).isEqualTo("qps");
  }
}
