package io.ibench.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.WaitStates;
import io.ibench.measure.Clock;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WaitSamplingTest {

  /** Longer than the usual time between looks. */
  private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(60);

  /** Says when it was looked at, and that one session waits. */
  private static final class Looks implements WaitStates {
    private final Clock clock = Clock.system();
    private final BlockingQueue<Long> begins = new LinkedBlockingQueue<>();
    private volatile boolean closed;

    @Override
    public List<String> now() {
      begins.add(clock.nanoTime());
      return List.of(CPU, "row lock", CPU);
    }

    @Override
    public long leastNanos() {
      return LEAST_NANOS;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  private static Database database(WaitStates states) {
    return (Database)
        Proxy.newProxyInstance(
            Database.class.getClassLoader(),
            new Class<?>[] {Database.class},
            (proxy, method, arguments) -> Optional.of(states));
  }

  @Test
  void noLookFollowsSoonerThanItSeesSomethingNew() throws Exception {
    Looks looks = new Looks();
    WaitSampling sampling = WaitSampling.begin(database(looks), 1, Clock.system());
    long before = looks.begins.take();
    for (int i = 0; i < 3; i++) {
      long next = looks.begins.take();
      assertThat(next - before).isGreaterThanOrEqualTo(LEAST_NANOS);
      before = next;
    }
    sampling.end();
    assertThat(looks.closed).isTrue();
  }

  @Test
  void aSpanHasTheMeanOfItsLooks() throws Exception {
    Looks looks = new Looks();
    Clock clock = Clock.system();
    long start = clock.nanoTime();
    WaitSampling sampling = WaitSampling.begin(database(looks), 1, clock);
    looks.begins.take();
    looks.begins.take();
    sampling.end();

    WaitSampling.Seen seen = sampling.seen(start, clock.nanoTime());

    assertThat(seen.looks()).isGreaterThanOrEqualTo(2);
    assertThat(seen.sessions())
        .containsOnlyKeys(WaitStates.CPU, "row lock")
        .containsEntry(WaitStates.CPU, 2.0)
        .containsEntry("row lock", 1.0);
    assertThat(sampling.seen(0, start).looks()).isZero();
  }

  @Test
  void aProductThatTellsNothingIsNotLookedAt() {
    assertThat(WaitSampling.begin(refusing(), 1, Clock.system())).isNull();
  }

  private static Database refusing() {
    return (Database)
        Proxy.newProxyInstance(
            Database.class.getClassLoader(),
            new Class<?>[] {Database.class},
            (proxy, method, arguments) -> {
              throw DatabaseException.invalidSetting("no");
            });
  }
}
