package io.ibench.fleet;

import io.ibench.db.DatabaseException;
import java.util.function.LongSupplier;

/**
 * How much a server's clock is ahead of one of this process, in microseconds. Of several questions
 * the one with the fastest answer counts: the server's clock was read between question and answer,
 * so the middle is wrong by half of the round trip at most (Cristian's algorithm). Immutable.
 *
 * @param micros the server's clock minus the own one
 * @param uncertaintyMicros how far it may be off, in both directions
 */
public record ClockOffset(long micros, long uncertaintyMicros) {

  /** The number of questions. */
  public static final int PROBES = 16;

  private static final long MILLI = 1_000;

  /** A server's clock in microseconds. */
  public interface ServerClock {
    long micros() throws DatabaseException;
  }

  /**
   * Asks the server.
   *
   * @param ownMicros the own clock in microseconds, which never goes back
   */
  public static ClockOffset measure(ServerClock server, LongSupplier ownMicros)
      throws DatabaseException {
    long best = Long.MAX_VALUE;
    long offset = 0;
    boolean millis = true;
    for (int i = 0; i < PROBES; i++) {
      long before = ownMicros.getAsLong();
      long told = server.micros();
      long trip = ownMicros.getAsLong() - before;
      millis &= told % MILLI == 0;
      if (trip < best) {
        best = trip;
        offset = told - (before + trip / 2);
      }
    }
    // Rounded up. A clock of whole milliseconds is behind by half of one on average.
    long half = best / 2 + 1;
    return millis
        ? new ClockOffset(offset + MILLI / 2, half + MILLI / 2)
        : new ClockOffset(offset, half);
  }
}
