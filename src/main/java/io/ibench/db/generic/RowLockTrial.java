package io.ibench.db.generic;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.DatabaseException;
import io.ibench.db.Table;
import io.ibench.db.jdbc.BareAccess;
import io.ibench.db.jdbc.TransactionControl;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Tries which text after a select locks its row, with two connections and the row of a table of its
 * own, which it drops again: some products take FOR UPDATE and lock nothing. Not thread-safe.
 */
final class RowLockTrial {

  /** What a text does. */
  enum Effect {
    LOCKS,
    LOCKS_NOTHING,
    REFUSED
  }

  private static final Table TABLE =
      new Table(
          "ibench_lock_trial",
          List.of(Column.number("id", ColumnType.LONG), Column.number("changes", ColumnType.LONG)),
          List.of("id"),
          false,
          List.of());

  /** An update that takes so many times longer than one without a lock is blocked. */
  private static final long TIMES_LONGER = 20;

  private static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** For an update that was blocked, after the lock has gone. */
  private static final long FREED_SECONDS = 20;

  private final BareAccess database;
  private final Consumer<Connection> breakOff;
  private final LongSupplier nanoTime;
  private final String table;
  private long patienceNanos;

  private RowLockTrial(
      BareAccess database, Consumer<Connection> breakOff, LongSupplier nanoTime, String table) {
    this.database = database;
    this.breakOff = breakOff;
    this.nanoTime = nanoTime;
    this.table = table;
  }

  /**
   * The effects of these texts in their order, up to the first one that locks. An empty text stands
   * for an update that changes nothing.
   *
   * @param breakOff ends whatever a connection does
   * @throws SQLException when two connections cannot be compared
   */
  static Map<String, Effect> of(
      BareAccess database, List<String> texts, Consumer<Connection> breakOff, LongSupplier nanoTime)
      throws DatabaseException, SQLException {
    Table table = TABLE;
    for (int i = 2; database.exists(table.name()); i++) {
      table = TABLE.renamed(TABLE.name() + "_" + i);
    }
    database.create(table);
    try {
      return new RowLockTrial(database, breakOff, nanoTime, table.name()).effects(texts);
    } finally {
      database.drop(table.name());
    }
  }

  private String quoted(String name) {
    return database.sql().quoted(name);
  }

  private String update(int added) {
    String changes = quoted("changes");
    return "UPDATE " + quoted(table) + " SET " + changes + " = " + changes + " + " + added + row();
  }

  private String row() {
    return " WHERE " + quoted("id") + " = 1";
  }

  private Map<String, Effect> effects(List<String> texts) throws DatabaseException, SQLException {
    begin();
    Map<String, Effect> effects = new LinkedHashMap<>();
    for (String text : texts) {
      Effect effect = effect(text);
      if (effect == Effect.LOCKS) {
        // On a busy machine an update may take as long without a lock, but not twice.
        effect = effect(text);
      }
      effects.put(text, effect);
      if (effect == Effect.LOCKS) {
        break;
      }
    }
    return effects;
  }

  /** Inserts the row, and measures an update by another connection that nobody blocks. */
  private void begin() throws DatabaseException, SQLException {
    try (Connection first = database.bareConnection();
        Connection second = database.bareConnection()) {
      execute(
          first,
          "INSERT INTO "
              + quoted(table)
              + " ("
              + quoted(List.of("id", "changes"))
              + ") VALUES (1, 0)");
      long begin = nanoTime.getAsLong();
      if (execute(second, update(1)) != 1) {
        throw new SQLException("a second connection does not see the rows of the first one");
      }
      long took = nanoTime.getAsLong() - begin;
      patienceNanos = Math.min(MOST_NANOS, Math.max(LEAST_NANOS, TIMES_LONGER * took));
    }
  }

  private String quoted(List<String> names) {
    return database.sql().quoted(names);
  }

  private static int execute(Connection connection, String text) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.executeUpdate(text);
    }
  }

  private Effect effect(String text) throws DatabaseException, SQLException {
    try (Connection holder = database.bareConnection();
        Connection other = database.bareConnection()) {
      TransactionControl held = database.transactions(holder);
      held.begin();
      Rival rival = new Rival(other, update(1));
      try {
        if (!isTaken(holder, text)) {
          return Effect.REFUSED;
        }
        rival.start();
        boolean done = rival.isDoneWithin(patienceNanos);
        return done && rival.hasChanged ? Effect.LOCKS_NOTHING : Effect.LOCKS;
      } finally {
        try {
          held.rollback();
        } finally {
          rival.end(breakOff);
        }
      }
    }
  }

  private boolean isTaken(Connection holder, String text) {
    String select = "SELECT " + quoted("changes") + " FROM " + quoted(table) + row() + " " + text;
    try (Statement statement = holder.createStatement()) {
      if (text.isEmpty()) {
        return statement.executeUpdate(update(0)) == 1;
      }
      try (ResultSet rows = statement.executeQuery(select)) {
        return rows.next();
      }
    } catch (SQLException e) {
      return false; // The product does not know this text.
    }
  }

  /** Another session that changes the row. It is refused, or waits, where the row is locked. */
  private static final class Rival extends Thread {

    private final Connection connection;
    private final String text;
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile boolean hasChanged;
    private boolean started;

    Rival(Connection connection, String text) {
      super("ibench-lock-trial");
      setDaemon(true);
      this.connection = connection;
      this.text = text;
    }

    @Override
    public synchronized void start() {
      started = true;
      super.start();
    }

    @Override
    public void run() {
      try {
        hasChanged = execute(connection, text) == 1;
      } catch (SQLException e) {
        hasChanged = false;
      } finally {
        done.countDown();
      }
    }

    boolean isDoneWithin(long nanos) {
      try {
        return done.await(nanos, TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }

    /** Breaks its statement off if it still waits after the lock has gone. */
    void end(Consumer<Connection> breakOff) {
      if (started && !isDoneWithin(TimeUnit.SECONDS.toNanos(FREED_SECONDS))) {
        breakOff.accept(connection);
      }
    }
  }
}
