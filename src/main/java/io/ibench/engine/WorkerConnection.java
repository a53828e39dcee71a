package io.ibench.engine;

import io.ibench.db.Aftermath;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Session;
import io.ibench.measure.Clock;
import io.ibench.workload.Worker;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;

/**
 * A worker's connection: borrows it, and reconnects after a loss. Confined to the worker's thread.
 */
final class WorkerConnection {

  private final Session session;
  private final ReconnectBackoff backoff;
  private final Clock clock;
  private final RunControl control;
  private final OutageWatch outages;

  WorkerConnection(
      Session session,
      ReconnectBackoff backoff,
      Clock clock,
      RunControl control,
      OutageWatch outages) {
    this.session = session;
    this.backoff = backoff;
    this.clock = clock;
    this.control = control;
    this.outages = outages;
  }

  /** Whether each operation borrows a connection and returns it. */
  boolean isBorrowed() {
    return session.isBorrowing();
  }

  void borrow() throws DatabaseException {
    session.borrow();
  }

  void giveBack() {
    session.giveBack();
  }

  /** The driver's own waits for connections since the last call, in nanoseconds. */
  long takeCheckoutNanos() {
    return session.takeCheckoutNanos();
  }

  /**
   * Waits for the server, then until it has stopped working for the lost connection, and then looks
   * up the outcome of the operation. The run fails if the server does not come back or refuses.
   *
   * @param resolution looks the outcome up, see {@link Worker#resolveOutcome}; may be called
   *     several times
   * @param retried the operation will be retried if it was not done
   * @param over ends the wait
   * @param latestNanos the end of the wait at the latest, unless an attempt is in progress
   * @return the result of the resolution; empty without a connection
   */
  OptionalInt restore(
      DatabaseException loss,
      ReconnectBackoff.Call<Integer> resolution,
      boolean retried,
      BooleanSupplier over,
      long latestNanos) {
    outages.lost(loss.kind().label() + ": " + loss.getMessage());
    boolean unknown = loss.kind() == FailureKind.OUTCOME_UNKNOWN;
    AftermathWait wait =
        new AftermathWait(unknown ? session.aftermath() : Aftermath.NONE, clock, control, outages);
    boolean connected = false;
    try {
      var resolved =
          backoff.callAgain(
              () -> {
                session.renew();
                backoff.reached();
                return resolveOutcome(wait.await(over, latestNanos), resolution);
              },
              over,
              latestNanos);
      if (resolved.isEmpty()) {
        return OptionalInt.empty();
      }
      connected = true;
      if (resolved.get().isEmpty()) {
        outages.restored(1);
        return OptionalInt.empty();
      }
      int rows = resolved.get().getAsInt();
      outages.restored(
          rows == Worker.UNKNOWN_OUTCOME || rows == Worker.NOT_EXECUTED && !retried ? 1 : 0);
      return OptionalInt.of(rows);
    } catch (DatabaseException e) {
      control.fail(e.kind().label() + ": " + e.getMessage());
      return OptionalInt.empty();
    } finally {
      if (!connected) {
        outages.left();
      }
    }
  }

  private static OptionalInt resolveOutcome(
      AftermathWait.WaitResult result, ReconnectBackoff.Call<Integer> resolution)
      throws DatabaseException {
    return switch (result) {
      case SETTLED -> OptionalInt.of(resolution.call());
      case ENDLESS -> OptionalInt.of(Worker.UNKNOWN_OUTCOME);
      case BROKEN_OFF -> OptionalInt.empty();
    };
  }
}
