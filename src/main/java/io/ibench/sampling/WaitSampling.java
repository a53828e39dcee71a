package io.ibench.sampling;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.WaitStates;
import io.ibench.measure.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Looks at what the server's sessions wait for, on a thread of its own, until {@link #end}. A look
 * that fails ends it: what was seen until then counts. Never ends a run.
 */
public final class WaitSampling {

  /** Costs PostgreSQL some 1 % of a CPU; other products may be looked at less often. */
  private static final long EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** More than eight minutes have; a longer step is looked at less often. */
  private static final int MAX_LOOKS = 10_000;

  private static final long END_MILLIS = 5_000;

  private final Clock clock;
  private final WaitStates states;
  private final long everyNanos;
  private final List<Look> looks = new ArrayList<>();
  private final Thread thread;
  private volatile boolean ended;

  /** How many sessions were in each state at a moment of the clock. */
  private record Look(long nanos, Map<String, Integer> sessions) {}

  /**
   * What was seen in a span.
   *
   * @param looks how often
   * @param sessions the mean number of sessions in each state
   */
  public record Seen(long looks, Map<String, Double> sessions) {}

  private WaitSampling(WaitStates states, long everyNanos, Clock clock) {
    this.clock = clock;
    this.states = states;
    this.everyNanos = everyNanos;
    thread = new Thread(this::look, "ibench-waits");
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Begins to look; null for a product that does not tell what sessions wait for.
   *
   * @param seconds how long it will look
   */
  public static @Nullable WaitSampling begin(Database database, double seconds, Clock clock) {
    try {
      Optional<WaitStates> states = database.waitStates();
      if (states.isEmpty()) {
        return null;
      }
      long every = Math.max(EVERY_NANOS, Math.round(seconds * 1e9 / MAX_LOOKS));
      return new WaitSampling(states.get(), every, clock);
    } catch (DatabaseException e) {
      return null;
    }
  }

  private void look() {
    try (states) {
      long next = clock.nanoTime();
      while (!ended) {
        Map<String, Integer> sessions = new HashMap<>();
        long now = clock.nanoTime();
        states.now().forEach(state -> sessions.merge(state, 1, Integer::sum));
        synchronized (looks) {
          looks.add(new Look(now, Map.copyOf(sessions)));
        }
        next = Math.max(next + everyNanos, clock.nanoTime() + states.leastNanos());
        while (!ended && clock.nanoTime() < next) {
          clock.parkUntil(next);
        }
      }
    } catch (DatabaseException e) {
      // The server has gone, or refuses: the run itself says so.
      ended = true;
    }
  }

  /** What was seen from one moment to another. */
  public Seen seen(long startNanos, long endNanos) {
    Map<String, Long> sums = new HashMap<>();
    long count = 0;
    synchronized (looks) {
      for (Look look : looks) {
        if (look.nanos >= startNanos && look.nanos < endNanos) {
          count++;
          look.sessions.forEach((state, number) -> sums.merge(state, (long) number, Long::sum));
        }
      }
    }
    Map<String, Double> means = new HashMap<>();
    long all = count;
    sums.forEach((state, sum) -> means.put(state, sum / (double) all));
    return new Seen(count, means);
  }

  /** Ends the looks; what was seen is complete. */
  public void end() throws InterruptedException {
    ended = true;
    LockSupport.unpark(thread);
    thread.join(END_MILLIS);
  }
}
