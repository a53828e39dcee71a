package io.ibench.engine;

import io.ibench.db.Aftermath;
import io.ibench.db.Command;
import io.ibench.db.Cursor;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Scan;
import io.ibench.db.Session;
import io.ibench.db.Transaction;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** A session that only has connections: replacing them follows a script. */
final class FakeConnections implements Session {

  private final Deque<FakeWorker.Execution> script = new ArrayDeque<>();
  private FakeWorker.Execution usual = () -> 0;
  private Optional<FakeWorker.Execution> lending = Optional.empty();
  private Aftermath aftermath = Aftermath.NONE;
  private long renewals;
  private long lent;

  /** The next results of replacing them, in this order; then the usual one. */
  FakeConnections then(FakeWorker.Execution... executor) {
    script.addAll(List.of(executor));
    return this;
  }

  FakeConnections usually(FakeWorker.Execution attempt) {
    usual = attempt;
    return this;
  }

  /** From now on each operation borrows a connection, as described here. */
  FakeConnections lending(FakeWorker.Execution loan) {
    lending = Optional.of(loan);
    return this;
  }

  /** Loans that were not given back. */
  long lent() {
    return lent;
  }

  @Override
  public boolean isBorrowing() {
    return lending.isPresent();
  }

  @Override
  public void borrow() throws DatabaseException {
    lending.orElseThrow().run();
    lent++;
  }

  @Override
  public void giveBack() {
    lent--;
  }

  long renewals() {
    return renewals;
  }

  @Override
  public void renew() throws DatabaseException {
    renewals++;
    (script.isEmpty() ? usual : script.remove()).run();
  }

  /** What the server does for lost connections; by default, nothing. */
  FakeConnections leaving(Aftermath remains) {
    aftermath = remains;
    return this;
  }

  @Override
  public Aftermath aftermath() {
    return aftermath;
  }

  @Override
  public Prepared prepare(Command command) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Transaction transaction() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Cursor scan(Scan scan, long... parameters) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void abort() {}

  @Override
  public void close() {}
}
