package io.ibench.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HostTest {

  private static final Optional<String> IDLE = Optional.empty();
  private static final Optional<String> BUSY = Optional.of("50 % of the CPUs used");

  private static Optional<String> awaitIdle(Duration most, Stream<Optional<String>> seconds)
      throws Exception {
    Iterator<Optional<String>> next = seconds.iterator();
    return Host.awaitIdle(most.toNanos(), next::next);
  }

  @Test
  void shortWaitEndsOnAQuietMachine() throws Exception {
    for (int most : List.of(1, 2, 3, 9, 10, 60)) {
      assertThat(awaitIdle(Duration.ofSeconds(most), Stream.generate(() -> IDLE)))
          .as("%d s", most)
          .isEmpty();
    }
    assertThat(awaitIdle(Duration.ofMillis(300), Stream.of(IDLE))).isEmpty();
  }

  @Test
  void quietSecondsMustComeInARow() throws Exception {
    assertThat(awaitIdle(Duration.ofSeconds(6), Stream.of(BUSY, IDLE, IDLE, IDLE))).isEmpty();
    assertThat(awaitIdle(Duration.ofSeconds(6), Stream.of(IDLE, IDLE, BUSY, IDLE, IDLE, BUSY)))
        .contains("the machine was not idle: 50 % of the CPUs used");
  }

  @Test
  void longWaitAsksForTenQuietSeconds() throws Exception {
    Stream<Optional<String>> nine = Stream.generate(() -> IDLE).limit(9);
    Stream<Optional<String>> rest = Stream.generate(() -> BUSY);

    assertThat(awaitIdle(Duration.ofMinutes(1), Stream.concat(nine, rest))).isPresent();
  }
}
