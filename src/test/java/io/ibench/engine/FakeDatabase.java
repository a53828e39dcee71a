package io.ibench.engine;

import io.ibench.db.Command;
import io.ibench.db.Cursor;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Description;
import io.ibench.db.FailureKind;
import io.ibench.db.Index;
import io.ibench.db.Prepared;
import io.ibench.db.Scan;
import io.ibench.db.ServerLocation;
import io.ibench.db.Session;
import io.ibench.db.Size;
import io.ibench.db.Table;
import io.ibench.db.Transaction;
import io.ibench.db.noop.NoopDatabase;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The noop database, with a limit to its sessions, and a record of what happens to them.
 * Thread-safe.
 */
final class FakeDatabase implements Database {

  private final NoopDatabase noop = new NoopDatabase();
  private final int mostSessions;
  private final Runnable onAbort;
  private ServerLocation location = noop.location();
  private boolean losing;
  private Runnable onClose = () -> {};
  private final AtomicInteger opened = new AtomicInteger();
  private final AtomicInteger closed = new AtomicInteger();
  private final AtomicInteger renewed = new AtomicInteger();

  FakeDatabase(int mostSessions, Runnable onAbort) {
    this.mostSessions = mostSessions;
    this.onAbort = onAbort;
  }

  static FakeDatabase unlimited() {
    return new FakeDatabase(Integer.MAX_VALUE, () -> {});
  }

  int opened() {
    return opened.get();
  }

  int closed() {
    return closed.get();
  }

  /** No session ever gets a new connection. */
  FakeDatabase losing() {
    losing = true;
    return this;
  }

  /** It is no database inside the client, but on a server. */
  FakeDatabase onServer() {
    location = new ServerLocation("fake", OptionalLong.empty(), List.of(), List.of(), false);
    return this;
  }

  /** Called when a session is closed, on its thread. */
  FakeDatabase closing(Runnable action) {
    onClose = action;
    return this;
  }

  /** How often a session got a new connection. */
  int renewed() {
    return renewed.get();
  }

  @Override
  public Session session() throws DatabaseException {
    if (opened.incrementAndGet() > mostSessions) {
      opened.decrementAndGet();
      throw new DatabaseException(FailureKind.TOO_MANY_CONNECTIONS, "no more than " + mostSessions);
    }
    return new FakeSession(noop.session());
  }

  @Override
  public Description description() {
    return noop.description();
  }

  @Override
  public boolean exists(String table) {
    return noop.exists(table);
  }

  @Override
  public List<String> differences(Table table) {
    return List.of();
  }

  @Override
  public void create(Table table) {
    noop.create(table);
  }

  @Override
  public void createIndex(Table table, Index index) {
    noop.createIndex(table, index);
  }

  @Override
  public void drop(String table) {
    noop.drop(table);
  }

  @Override
  public Size size(List<Table> tables) {
    return noop.size(tables);
  }

  @Override
  public boolean keepsData() {
    return noop.keepsData();
  }

  @Override
  public ServerLocation location() {
    return location;
  }

  @Override
  public void close() {
    noop.close();
  }

  private final class FakeSession implements Session {

    private final Session session;

    FakeSession(Session session) {
      this.session = session;
    }

    @Override
    public Prepared prepare(Command command) throws DatabaseException {
      return session.prepare(command);
    }

    @Override
    public Transaction transaction() throws DatabaseException {
      return session.transaction();
    }

    @Override
    public Cursor scan(Scan scan, long... parameters) throws DatabaseException {
      return session.scan(scan, parameters);
    }

    @Override
    public void renew() throws DatabaseException {
      if (losing) {
        throw new DatabaseException(FailureKind.CONNECTION_LOST, "still away");
      }
      renewed.incrementAndGet();
    }

    @Override
    public void abort() {
      onAbort.run();
    }

    @Override
    public void close() throws DatabaseException {
      closed.incrementAndGet();
      onClose.run();
      session.close();
    }
  }
}
