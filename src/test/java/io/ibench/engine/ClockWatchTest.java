package io.ibench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClockWatchTest {

  private static final long SECOND = 1_000_000_000L;

  private final ScriptedClock clock = new ScriptedClock();
  private final ClockWatch watch = new ClockWatch(clock);

  @BeforeEach
  void begin() {
    second();
  }

  private long second() {
    clock.advance(SECOND);
    return watch.look(clock.nanoTime(), clock.epochMillis());
  }

  @Test
  void clocksThatGoTogetherAreNotNamed() {
    for (int i = 0; i < 100; i++) {
      clock.set(i % 2 == 0 ? 900 : -900);
      assertThat(second()).isZero();
    }
    assertThat(watch.drainFacts()).isEmpty();
  }

  @Test
  void aTimeOfDayThatIsSetIsNamedOnceWithItsSize() {
    clock.set(3_200);
    assertThat(second()).isZero();
    assertThat(second()).isZero();
    clock.set(-2 * 3_600_000);
    assertThat(second()).isZero();

    List<String> facts = watch.drainFacts();
    assertThat(facts).hasSize(2);
    assertThat(facts.get(0))
        .startsWith(
            "the time of day was set forward by 3.2 s at 2023-11-14T22:13:25.200Z: figures");
    assertThat(facts.get(1)).startsWith("the time of day was set back by 7,200.0 s at ");
    assertThat(watch.drainFacts()).isEmpty();
  }

  @Test
  void aSuspendIsNoChangeOfTheTimeOfDay() {
    clock.suspend(90 * SECOND);
    assertThat(second()).isEqualTo(90 * SECOND);
    assertThat(second()).isZero();
    assertThat(watch.drainFacts())
        .containsExactly(
            "the machine was suspended for 90.0 s until 2023-11-14T22:14:52Z, which is in no"
                + " figure");
  }

  @Test
  void bothTogetherAreNamedSeparately() {
    clock.suspend(90 * SECOND);
    clock.set(-5_000);
    assertThat(second()).isEqualTo(90 * SECOND);
    assertThat(watch.drainFacts()).hasSize(2).last().asString().contains("set back by 5.0 s");
  }

  @Test
  void slowAdjustmentOverALongIntervalIsNoJump() {
    clock.advance(86_400 * SECOND);
    clock.set(40_000);
    assertThat(watch.look(clock.nanoTime(), clock.epochMillis())).isZero();
    assertThat(watch.drainFacts()).isEmpty();
  }

  @Test
  void manyJumpsAreCounted() {
    for (int i = 0; i < 1_000; i++) {
      clock.set(2_000);
      second();
    }
    assertThat(watch.drainFacts()).hasSize(11).last().isEqualTo("990 more jumps of the clock");
  }

  @Test
  void aThreadThatStoodStillBetweenBothReadingsIsNoJump() {
    Deque<Long> nanos = new ArrayDeque<>(List.of(3 * SECOND, 3 * SECOND + 1_000));
    Clock torn =
        new Clock() {
          @Override
          public long nanoTime() {
            return nanos.size() > 1 ? nanos.poll() : nanos.peek();
          }

          @Override
          public long epochMillis() {
            return 1_003_000;
          }

          @Override
          public void parkUntil(long until) {}
        };
    ClockWatch torned = new ClockWatch(torn);
    torned.look(0, 1_000_000);
    // The time of day was read 2 s after the first clock showed 1 s.
    assertThat(torned.look(SECOND, 1_003_000)).isZero();
    assertThat(torned.drainFacts()).isEmpty();
  }

  @Test
  void withoutAClockOfTheBootBothReasonsAreNamed() {
    Clock bare =
        new Clock() {
          @Override
          public long nanoTime() {
            return 2 * SECOND;
          }

          @Override
          public long epochMillis() {
            return 61_000;
          }

          @Override
          public void parkUntil(long nanos) {}

          @Override
          public OptionalLong bootNanos() {
            return OptionalLong.empty();
          }
        };
    ClockWatch other = new ClockWatch(bare);
    other.look(SECOND, 1_000);
    assertThat(other.look(2 * SECOND, 61_000)).isZero();
    assertThat(other.drainFacts())
        .singleElement()
        .asString()
        .contains("set forward by 59.0 s", "or the machine was suspended");
  }
}
