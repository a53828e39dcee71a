package io.ibench.db.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The pool that the sessions of all workers borrow from. Thread-safe; owned by the database. */
public final class ConnectionPool implements AutoCloseable {

  /** A borrower learns within this time that the server is down. */
  private static final long MAX_SLICE_MILLIS = 1000;

  /** Between two attempts to connect to a server that is down. */
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final HikariDataSource pool;
  private final Failures failures;
  private final long timeoutNanos;
  private final long slices;
  private final Lock retrying = new ReentrantLock();
  private final CountDownLatch closing = new CountDownLatch(1);

  /** The connection loss of the last attempt to connect; null if there was no loss. */
  private volatile @Nullable DatabaseException away;

  /**
   * @param connections maximum number
   * @param timeoutNanos maximum time that a borrower waits, 250 ms or more
   */
  ConnectionPool(Connections.Opener opener, int connections, long timeoutNanos, Failures failures) {
    this.failures = failures;
    this.timeoutNanos = timeoutNanos;
    HikariConfig config = new HikariConfig();
    config.setPoolName("ibench");
    config.setDataSource(new Source(() -> open(opener)));
    config.setMaximumPoolSize(connections);
    long timeoutMillis = TimeUnit.NANOSECONDS.toMillis(timeoutNanos);
    slices = (timeoutMillis + MAX_SLICE_MILLIS - 1) / MAX_SLICE_MILLIS;
    config.setConnectionTimeout(timeoutMillis / slices);
    config.setInitializationFailTimeout(-1);
    pool = new HikariDataSource(config);
  }

  /**
   * Waits for a connection: up to the whole timeout while all are in use, but not while the server
   * is down.
   *
   * @throws DatabaseException with the last reason why no connection could be opened, or of kind
   *     TIMEOUT when all were in use
   */
  Connection borrow() throws DatabaseException {
    // An interrupted thread would get no connection; the caller finds the flag again afterwards.
    boolean interrupted = Thread.interrupted();
    DatabaseException refusal = null;
    try {
      for (long slice = 1; ; slice++) {
        try {
          return pool.getConnection();
        } catch (SQLException e) {
          DatabaseException why = why(e);
          if (why.kind() != FailureKind.TIMEOUT) {
            refusal = why; // The pool reports it once for each attempt to connect.
          } else if (refusal != null) {
            why = refusal;
          }
          if (slice == slices
              || why.kind().isConnectionLoss()
              || Thread.currentThread().isInterrupted()) {
            throw why;
          }
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private DatabaseException why(SQLException e) {
    if (e.getCause() instanceof SQLException cause) {
      return failures.of(cause);
    }
    DatabaseException loss = away;
    if (loss != null) {
      return loss;
    }
    return new DatabaseException(
        FailureKind.TIMEOUT,
        "no connection of the pool became free within "
            + TimeUnit.NANOSECONDS.toMillis(timeoutNanos)
            + " ms",
        e);
  }

  /** Lets the pool close and replace a borrowed connection when it comes back. */
  void discard(Connection borrowed) {
    pool.evictConnection(borrowed);
  }

  @Override
  public void close() {
    closing.countDown();
    pool.close();
  }

  /**
   * Opens a connection, and waits while the server is down: HikariCP pauses up to 5 s between two
   * attempts, which would make an outage look that much longer.
   */
  private Connection open(Connections.Opener opener) throws SQLException {
    try {
      return opener.open();
    } catch (SQLException e) {
      if (!isAway(e)) {
        throw e;
      }
    }
    retrying.lock(); // One of the pool's threads tries for all.
    try {
      while (true) {
        try {
          Connection opened = opener.open();
          away = null;
          return opened;
        } catch (SQLException e) {
          if (!isAway(e) || endsWithin(RETRY_NANOS)) {
            throw e;
          }
        }
      }
    } finally {
      retrying.unlock();
    }
  }

  private boolean isAway(SQLException failure) {
    DatabaseException why = failures.of(failure);
    away = why.kind().isConnectionLoss() ? why : null;
    return away != null;
  }

  /** Whether the pool is closed within this time. */
  private boolean endsWithin(long nanos) {
    try {
      return closing.await(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /** The pool's only way to open connections: no driver manager, no properties. */
  private record Source(Connections.Opener opener) implements DataSource {

    @Override
    public Connection getConnection() throws SQLException {
      return opener.open();
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
      throw new SQLFeatureNotSupportedException("the user is the target's");
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
      return null; // JDBC: logging is off.
    }

    @Override
    public void setLogWriter(PrintWriter writer) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
      return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
      throw new SQLFeatureNotSupportedException("it does not log");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
      throw new SQLException("there is nothing in it");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
      return false;
    }
  }
}
