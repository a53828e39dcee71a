package io.ibench.engine;

import static io.ibench.engine.TestSettings.MILLI;
import static io.ibench.engine.TestSettings.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.workload.ActionContext.Settled;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How an action waits until the database has come to rest. */
class SettledWaitTest {

  private static final long START = ScriptedClock.START;

  private final ScriptedClock clock = new ScriptedClock();
  private final List<Long> askedAtMillis = new ArrayList<>();

  private Settled settledFrom(long nanos) {
    return () -> {
      askedAtMillis.add((clock.nanoTime() - START) / MILLI);
      return clock.nanoTime() >= START + nanos;
    };
  }

  private long waited(Settled resolved, long atLeastNanos)
      throws DatabaseException, InterruptedException {
    new SettledWait(clock).until(resolved, START + atLeastNanos);
    return clock.nanoTime() - START;
  }

  @Test
  void whatIsSettledIsNotWaitedFor() throws DatabaseException, InterruptedException {
    assertThat(waited(() -> true, 0)).isZero();
    assertThat(clock.waits()).isZero();
  }

  @Test
  void theDatabaseIsAskedOnceASecondUntilItIsSettled()
      throws DatabaseException, InterruptedException {
    assertThat(waited(settledFrom(3500 * MILLI), 0)).isEqualTo(4 * SECOND);
    assertThat(askedAtMillis).containsExactly(0L, 1000L, 2000L, 3000L, 4000L);
  }

  @Test
  void itTakesAtLeastAsLongAsItIsTold() throws DatabaseException, InterruptedException {
    assertThat(waited(settledFrom(0), 2500 * MILLI)).isEqualTo(2500 * MILLI);
    assertThat(askedAtMillis).containsExactly(0L, 1000L, 2000L, 2500L);
  }

  @Test
  void beingWokenForNoReasonEndsNoWait() throws DatabaseException, InterruptedException {
    clock.insteadOfWaiting(1);
    assertThat(waited(settledFrom(SECOND), 0)).isEqualTo(SECOND);
    assertThat(askedAtMillis).containsExactly(0L, 1000L);
  }

  @Test
  void anInterruptEndsTheWaitWithoutAnotherQuestion() {
    clock.wakingBy(() -> Thread.currentThread().interrupt());
    assertThatThrownBy(() -> waited(settledFrom(9 * SECOND), 0))
        .isInstanceOf(InterruptedException.class);
    assertThat(askedAtMillis).containsExactly(0L);
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void aDatabaseThatCannotTellEndsTheWait() {
    assertThatThrownBy(
            () ->
                waited(
                    () -> {
                      throw new DatabaseException(FailureKind.DENIED, "not yours");
                    },
                    SECOND))
        .hasMessage("not yours");
  }
}
