package io.ibench.db.jdbc;

import io.ibench.db.DatabaseException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A database's connection for what the run itself asks, got back when it was lost. Thread-safe: one
 * asks at a time. A question that a server never answers is broken off by {@link #close}.
 */
public final class AdminConnection {

  /** What a question under way may still take once nobody needs the answer. */
  static final long CLOSE_MILLIS = 900;

  private final Opener opener;
  private final Failures failures;
  private final ReentrantLock asking = new ReentrantLock();
  private volatile Connection connection;

  /** Opens a connection that commits by itself. */
  public interface Opener {
    Connection open() throws DatabaseException;
  }

  /** Something that is asked on a connection, and may be asked again. */
  public interface Question<T> {
    public T ask(Connection connection) throws SQLException, DatabaseException;
  }

  public AdminConnection(Opener opener, Failures failures) throws DatabaseException {
    this.opener = opener;
    this.failures = failures;
    this.connection = opener.open();
  }

  /** Asks, and once more on a new connection when the old one turns out to be lost. */
  public <T> T ask(Question<T> question) throws DatabaseException {
    asking.lock();
    try {
      return askTwice(question);
    } finally {
      asking.unlock();
    }
  }

  private <T> T askTwice(Question<T> question) throws DatabaseException {
    try {
      return askOnce(question);
    } catch (DatabaseException failure) {
      if (!failure.kind().isConnectionLoss()) {
        throw failure;
      }
    }
    Connection replacement = opener.open();
    Connections.breakOff(connection);
    connection = replacement;
    return askOnce(question);
  }

  private <T> T askOnce(Question<T> question) throws DatabaseException {
    try {
      return question.ask(connection);
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  /** Closes it because of a failure, which is returned. */
  public DatabaseException givingUp(DatabaseException failure) {
    try {
      connection.close();
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
    return failure;
  }

  /** Ends within a second, even when a question is under way that the server does not answer. */
  public void close() throws DatabaseException {
    if (!isAskingOver()) {
      breakOffUnwatched();
      return;
    }
    try {
      connection.close();
    } catch (SQLException e) {
      failures.ofClose(e);
    } finally {
      asking.unlock();
    }
  }

  /** Not waited for: a driver may wait for the very question that is to be broken off. */
  private void breakOffUnwatched() {
    Connection hanging = connection;
    Thread thread = new Thread(() -> Connections.breakOff(hanging), "ibench-home-abort");
    thread.setDaemon(true);
    thread.start();
  }

  private boolean isAskingOver() {
    try {
      return asking.tryLock(CLOSE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return asking.tryLock();
    }
  }
}
