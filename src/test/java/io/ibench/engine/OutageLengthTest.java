package io.ibench.engine;

import static io.ibench.engine.TestSettings.MILLI;
import static io.ibench.engine.TestSettings.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.measure.Clock;
import io.ibench.measure.Outage;
import io.ibench.random.Random64;
import io.ibench.testing.Slow;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Several workers that wait for one server, in a time that passes only while all of them wait. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Slow
class OutageLengthTest {

  private final SharedClock clock = new SharedClock();
  private final RunControl control = new RunControl(clock);
  private final OutageWatch outages = new OutageWatch(clock);
  private final List<Long> executor = new ArrayList<>();
  private final List<Long> comebacks = new ArrayList<>();

  /** A clock for several threads, of which only one runs at a time. */
  private static final class SharedClock implements Clock {

    private static final int NOBODY = -1;

    private final List<Long> waits = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final ThreadLocal<Integer> number = new ThreadLocal<>();
    private long now;
    private volatile int running = NOBODY;

    private synchronized int enter() {
      waits.add(0L);
      threads.add(Thread.currentThread());
      number.set(waits.size() - 1);
      return number.get();
    }

    /**
     * Begins when all have entered. Wakes only the one whose turn it is: there may be a thousand.
     */
    private synchronized void next() {
      int first = NOBODY;
      for (int i = 0; i < waits.size(); i++) {
        if (waits.get(i) != Long.MAX_VALUE
            && (first == NOBODY || waits.get(i) < waits.get(first))) {
          first = i;
        }
      }
      running = first;
      if (first != NOBODY) {
        now = Math.max(now, waits.get(first));
        LockSupport.unpark(threads.get(first));
      }
    }

    void awaitTurn(int own) {
      while (running != own) {
        LockSupport.park(this);
        if (Thread.interrupted()) {
          throw new IllegalStateException("interrupted");
        }
      }
    }

    private synchronized void end() {
      waits.set(number.get(), Long.MAX_VALUE);
      next();
    }

    /** Wakes all threads that wait. */
    synchronized void wake() {
      for (int i = 0; i < waits.size(); i++) {
        if (waits.get(i) != Long.MAX_VALUE) {
          waits.set(i, Math.min(waits.get(i), now));
        }
      }
    }

    synchronized void advance(long nanos) {
      now += nanos;
    }

    @Override
    public synchronized long nanoTime() {
      return now;
    }

    @Override
    public long epochMillis() {
      return nanoTime() / 1_000_000;
    }

    @Override
    public void parkUntil(long nanos) {
      synchronized (this) {
        waits.set(number.get(), nanos);
        next();
      }
      awaitTurn(number.get());
    }
  }

  /** One worker's outage, from the loss until it is back. */
  private void lose(int number, long backNanos) {
    ReconnectBackoff backoff =
        new ReconnectBackoff(
            clock,
            control,
            outages.prober(),
            Set.of(OutageKind.LOST),
            3600 * SECOND,
            new Random64(number));
    outages.began(OutageKind.LOST, "gone");
    try {
      backoff.callAgain(
          () -> {
            clock.advance(MILLI);
            executor.add(clock.nanoTime());
            if (clock.nanoTime() < backNanos) {
              throw new DatabaseException(FailureKind.CONNECTION_LOST, "refused");
            }
            return 0;
          },
          () -> false,
          Long.MAX_VALUE);
    } catch (DatabaseException e) {
      throw new IllegalStateException(e);
    }
    outages.restored(0);
    comebacks.add(clock.nanoTime());
  }

  private void run(int workers, long backNanos) throws InterruptedException {
    outages.prober().onChange(clock::wake);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      int worker = i;
      Thread thread =
          new Thread(
              () -> {
                int own = clock.enter();
                synchronized (threads) {
                  threads.notifyAll();
                }
                clock.awaitTurn(own);
                lose(worker, backNanos);
                clock.end();
              });
      thread.setDaemon(true);
      synchronized (threads) {
        thread.start();
        while (clock.waits.size() <= i) {
          threads.wait();
        }
      }
      threads.add(thread);
    }
    clock.next();
    for (Thread thread : threads) {
      thread.join();
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 3000", "8, 700", "8, 4321", "8, 61234", "64, 20050", "1000, 9999"})
  void anOutageLooksAsLongAsItIs(int workers, long awayMillis) throws Exception {
    long away = awayMillis * MILLI;
    run(workers, away);
    List<Outage> ended = outages.drain(false);
    assertThat(ended).hasSize(1);
    assertThat(ended.get(0).workers()).isEqualTo(workers);
    long duringIt = executor.stream().filter(at -> at < away).count();
    assertThat(duringIt)
        .as("one of them tries, and others now and then")
        .isLessThan(workers + away / (50 * MILLI) + 10 + workers * away / (2500 * MILLI));
    long callsNanos = workers * MILLI;
    assertThat(ended.get(0).nanos()).isBetween(away, away + 210 * MILLI + callsNanos);
    if (workers > 1) {
      long first = comebacks.get(0);
      assertThat(comebacks.stream().filter(at -> at - first > 30 * MILLI)).isNotEmpty();
    }
  }
}
