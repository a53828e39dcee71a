package io.ibench.engine;

import io.ibench.db.Aftermath;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Session;
import io.ibench.measure.Clock;
import io.ibench.workload.Worker;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;

/** A worker's hold on its session: borrows for it, and gets lost connections back. One thread's. */
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

  /** Whether each operation borrows a connection, and gives it back. */
  boolean isBorrowed() {
    return session.isBorrowing();
  }

  void borrow() throws DatabaseException {
    session.borrow();
  }

  void giveBack() {
    session.giveBack();
  }

  /** What the driver itself has waited for connections since this was last asked. */
  long takeCheckoutNanos() {
    return session.takeCheckoutNanos();
  }

  /**
   * Waits for the server, and then finds out what became of the operation that met the loss, once
   * the server does nothing for the lost connection any more. A server that does not come back, or
   * refuses, ends the run.
   *
   * @param resolution asks, see {@link Worker#resolveOutcome}; may be called several times
   * @param retried the operation will be tried again if it was not done
   * @param over ends the waiting
   * @param latestNanos when the waiting is over at the latest, unless an attempt is under way
   * @return what the resolution said; empty when there is no connection
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
      AftermathWait.End end, ReconnectBackoff.Call<Integer> resolution) throws DatabaseException {
    return switch (end) {
      case SETTLED -> OptionalInt.of(resolution.call());
      case ENDLESS -> OptionalInt.of(Worker.UNKNOWN_OUTCOME);
      case BROKEN_OFF -> OptionalInt.empty();
    };
  }
}
