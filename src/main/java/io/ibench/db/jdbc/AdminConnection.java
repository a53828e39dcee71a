package io.ibench.db.jdbc;

import io.ibench.db.DatabaseException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The database's own connection, for everything but the workers' operations; replaced after a loss.
 * Thread-safe: one caller at a time. {@link #close} breaks off a query that the server never
 * answers.
 */
public final class AdminConnection implements Administration {

  /** Time that {@link #close} grants a running query. */
  static final long CLOSE_MILLIS = 900;

  private final Connections.Opener opener;
  private final Failures failures;
  private final ReentrantLock inUse = new ReentrantLock();
  private volatile Connection connection;

  public AdminConnection(Connections.Opener opener, Failures failures) throws DatabaseException {
    this.opener = opener;
    this.failures = failures;
    this.connection = open();
  }

  private Connection open() throws DatabaseException {
    try {
      return opener.open();
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  /** Asks; if the connection is lost, asks a second time on a new one. */
  @Override
  public <T> T ask(Question<T> question) throws DatabaseException {
    inUse.lock();
    try {
      return askTwice(question);
    } finally {
      inUse.unlock();
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
    Connection replacement = open();
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

  /** Closes the connection after this failure, and returns the failure. */
  public DatabaseException closeAfter(DatabaseException failure) {
    try {
      connection.close();
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
    return failure;
  }

  @Override
  public void abort() {
    if (inUse.isLocked()) {
      breakOffInBackground();
    }
  }

  /** Returns within a second, even during a query that the server does not answer. */
  @Override
  public void close() throws DatabaseException {
    if (!lockInTime()) {
      breakOffInBackground();
      return;
    }
    try {
      connection.close();
    } catch (SQLException e) {
      failures.ofClose(e);
    } finally {
      inUse.unlock();
    }
  }

  /** In a thread of its own, because a driver may wait for the very query that it breaks off. */
  private void breakOffInBackground() {
    Connection hanging = connection;
    Thread thread = new Thread(() -> Connections.breakOff(hanging), "ibench-home-abort");
    thread.setDaemon(true);
    thread.start();
  }

  private boolean lockInTime() {
    try {
      return inUse.tryLock(CLOSE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return inUse.tryLock();
    }
  }
}
