package io.ibench.engine;

import io.ibench.db.Aftermath;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Session;
import io.ibench.measure.Clock;
import io.ibench.workload.Worker;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;

/**
 * A worker's connection: borrows it, and waits for the server when it is away or refuses its
 * service. Confined to the worker's thread.
 */
final class WorkerConnection {

  private final Session session;
  private final ReconnectBackoff backoff;
  private final Clock clock;
  private final RunControl control;
  private final OutageWatch outages;
  private final RecoveryCalls calls = new RecoveryCalls();

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

  /** The calls to the server after a failure; every one of them is made through it. */
  RecoveryCalls calls() {
    return calls;
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
    began(loss);
    boolean unknown = loss.kind() == FailureKind.OUTCOME_UNKNOWN;
    Aftermath aftermath = unknown ? session.aftermath() : Aftermath.NONE;
    AftermathWait wait =
        new AftermathWait(() -> calls.call(aftermath::look), clock, control, outages);
    boolean connected = false;
    try {
      var resolved =
          backoff.callAgain(
              () -> {
                renew();
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

  /**
   * Waits while the server refuses its service, such as writes, and executes the operation until it
   * does not: the operation itself is the probe. A connection that is lost meanwhile is replaced;
   * so is one to a read-only server, because a new one may reach another server. The run fails if
   * the outage does not end in time.
   *
   * @param operation executes it, and rolls back what has failed; called several times
   * @param over ends the wait
   * @param latestNanos the end of the wait at the latest, unless an attempt is in progress
   * @return the operation's rows; empty without an answer
   * @throws DatabaseException the operation's failure, which is of another kind
   */
  OptionalInt awaitService(
      DatabaseException refusal,
      ReconnectBackoff.Call<Integer> operation,
      BooleanSupplier over,
      long latestNanos)
      throws DatabaseException {
    began(refusal);
    Optional<Answer> answer = Optional.empty();
    try {
      answer = backoff.call(new Probe(refusal, operation), over, latestNanos);
    } catch (DatabaseException e) {
      control.fail(e.kind().label() + ": " + e.getMessage());
    }
    if (answer.isEmpty()) {
      outages.left();
      return OptionalInt.empty();
    }
    outages.restored(0);
    return OptionalInt.of(answer.get().rows());
  }

  /** What the server has answered, other than that the outage goes on. */
  private record Answer(int found, Optional<DatabaseException> failure) {

    int rows() throws DatabaseException {
      if (failure.isPresent()) {
        throw failure.get();
      }
      return found;
    }
  }

  /** The operation, on a new connection where the old one is of no use. */
  private final class Probe implements ReconnectBackoff.Call<Answer> {

    private final ReconnectBackoff.Call<Integer> operation;
    private boolean reconnects;

    Probe(DatabaseException refusal, ReconnectBackoff.Call<Integer> operation) {
      this.operation = operation;
      this.reconnects = needsConnection(refusal.kind());
    }

    @Override
    public Answer call() throws DatabaseException {
      if (reconnects) {
        renew();
      }
      try {
        return new Answer(operation.call(), Optional.empty());
      } catch (DatabaseException e) {
        if (!goesOn(e.kind())) {
          return new Answer(0, Optional.of(e));
        }
        reconnects = needsConnection(e.kind());
        throw e;
      }
    }

    private static boolean needsConnection(FailureKind kind) {
      return kind.isConnectionLoss() || kind == FailureKind.READ_ONLY;
    }

    /** Whether the operation was not executed because of an outage. */
    private boolean goesOn(FailureKind kind) {
      return kind != FailureKind.OUTCOME_UNKNOWN
          && OutageKind.of(kind).isPresent()
          && backoff.awaits(kind);
    }
  }

  private void renew() throws DatabaseException {
    calls.call(
        () -> {
          session.renew();
          return true;
        });
  }

  private void began(DatabaseException failure) {
    outages.began(
        OutageKind.of(failure.kind()).orElse(OutageKind.LOST),
        failure.kind().label() + ": " + failure.getMessage());
  }

  private OptionalInt resolveOutcome(
      AftermathWait.WaitResult result, ReconnectBackoff.Call<Integer> resolution)
      throws DatabaseException {
    return switch (result) {
      case SETTLED -> OptionalInt.of(calls.call(resolution));
      case ENDLESS -> OptionalInt.of(Worker.UNKNOWN_OUTCOME);
      case BROKEN_OFF -> OptionalInt.empty();
    };
  }
}
