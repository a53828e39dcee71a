package io.ibench.engine;

import static io.ibench.engine.TestSettings.MILLI;
import static io.ibench.engine.TestSettings.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.Clock;
import io.ibench.measure.CompilerThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A compiler with some milliseconds of work, and a clock that moves during waits for it. */
class CompilerReliefTest {

  private long now;
  private long work;
  private long cpu;
  private long waited;
  private boolean known = true;
  private boolean hasFreeCpu;
  private final YieldGate gate = new YieldGate(Clock.system(), () -> 0);
  private final List<Long> heldAt = new ArrayList<>();

  private final Clock clock =
      new Clock() {
        @Override
        public long nanoTime() {
          return now;
        }

        @Override
        public long epochMillis() {
          return now / MILLI;
        }

        @Override
        public void parkUntil(long nanos) {
          goTo(nanos);
        }
      };

  private final CompilerThreads compiler =
      () -> known ? Optional.of(new CompilerThreads.Times(cpu, waited)) : Optional.empty();

  private final CompilerRelief relief = new CompilerRelief(clock, compiler, gate, 0);

  /** The compiler has a CPU while workers are held up, and only then. */
  private void goTo(long nanos) {
    boolean held = gate.isTickLate(now);
    if (held) {
      heldAt.add(now);
    }
    long busy = Math.min(nanos - now, work);
    if (held || hasFreeCpu) {
      cpu += busy;
      work -= busy;
    } else {
      waited += busy;
    }
    now = nanos;
  }

  @Test
  void workersAreHeldUpUntilTheCompilerHasCaughtUp() {
    work = 30 * MILLI;
    goTo(relief.nextNanos());
    relief.relieve();
    assertThat(now).as("30 ms of work, and a look at an idle one").isEqualTo(135 * MILLI);
    assertThat(work).isZero();
    assertThat(gate.isTickLate(now)).as("they go on").isFalse();
    assertThat(relief.nextNanos()).isEqualTo(235 * MILLI);
    goTo(relief.nextNanos());
    relief.relieve();
    assertThat(now).as("nothing is left to do").isEqualTo(235 * MILLI);
  }

  @Test
  void workersAreHeldUpForHalfASecondInAllHoweverMuchThereIsToCompile() {
    work = 3600 * SECOND;
    for (int i = 0; i < 10; i++) {
      goTo(now + 100 * MILLI);
      relief.relieve();
    }
    assertThat(cpu).isEqualTo(500 * MILLI);
    assertThat(now).as("and go on in between").isEqualTo(1500 * MILLI);
    assertThat(relief.nextNanos()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void nobodyIsHeldUpForACompilerThatGetsACpu() {
    goTo(100 * MILLI);
    cpu += 90 * MILLI;
    waited += 20 * MILLI;
    relief.relieve();
    assertThat(heldAt).isEmpty();
    assertThat(now).isEqualTo(100 * MILLI);
  }

  @Test
  void afterSomeSecondsNobodyIsHeldUp() {
    goTo(6 * SECOND);
    relief.relieve();
    assertThat(relief.nextNanos()).isEqualTo(Long.MAX_VALUE);
    work = 500 * MILLI;
    goTo(7 * SECOND);
    relief.relieve();
    assertThat(heldAt).isEmpty();
  }

  @Test
  void whereNothingIsKnownNobodyIsHeldUp() {
    known = false;
    CompilerRelief none = new CompilerRelief(clock, compiler, gate, 0);
    work = SECOND;
    assertThat(none.nextNanos()).isEqualTo(Long.MAX_VALUE);
    goTo(SECOND);
    none.relieve();
    assertThat(heldAt).isEmpty();
  }

  private void settle() {
    CompilerRelief.settle(clock, compiler, new RunControl(clock));
  }

  @Test
  void aStepBeginsWhenTheCompilerHasDoneTheWorkOfTheOneBefore() {
    hasFreeCpu = true;
    work = 70 * MILLI;
    settle();
    assertThat(work).isZero();
    assertThat(now).isEqualTo(100 * MILLI);
  }

  @Test
  void aStepBeginsAfterASecondHoweverMuchThereIsToCompile() {
    work = 3 * SECOND;
    settle();
    assertThat(now).isEqualTo(SECOND);
  }

  @Test
  void aStepBeginsAtOnceWhereNothingIsKnownAboutTheCompiler() {
    known = false;
    work = SECOND;
    settle();
    assertThat(now).isZero();
  }
}
