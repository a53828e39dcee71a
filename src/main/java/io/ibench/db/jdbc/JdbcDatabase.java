package io.ibench.db.jdbc;

import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.Description;
import io.ibench.db.Index;
import io.ibench.db.MainCounter;
import io.ibench.db.Quiescence;
import io.ibench.db.ServerCounter;
import io.ibench.db.ServerLocation;
import io.ibench.db.Session;
import io.ibench.db.Size;
import io.ibench.db.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.OptionalLong;

/**
 * A database of one {@link Dialect}: one connection for itself; sessions have their own.
 * Thread-safe.
 */
public class JdbcDatabase implements BareAccess {

  private final Dialect dialect;
  private final Administration admin;
  private final CancellableDdl ddl;
  private final KeySequences sequences;
  private final Description description;

  /**
   * @param name the adapter's name
   */
  public JdbcDatabase(String name, Dialect dialect) throws DatabaseException {
    this(name, dialect, new AdminConnection(dialect::connect, dialect));
  }

  /**
   * @param admin closed with the database
   */
  public JdbcDatabase(String name, Dialect dialect, Administration admin) throws DatabaseException {
    this.dialect = dialect;
    this.admin = admin;
    ddl = new CancellableDdl(dialect::connect, dialect);
    sequences = new KeySequences(this::restartKeys);
    try {
      description = admin.ask(connection -> dialect.description(name, connection));
    } catch (DatabaseException e) {
      admin.close();
      throw e;
    }
  }

  private void restartKeys(Connection connection, Table table, long highest) throws SQLException {
    if (highest == 0) {
      return; // The session that inserted explicit keys has restarted it.
    }
    String question =
        "SELECT MAX("
            + dialect.quoted(table.primaryKey())
            + ") FROM "
            + dialect.quoted(table.name());
    String found = Connections.value(connection, question);
    long next = 1 + Math.max(highest, found.isEmpty() ? 0 : Long.parseLong(found));
    try (var statement = connection.createStatement()) {
      statement.execute(dialect.restartKeys(table, next));
    }
  }

  /** Asks on the database's own connection. */
  protected final <T> T ask(Administration.Question<T> question) throws DatabaseException {
    return admin.ask(question);
  }

  @Override
  public void execute(String text) throws DatabaseException {
    ddl.execute(text);
  }

  @Override
  public Description description() {
    return description;
  }

  @Override
  public final Session session() throws DatabaseException {
    return new JdbcSession(dialect, sequences);
  }

  @Override
  public final boolean exists(String table) throws DatabaseException {
    return ask(connection -> FoundTables.exists(connection, dialect, table));
  }

  @Override
  public final List<String> differences(Table table) throws DatabaseException {
    return ask(connection -> FoundTables.differences(connection, dialect, table));
  }

  @Override
  public final void create(Table table) throws DatabaseException {
    table.requireOnePiece(description.name());
    execute(dialect.createTable(table));
    sequences.forget(table.name());
  }

  @Override
  public final void createIndex(Table table, Index index) throws DatabaseException {
    execute(dialect.createIndex(table, index));
  }

  @Override
  public final void drop(String table) throws DatabaseException {
    execute(dialect.dropTable(table));
    sequences.forget(table);
  }

  @Override
  public Quiescence quiesce(List<Table> tables) throws DatabaseException {
    return BackgroundTasks.ofStatements(dialect, dialect.analyze(tables));
  }

  @Override
  public final Size size(List<Table> tables) throws DatabaseException {
    return ask(connection -> dialect.size(connection, tables));
  }

  @Override
  public final List<ServerCounter> counters() throws DatabaseException {
    return ask(dialect::counters);
  }

  @Override
  public final List<MainCounter> mainCounters() {
    return dialect.mainCounters();
  }

  @Override
  public final OptionalLong serverMicros() throws DatabaseException {
    return ask(dialect::serverMicros);
  }

  @Override
  public final List<String> explain(Command command, List<Long> values) throws DatabaseException {
    command.checkValues(values);
    return ask(connection -> dialect.explain(connection, command, values));
  }

  @Override
  public final Connection bareConnection() throws DatabaseException {
    try {
      return dialect.connect();
    } catch (SQLException e) {
      throw dialect.of(e);
    }
  }

  @Override
  public final Sql sql() {
    return dialect;
  }

  @Override
  public final boolean insertsManyRows() {
    return dialect.insertsManyRows();
  }

  @Override
  public final boolean writesInTransactions() {
    return dialect.hasOneWriter();
  }

  @Override
  public final TransactionControl transactions(Connection connection) throws SQLException {
    return dialect.transactions(connection);
  }

  @Override
  public final boolean keepsData() {
    return true;
  }

  @Override
  public final ServerLocation location() {
    return dialect.location();
  }

  @Override
  public final void abort() {
    admin.abort();
  }

  /** Cancels statements that other threads still execute, as after an interrupt. */
  @Override
  public final void close() throws DatabaseException {
    ddl.cancel();
    admin.close();
  }
}
