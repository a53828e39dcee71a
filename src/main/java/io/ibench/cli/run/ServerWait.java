package io.ibench.cli.run;

import io.ibench.cli.ground.UsageException;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.measure.Clock;
import io.ibench.report.figures.Durations;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Opens a database whose server may be away, such as after a reboot: tries again every second, and
 * says so every minute. Another failure, such as a wrong password, does not go away, and ends it.
 *
 * @param patienceNanos how long to wait; 0 tries once
 */
record ServerWait(Clock clock, long patienceNanos, Consumer<String> say) {

  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long SAY_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** Opens the database. */
  interface Opening {
    Database open() throws DatabaseException, UsageException;
  }

  /** Opens it as soon as its server is there. */
  Database open(Opening opening) throws DatabaseException, UsageException, InterruptedException {
    long begin = clock.nanoTime();
    long nextSaid = begin;
    while (true) {
      try {
        return opening.open();
      } catch (DatabaseException e) {
        long now = clock.nanoTime();
        long left = patienceNanos - (now - begin);
        if (!isAway(e) || left <= 0) {
          throw e;
        }
        if (now - nextSaid >= 0) {
          nextSaid = now + SAY_NANOS;
          say.accept(
              "ibench: waiting up to "
                  + Durations.left(left)
                  + " for the server: "
                  + e.getMessage());
        }
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        clock.parkUntil(now + RETRY_NANOS);
      }
    }
  }

  private static boolean isAway(DatabaseException failure) {
    return switch (failure.kind()) {
      case CONNECTION_LOST, SERVER_SHUTDOWN, TIMEOUT, TOO_MANY_CONNECTIONS, READ_ONLY -> true;
      default -> false;
    };
  }
}
