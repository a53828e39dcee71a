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

/** Connections that the sessions of all workers borrow from. Thread-safe; owned by the database. */
public final class ConnectionPool implements AutoCloseable {

  /** After so long a borrower hears that the server is away, and can wait for it on its own. */
  private static final long LONGEST_SLICE_MILLIS = 1000;

  /** Between two attempts to open a connection to a server that is away. */
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final HikariDataSource pool;
  private final Failures failures;
  private final long timeoutNanos;
  private final long slices;
  private final Lock retrying = new ReentrantLock();
  private final CountDownLatch closing = new CountDownLatch(1);

  /** Why no connection can be opened now; null when the last attempt did not fail for a loss. */
  private volatile DatabaseException away;

  /** Opens a connection that commits by itself. */
  public interface Opener {
    Connection open() throws SQLException;
  }

  /**
   * @param connections that it has at most
   * @param timeoutNanos how long a borrower waits at most, 250 ms or more
   */
  ConnectionPool(Opener opener, int connections, long timeoutNanos, Failures failures) {
    this.failures = failures;
    this.timeoutNanos = timeoutNanos;
    HikariConfig config = new HikariConfig();
    config.setPoolName("ibench");
    config.setDataSource(new Source(() -> open(opener)));
    config.setMaximumPoolSize(connections);
    long timeoutMillis = TimeUnit.NANOSECONDS.toMillis(timeoutNanos);
    slices = (timeoutMillis + LONGEST_SLICE_MILLIS - 1) / LONGEST_SLICE_MILLIS;
    config.setConnectionTimeout(timeoutMillis / slices);
    config.setInitializationFailTimeout(-1);
    pool = new HikariDataSource(config);
  }

  /**
   * Waits for a connection: for the whole timeout when all are in use, not when the server is away.
   *
   * @throws DatabaseException with the reason why none could be opened, or of kind TIMEOUT when all
   *     were in use
   */
  Connection borrow() throws DatabaseException {
    // The pool would refuse at once; whoever was interrupted before finds out by itself.
    boolean interrupted = Thread.interrupted();
    try {
      for (long slice = 1; ; slice++) {
        try {
          return pool.getConnection();
        } catch (SQLException e) {
          DatabaseException why = why(e);
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

  /** Closes a borrowed connection for good when it is given back; another will replace it. */
  void discard(Connection borrowed) {
    pool.evictConnection(borrowed);
  }

  @Override
  public void close() {
    closing.countDown();
    pool.close();
  }

  /**
   * Opens a connection, and waits for a server that is away: the pool by itself pauses for up to 5
   * s between two attempts, and an outage would look as much longer.
   */
  private Connection open(Opener opener) throws SQLException {
    try {
      return opener.open();
    } catch (SQLException e) {
      if (!isAway(e)) {
        throw e;
      }
    }
    retrying.lock(); // One thread of the pool's tries for all.
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

  /** Whether the pool is closed before so much time has passed. */
  private boolean endsWithin(long nanos) {
    try {
      return closing.await(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /** The only way by which the pool opens connections: no driver manager, no properties. */
  private record Source(Opener opener) implements DataSource {

    @Override
    public Connection getConnection() throws SQLException {
      return opener.open();
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
      throw new SQLFeatureNotSupportedException("the user is the target's");
    }

    @Override
    public PrintWriter getLogWriter() {
      return null; // What JDBC asks for when logging is off.
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
