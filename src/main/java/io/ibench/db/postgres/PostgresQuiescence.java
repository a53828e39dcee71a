package io.ibench.db.postgres;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Quiescence;
import io.ibench.db.Table;
import io.ibench.db.jdbc.BackgroundTasks;
import io.ibench.db.jdbc.Connections;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.postgresql.PGConnection;

/**
 * Completes background work of PostgreSQL: vacuums and analyzes all tables in parallel, then makes
 * a checkpoint. Confined to the caller's thread.
 */
final class PostgresQuiescence implements Quiescence {

  private static final int MAX_PARALLEL_VACUUMS = 8;

  /** Time to send cancellations, which may hang. */
  private static final long CANCEL_MILLIS = 900;

  private static final long NANOS_PER_TENTH = 100_000_000L;

  private final PostgresTarget target;
  private final BackgroundTasks tasks;
  private final Deque<Runnable> stages = new ArrayDeque<>();
  private final Set<Connection> opened = ConcurrentHashMap.newKeySet();
  private volatile boolean closing;

  private PostgresQuiescence(PostgresTarget target) {
    this.target = target;
    tasks =
        new BackgroundTasks(
            this::open, Connections::breakOff, target.failures(), MAX_PARALLEL_VACUUMS);
  }

  /** Starts the work; the facts report failures. */
  static Quiescence begin(PostgresTarget target, List<Table> tables) throws DatabaseException {
    PostgresQuiescence quiescence = new PostgresQuiescence(target);
    for (Table table : tables) {
      String name = "VACUUM ANALYZE " + table.name();
      String text = "VACUUM (VERBOSE, ANALYZE, INDEX_CLEANUP ON) " + table.name();
      quiescence.start(name, connection -> name + ": " + vacuum(connection, text));
    }
    quiescence.stages.add(() -> quiescence.start("CHECKPOINT", quiescence::checkpoint));
    return quiescence;
  }

  private Connection open() throws SQLException {
    Connection connection = target.settings().connect();
    opened.add(connection);
    return connection;
  }

  private void start(String name, BackgroundTasks.Work work) {
    tasks.start(
        name,
        connection -> {
          try {
            if (closing) {
              return brokenOff(name);
            }
            String fact = work.on(connection);
            StatisticsFlush.request(connection, target.failures());
            return fact;
          } catch (SQLException e) {
            if (closing) {
              return brokenOff(name);
            }
            throw e;
          } finally {
            opened.remove(connection);
          }
        });
  }

  private static String brokenOff(String name) {
    return name + " was broken off";
  }

  private static String vacuum(Connection connection, String text) throws SQLException {
    VacuumReport report = new VacuumReport();
    try (var statement = connection.createStatement()) {
      long begin = System.nanoTime();
      statement.execute(text);
      String seconds = seconds(System.nanoTime() - begin);
      for (SQLWarning next = statement.getWarnings(); next != null; next = next.getNextWarning()) {
        report.add(next);
      }
      return report.line() + ", " + seconds;
    }
  }

  private String checkpoint(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      long begin = System.nanoTime();
      statement.execute("CHECKPOINT");
      return "CHECKPOINT: " + seconds(System.nanoTime() - begin);
    } catch (SQLException e) {
      DatabaseException failure = target.failures().of(e);
      if (failure.kind() != FailureKind.DENIED) {
        throw e;
      }
      return "no right to CHECKPOINT (superuser; from version 15 on, GRANT pg_checkpoint): "
          + failure.getMessage();
    }
  }

  private static String seconds(long nanos) {
    long tenths = nanos / NANOS_PER_TENTH;
    return tenths / 10 + "." + tenths % 10 + " s";
  }

  @Override
  public boolean isSettled() {
    while (tasks.isSettled()) {
      if (stages.isEmpty()) {
        return true;
      }
      stages.removeFirst().run();
    }
    return false;
  }

  @Override
  public List<String> facts() {
    return tasks.facts();
  }

  /** Cancels running statements: the server would continue them without its client. */
  @Override
  public void close() {
    boolean interrupted = Thread.interrupted();
    closing = true;
    if (!opened.isEmpty()) {
      interrupted |= cancelAll();
    }
    tasks.close();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Cancels running statements; waits for a hanging server less than a second.
   *
   * @return whether this thread was interrupted
   */
  private boolean cancelAll() {
    Thread thread = new Thread(() -> opened.forEach(PostgresQuiescence::cancel), "ibench-cancel");
    thread.setDaemon(true);
    thread.start();
    try {
      thread.join(CANCEL_MILLIS);
      return false;
    } catch (InterruptedException e) {
      return true;
    }
  }

  private static void cancel(Connection connection) {
    try {
      connection.unwrap(PGConnection.class).cancelQuery();
    } catch (SQLException e) {
      // The statement has just ended, or the server is gone.
      return;
    }
  }
}
