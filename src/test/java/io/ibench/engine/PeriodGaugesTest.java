package io.ibench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.Clock;
import io.ibench.measure.Counter;
import io.ibench.measure.Gauge;
import io.ibench.measure.PeriodGauge;
import io.ibench.measure.Readings;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PeriodGaugesTest {

  private final CountDownLatch hanging = new CountDownLatch(1);
  private PeriodGauges gauges;

  @AfterEach
  void close() {
    hanging.countDown();
    gauges.close();
  }

  private void gauges(Gauge first, Gauge second) {
    gauges =
        new PeriodGauges(
            List.of(
                new PeriodGauge(List.of("reads", "writes"), first),
                new PeriodGauge(List.of("bytes"), second)),
            new RunControl(Clock.system()));
  }

  /** A read that does not wait for a gauge that does not answer immediately. */
  private Readings readInterrupted() {
    Thread.currentThread().interrupt();
    Readings readings = gauges.read(1, () -> {});
    assertThat(Thread.interrupted()).as("the caller hears of it").isTrue();
    return readings;
  }

  private void hang() {
    try {
      hanging.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void allGaugesAnswerTogether() {
    gauges(
        (nanos, sink) -> sink.counter("pages", new Counter(nanos, true)),
        (nanos, sink) -> sink.put("bytes", nanos));

    assertThat(gauges.read(7, () -> {}))
        .isEqualTo(
            new Readings(
                Map.of("bytes", 7L), Map.of(), Map.of(), Map.of("pages", new Counter(7, true))));
  }

  @Test
  void whenOneHangsAllTheirMetricsAreAbsent() {
    gauges((nanos, sink) -> sink.put("reads", 1), (nanos, sink) -> hang());

    Readings readings = readInterrupted();

    assertThat(readings.values()).isEmpty();
    assertThat(readings.absent())
        .containsOnlyKeys("reads", "writes", "bytes")
        .containsValue("interrupted");
  }

  @Test
  void whenOneDiesAllTheirMetricsAreAbsentWithItsReason() {
    gauges(
        (nanos, sink) -> {
          throw new IllegalStateException("no such view");
        },
        (nanos, sink) -> sink.put("bytes", 1));

    assertThat(gauges.read(1, () -> {}).absent())
        .containsOnlyKeys("reads", "writes", "bytes")
        .allSatisfy((metric, reason) -> assertThat(reason).contains("no such view"));
  }

  @Test
  void anAnswerThatComesTooLateIsNotTakenForOneOfALaterMoment() {
    Thread coordinator = Thread.currentThread();
    gauges(
        (nanos, sink) -> {
          // The first answer comes while the coordinator waits for the second.
          while (nanos == 1 && coordinator.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
          }
          sink.counter("pages", new Counter(nanos, true));
        },
        (nanos, sink) -> {});

    assertThat(readInterrupted().counters()).isEmpty();
    assertThat(gauges.read(2, () -> {}).counters())
        .isEqualTo(Map.of("pages", new Counter(2, true)));
  }
}
