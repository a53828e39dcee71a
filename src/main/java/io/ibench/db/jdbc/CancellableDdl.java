package io.ibench.db.jdbc;

import io.ibench.db.DatabaseException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Statements that may take long, such as those that make indexes, each on a connection of its own,
 * so that none holds up the size probe. Thread-safe.
 */
public final class CancellableDdl {

  private static final long CANCEL_MILLIS = 900;

  private final AdminConnection.Opener opener;
  private final Failures failures;
  private final Ending ending;
  private final Set<Statement> running = ConcurrentHashMap.newKeySet();

  /** What is done on a connection when its statement has been executed. */
  public interface Ending {
    void on(Connection connection) throws SQLException;
  }

  public CancellableDdl(AdminConnection.Opener opener, Failures failures) {
    this(opener, failures, connection -> {});
  }

  public CancellableDdl(AdminConnection.Opener opener, Failures failures, Ending ending) {
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
      } finally {
        running.remove(statement);
      }
      ending.on(own);
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  /**
   * Cancels what others are executing still, as after an interrupt. A server that makes an index
   * goes on when its client is gone, for hours maybe. It may hang as well, and is not waited for
   * long.
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
      // It has just ended, or the server is gone: there is nothing left to cancel.
      return;
    }
  }
}
