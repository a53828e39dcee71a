package io.ibench.db.jdbc;

import io.ibench.db.DatabaseException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Executes long statements, such as CREATE INDEX, each on its own connection, so that they do not
 * block the measurement of sizes. Thread-safe.
 */
public final class CancellableDdl {

  /** A warning of the family of DB2. */
  private static final String DUPLICATE_INDEX = "01504";

  private static final long CANCEL_MILLIS = 900;

  private final Connections.Opener opener;
  private final Failures failures;
  private final Ending ending;
  private final Set<Statement> running = ConcurrentHashMap.newKeySet();

  /** Called on a connection after its statement. */
  public interface Ending {
    void on(Connection connection) throws SQLException;
  }

  public CancellableDdl(Connections.Opener opener, Failures failures) {
    this(opener, failures, connection -> {});
  }

  public CancellableDdl(Connections.Opener opener, Failures failures, Ending ending) {
    this.opener = opener;
    this.failures = failures;
    this.ending = ending;
  }

  public void execute(String text) throws DatabaseException {
    try (Connection own = opener.open();
        var statement = own.createStatement()) {
      running.add(statement);
      try {
        statement.execute(text);
        requireDone(statement.getWarnings());
      } finally {
        running.remove(statement);
      }
      ending.on(own);
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  /** Some products only warn that they do not create a second index on the same columns. */
  private static void requireDone(SQLWarning first) throws SQLException {
    for (SQLWarning at = first; at != null; at = at.getNextWarning()) {
      if (DUPLICATE_INDEX.equals(at.getSQLState())) {
        throw new SQLException(at.getMessage(), at.getSQLState(), at.getErrorCode(), at);
      }
    }
  }

  /**
   * Cancels all running statements, as after an interrupt: without that, a server continues to
   * create an index after its client has gone, maybe for hours. Waits for a hanging server less
   * than a second.
   */
  public void cancel() {
    if (running.isEmpty()) {
      return;
    }
    Thread thread = new Thread(() -> running.forEach(CancellableDdl::cancel), "ibench-cancel");
    thread.setDaemon(true);
    thread.start();
    try {
      thread.join(CANCEL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void cancel(Statement statement) {
    try {
      statement.cancel();
    } catch (SQLException e) {
      // The statement has just ended, or the server is gone.
      return;
    }
  }
}
