package io.ibench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BoundedWaitTest {

  private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final RunControl control = new RunControl();
  private final BoundedWait wait = new BoundedWait(control);
  private long waited;

  private boolean hang(long nanos) {
    waited += nanos;
    return false;
  }

  @Test
  void whoDoesNotComeIsWaitedForAsLongAsWasSaid() throws Exception {
    assertThat(wait.forIt(this::hang, LONG_NANOS)).isFalse();
    assertThat(waited).isEqualTo(LONG_NANOS);
  }

  @Test
  void whoHasComeIsNotWaitedFor() throws Exception {
    assertThat(wait.forIt(nanos -> nanos == 0, LONG_NANOS)).isTrue();
    assertThat(wait.forIt(nanos -> true, 0)).isTrue();
  }

  @Test
  void anInterruptedRunWaitsShortly() throws Exception {
    control.interrupt();

    assertThat(wait.forIt(this::hang, LONG_NANOS)).isFalse();
    assertThat(waited).isEqualTo(BoundedWait.INTERRUPTED_NANOS);
  }

  @Test
  void anInterruptCutsAWaitThatBeganBefore() throws Exception {
    wait.forIt(
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

    wait.forIt(this::hang, 7);
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
}
