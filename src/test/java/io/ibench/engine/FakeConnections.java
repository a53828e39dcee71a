package io.ibench.engine;

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

/** A session of which only the connections matter: getting them back follows a script. */
final class FakeConnections implements Session {

  private final Deque<FakeWorker.Execution> script = new ArrayDeque<>();
  private FakeWorker.Execution usual = () -> 0;
  private long renewals;

  /** The next attempts to get them back, in this order; what follows is the usual one. */
  FakeConnections then(FakeWorker.Execution... attempts) {
    script.addAll(List.of(attempts));
    return this;
  }

  FakeConnections usually(FakeWorker.Execution attempt) {
    usual = attempt;
    return this;
  }

  long renewals() {
    return renewals;
  }

  @Override
  public void renew() throws DatabaseException {
    renewals++;
    (script.isEmpty() ? usual : script.remove()).run();
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
