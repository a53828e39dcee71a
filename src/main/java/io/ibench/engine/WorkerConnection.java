package io.ibench.engine;

import io.ibench.db.Aftermath;
import io.ibench.db.DatabaseException;
import io.ibench.db.Kind;
import io.ibench.db.Session;
import io.ibench.measure.Clock;
import io.ibench.workload.Worker;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;

/** A worker's hold on its session: borrows for it, and gets lost connections back. One thread's. */
final class WorkerConnection {

  private final Session session;
  private final Patience patience;
  private final Clock clock;
  private final RunControl control;
  private final OutageWatch outages;

  WorkerConnection(
      Session session, Patience patience, Clock clock, RunControl control, OutageWatch outages) {
    this.session = session;
    this.patience = patience;
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
   * @param settlement asks, see {@link Worker#settle}; may be called several times
   * @param retried the operation will be tried again if it was not done
   * @param over ends the waiting
   * @param latestNanos when the waiting is over at the latest, unless an attempt is under way
   * @return what the settlement said; empty when there is no connection
   */
  OptionalInt restore(
      DatabaseException loss,
      Patience.Call<Integer> settlement,
      boolean retried,
      BooleanSupplier over,
      long latestNanos) {
    outages.lost(loss.kind().label() + ": " + loss.getMessage());
    boolean unknown = loss.kind() == Kind.OUTCOME_UNKNOWN;
    AftermathWait wait =
        new AftermathWait(unknown ? session.aftermath() : Aftermath.NONE, clock, control, outages);
    boolean connected = false;
    try {
      var settled =
          patience.callAgain(
              () -> {
                session.renew();
                patience.reached();
                return settle(wait.await(over, latestNanos), settlement);
              },
              over,
              latestNanos);
      if (settled.isEmpty()) {
        return OptionalInt.empty();
      }
      connected = true;
      if (settled.get().isEmpty()) {
        outages.restored(1);
        return OptionalInt.empty();
      }
      int rows = settled.get().getAsInt();
      outages.restored(rows == Worker.UNSETTLED || rows == Worker.NOT_DONE && !retried ? 1 : 0);
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

  private static OptionalInt settle(AftermathWait.End end, Patience.Call<Integer> settlement)
      throws DatabaseException {
    return switch (end) {
      case SETTLED -> OptionalInt.of(settlement.call());
      case ENDLESS -> OptionalInt.of(Worker.UNSETTLED);
      case BROKEN_OFF -> OptionalInt.empty();
    };
  }
}
