package io.ibench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BoundedWaitTest {

  private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final ScriptedClock clock = new ScriptedClock();
  private final RunControl control = new RunControl(clock);
  private final BoundedWait wait = new BoundedWait(control);
  private long waited;

  private boolean hang(long nanos) {
    waited += nanos;
    return false;
  }

  @Test
  void whoDoesNotComeIsWaitedForAsLongAsWasSaid() throws Exception {
    assertThat(wait.await(this::hang, LONG_NANOS)).isFalse();
    assertThat(waited).isEqualTo(LONG_NANOS);
  }

  @Test
  void whoHasComeIsNotWaitedFor() throws Exception {
    assertThat(wait.await(nanos -> nanos == 0, LONG_NANOS)).isTrue();
    assertThat(wait.await(nanos -> true, 0)).isTrue();
  }

  @Test
  void anInterruptedRunWaitsShortly() throws Exception {
    control.interrupt();

    assertThat(wait.await(this::hang, LONG_NANOS)).isFalse();
    assertThat(waited).isEqualTo(BoundedWait.INTERRUPTED_NANOS);
  }

  @Test
  void anInterruptCutsAWaitThatBeganBefore() throws Exception {
    wait.await(
        nanos -> {
          hang(nanos);
          if (waited >= LONG_NANOS / 2) {
            control.interrupt();
          }
          return false;
        },
        LONG_NANOS);

    assertThat(waited).isEqualTo(LONG_NANOS / 2);
  }

  @Test
  void anInterruptDoesNotMakeAShortWaitLonger() throws Exception {
    control.interrupt();

    wait.await(this::hang, 7);
    assertThat(waited).isEqualTo(7);
  }

  @Test
  void whatIsDoneAfterAStepHasItsWholeTimeInARunThatGoesOn() throws Exception {
    assertThat(wait.whileTimeIsLeft(this::hang, LONG_NANOS + 7, Long.MAX_VALUE - 1)).isFalse();
    assertThat(waited).isEqualTo(LONG_NANOS + 7);
  }

  @Test
  void whatIsDoneAfterAStepHasAMomentOnceNoTimeIsLeft() throws Exception {
    control.interrupt();

    assertThat(wait.whileTimeIsLeft(this::hang, LONG_NANOS, TimeUnit.SECONDS.toNanos(4))).isFalse();
    assertThat(wait.whileTimeIsLeft(nanos -> nanos == 0, LONG_NANOS, Long.MAX_VALUE - 1)).isTrue();
    assertThat(waited).isEqualTo(TimeUnit.MILLISECONDS.toNanos(100));
  }

  @Test
  void theTimeThatIsLeftIsTheClocks() throws Exception {
    assertThat(control.leftNanos()).isEqualTo(Long.MAX_VALUE);
    control.interrupt();
    assertThat(control.leftNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(3));

    clock.advance(TimeUnit.SECONDS.toNanos(1));
    control.interrupt();
    assertThat(control.leftNanos()).as("from the first").isEqualTo(TimeUnit.SECONDS.toNanos(2));

    boolean came =
        wait.whileTimeIsLeft(
            nanos -> {
              clock.advance(nanos);
              return hang(nanos);
            },
            LONG_NANOS,
            TimeUnit.MILLISECONDS.toNanos(500));
    assertThat(came).isFalse();
    assertThat(waited).isEqualTo(TimeUnit.MILLISECONDS.toNanos(1500));
  }
}
