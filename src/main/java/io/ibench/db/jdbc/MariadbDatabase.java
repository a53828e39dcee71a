package io.ibench.db.jdbc;

import io.ibench.db.Command;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Description;
import io.ibench.db.Index;
import io.ibench.db.Kind;
import io.ibench.db.Place;
import io.ibench.db.Quiescence;
import io.ibench.db.Session;
import io.ibench.db.Size;
import io.ibench.db.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An open MariaDB server: one connection for what the run itself asks, got back when it was lost;
 * sessions have their own.
 */
final class MariadbDatabase implements Database {

  private static final long CANCEL_MILLIS = 900;

  private final MariadbTarget target;
  private Connection connection;
  private final Description description;
  private final Place place;
  private final long packetBytes;
  private final Optional<ConnectionPool> pool;

  /** What long statements, such as those that make indexes, are being executed. */
  private final Set<Statement> running = ConcurrentHashMap.newKeySet();

  MariadbDatabase(MariadbTarget target) throws DatabaseException {
    this.target = target;
    this.connection = target.connect();
    try {
      MariadbFacts facts = new MariadbFacts(connection, target);
      description = facts.description();
      place = facts.place();
      packetBytes = facts.packetBytes();
    } catch (SQLException e) {
      throw givingUp(target.failures().of(e));
    }
    if (target.batch() == MariadbAdapter.Batch.BULK
        && !MariadbFacts.knowsBulk(description.version())) {
      throw givingUp(
          new DatabaseException(
              Kind.FATAL,
              "batch = bulk needs MariaDB 10.2 or later, this is "
                  + description.version()
                  + "; use batch = values"));
    }
    pool = target.openPool();
  }

  @Override
  public Session sessionForWorker() throws DatabaseException {
    return pool.isPresent()
        ? new PooledSession(pool.get(), new MariadbCompiler(Optional.empty(), target, packetBytes))
        : session();
  }

  private DatabaseException givingUp(DatabaseException failure) {
    try {
      connection.close();
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
    return failure;
  }

  @Override
  public Description description() {
    return description;
  }

  @Override
  public Session session() throws DatabaseException {
    return new MariadbSession(target, packetBytes);
  }

  @Override
  public boolean exists(String table) throws DatabaseException {
    return ask(present -> exists(present, table));
  }

  private static boolean exists(Connection connection, String table) throws SQLException {
    try (var statement =
        connection.prepareStatement(
            "SELECT 1 FROM information_schema.tables"
                + " WHERE table_schema = DATABASE() AND table_name = ?")) {
      statement.setString(1, table);
      try (var results = statement.executeQuery()) {
        return results.next();
      }
    }
  }

  /** Something that is asked on a connection, and may be asked again. */
  private interface Question<T> {
    T ask(Connection connection) throws SQLException;
  }

  /** Asks, and once more on a new connection when the old one turns out to be lost. */
  private synchronized <T> T ask(Question<T> question) throws DatabaseException {
    try {
      return question.ask(connection);
    } catch (SQLException e) {
      DatabaseException failure = target.failures().of(e);
      if (!failure.kind().isConnectionLoss()) {
        throw failure;
      }
    }
    Connection replacement = target.connect();
    Connections.breakOff(connection);
    connection = replacement;
    try {
      return question.ask(connection);
    } catch (SQLException e) {
      throw target.failures().of(e);
    }
  }

  @Override
  public synchronized List<String> differences(Table table) throws DatabaseException {
    try {
      return MariadbTables.differences(connection, table);
    } catch (SQLException e) {
      throw target.failures().of(e);
    }
  }

  @Override
  public void create(Table table) throws DatabaseException {
    target.storage().check(table);
    try {
      execute(target.sql().createTable(table));
    } catch (DatabaseException e) {
      throw target.storage().blamed(table, e);
    }
  }

  @Override
  public void createIndex(Table table, Index index) throws DatabaseException {
    execute(target.sql().createIndex(table, index));
  }

  /**
   * In one statement, which reads the table once. MyRocks keeps the memory of each index until the
   * statement's end, and gets them one after the other, as the insert benchmark's scripts do.
   */
  @Override
  public void createIndexes(Table table, List<Index> indexes) throws DatabaseException {
    if (target.storage().isRocksdb()) {
      Database.super.createIndexes(table, indexes);
    } else if (!indexes.isEmpty()) {
      execute(target.sql().createIndexes(table, indexes));
    }
  }

  @Override
  public void drop(String table) throws DatabaseException {
    execute(target.sql().dropTable(table));
  }

  /** On a connection of its own, so that a long statement does not hold up the size probe. */
  private void execute(String text) throws DatabaseException {
    try (Connection own = target.connect();
        var statement = own.createStatement()) {
      running.add(statement);
      try {
        statement.execute(text);
      } finally {
        running.remove(statement);
      }
    } catch (SQLException e) {
      throw target.failures().of(e);
    }
  }

  @Override
  public Size size(List<Table> tables) throws DatabaseException {
    return ask(present -> new MariadbFacts(present, target).size(tables));
  }

  @Override
  public Quiescence quiesce(List<Table> tables) throws DatabaseException {
    return MariadbQuiescence.begin(target, tables);
  }

  @Override
  public List<String> explain(Command command, List<Long> values) throws DatabaseException {
    try (Connection own = target.connect()) {
      return new Explanation(target.sql(), command, values).table(own, "EXPLAIN ");
    } catch (SQLException e) {
      throw target.failures().of(e);
    }
  }

  @Override
  public boolean keepsData() {
    return true;
  }

  @Override
  public Place place() {
    return place;
  }

  /**
   * A server that makes an index goes on when its client is gone, for hours maybe. It may hang as
   * well, and is not waited for long.
   */
  private void cancelRunning() {
    Thread thread = new Thread(() -> running.forEach(MariadbDatabase::cancel), "ibench-cancel");
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

  /** Cancels statements that others are executing still, as after an interrupt. */
  @Override
  public synchronized void close() throws DatabaseException {
    if (!running.isEmpty()) {
      cancelRunning();
    }
    pool.ifPresent(ConnectionPool::close);
    try {
      connection.close();
    } catch (SQLException e) {
      target.failures().ofClose(e);
    }
  }
}
