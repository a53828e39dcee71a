package io.ibench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class SystemClockTest {

  private static final long HOUR = 3_600_000_000_000L;

  private final Clock clock = Clock.system();

  @Test
  void waitingEndsNotBeforeItsTimeWhenRepeated() {
    long until = clock.nanoTime() + 3_000_000;
    while (clock.nanoTime() < until) {
      clock.parkUntil(until);
    }
    assertThat(clock.nanoTime()).isGreaterThanOrEqualTo(until);
  }

  @Test
  void whatIsOverIsNotWaitedFor() {
    clock.parkUntil(clock.nanoTime() - HOUR);
  }

  @Test
  void anInterruptEndsAWaitAndStaysSet() {
    Thread.currentThread().interrupt();
    clock.parkUntil(clock.nanoTime() + HOUR);
    assertThat(Thread.interrupted()).isTrue();
  }
}
