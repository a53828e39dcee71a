package io.ibench.engine;

import static io.ibench.engine.TestSettings.MILLI;
import static io.ibench.engine.TestSettings.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which calls are broken off, and when. */
class SilenceWatchTest {

  private static final long SILENT = 10 * SECOND;
  private static final long OUTAGE_MAX = 60 * SECOND;

  private final ScriptedClock clock = new ScriptedClock();
  private final RunControl control = new RunControl(clock);
  private final FakeCaller first = new FakeCaller("read < select");
  private final FakeCaller second = new FakeCaller("read < select");
  private SilenceWatch watch = watch(SILENT);

  private static final class FakeCaller implements SilenceWatch.Caller {
    private final String stack;
    private final List<Long> brokenOff = new ArrayList<>();
    private long progress;
    private boolean calling = true;

    FakeCaller(String stack) {
      this.stack = stack;
    }

    @Override
    public long progress() {
      return progress;
    }

    @Override
    public boolean isCalling() {
      return calling;
    }

    @Override
    public String breakOff(long afterNanos) {
      brokenOff.add(afterNanos / SECOND);
      return stack;
    }
  }

  private SilenceWatch watch(long silentNanos) {
    SilenceWatch made = new SilenceWatch(control, silentNanos, OUTAGE_MAX, List.of(first, second));
    made.begin(clock.nanoTime());
    return made;
  }

  private void pass(long nanos) {
    for (long passed = 0; passed < nanos; passed += 100 * MILLI) {
      clock.advance(100 * MILLI);
      second.progress++;
      watch.look(clock.nanoTime());
    }
  }

  @Test
  void aCallWithoutAnAnswerIsBrokenOffOnceAndOthersGoOn() {
    pass(19 * SECOND);
    assertThat(first.brokenOff).containsExactly(10L);
    assertThat(second.brokenOff).isEmpty();
    assertThat(watch.drainFacts())
        .containsExactly("1 call without an answer for 10.0 s: broken off (outage.silent)");
    assertThat(watch.drainDetails()).containsExactly("no answer in read < select: 1 times");
    assertThat(watch.drainFacts()).isEmpty();
    assertThat(watch.drainDetails()).isEmpty();
  }

  @Test
  void anAnswerBeginsTheTimeAgain() {
    pass(9 * SECOND);
    first.progress++;
    pass(9 * SECOND);
    assertThat(first.brokenOff).isEmpty();
    pass(2 * SECOND);
    assertThat(first.brokenOff).containsExactly(10L);
  }

  @Test
  void aWorkerThatWaitsForTheEndOfAnOutageIsLeftAlone() {
    first.calling = false;
    pass(100 * SECOND);
    first.calling = true;
    pass(9 * SECOND);
    assertThat(first.brokenOff).isEmpty();
    pass(2 * SECOND);
    assertThat(first.brokenOff).containsExactly(10L);
  }

  @Test
  void theRunEndsWhenNothingHelps() {
    pass(69 * SECOND);
    assertThat(control.isStopped()).isFalse();
    assertThat(first.brokenOff).hasSize(6);
    pass(2 * SECOND);
    assertThat(control.failure().orElseThrow())
        .startsWith("connection_lost: no answer for 70.0 s, and the call could not be broken off");
  }

  @Test
  void offBreaksNothingOff() {
    watch = watch(Long.MAX_VALUE);
    pass(1000 * SECOND);
    assertThat(first.brokenOff).isEmpty();
    assertThat(control.isStopped()).isFalse();
  }
}
