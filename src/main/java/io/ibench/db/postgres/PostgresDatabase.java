package io.ibench.db.postgres;

import io.ibench.db.Command;
import io.ibench.db.ConnectionLimit;
import io.ibench.db.DatabaseException;
import io.ibench.db.Description;
import io.ibench.db.DiagnosticText;
import io.ibench.db.Index;
import io.ibench.db.MainCounter;
import io.ibench.db.Quiescence;
import io.ibench.db.ServerCounter;
import io.ibench.db.ServerLocation;
import io.ibench.db.Session;
import io.ibench.db.Size;
import io.ibench.db.Table;
import io.ibench.db.WaitStates;
import io.ibench.db.jdbc.AdminConnection;
import io.ibench.db.jdbc.BareAccess;
import io.ibench.db.jdbc.CancellableDdl;
import io.ibench.db.jdbc.ConnectionPool;
import io.ibench.db.jdbc.Connections;
import io.ibench.db.jdbc.Explanation;
import io.ibench.db.jdbc.KeySequences;
import io.ibench.db.jdbc.PoolSettings;
import io.ibench.db.jdbc.PooledSession;
import io.ibench.db.jdbc.SessionRegister;
import io.ibench.db.jdbc.Sql;
import io.ibench.db.jdbc.TransactionControl;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** An open PostgreSQL server: one connection for itself; sessions have their own. Thread-safe. */
final class PostgresDatabase implements BareAccess {

  private final PostgresTarget target;
  private final AdminConnection admin;
  private final CancellableDdl ddl;
  private final Intermediary between;
  private final Description description;
  private final ServerLocation location;
  private final SessionRegister sessions;
  private final KeySequences sequences = new KeySequences(PostgresSql::advance);
  private final Optional<ConnectionPool> pool;

  PostgresDatabase(PostgresTarget target) throws DatabaseException {
    this.target = target;
    admin = new AdminConnection(target.settings()::connect, target.failures());
    ddl =
        new CancellableDdl(
            target.settings()::connect,
            target.failures(),
            connection -> StatisticsFlush.request(connection, target.failures()));
    try {
      admin.ask(this::check);
      between = admin.ask(this::between);
      description = admin.ask(connection -> info(connection).description());
      location = admin.ask(connection -> info(connection).location());
    } catch (DatabaseException e) {
      throw admin.closeAfter(e);
    }
    sessions = new SessionRegister(new PostgresSessionList(between), target.failures());
    pool = target.openPool(sessions);
  }

  /** Refuses a server that is too old or without the engine. */
  private PostgresVersion check(Connection connection) throws SQLException, DatabaseException {
    PostgresVersion version =
        PostgresVersion.of(connection.getMetaData().getDatabaseProductVersion());
    version.requireSupported();
    String engine = target.storage().engine();
    try (var statement =
        connection.prepareStatement(
            "SELECT string_agg(amname, ', ' ORDER BY amname), bool_or(amname = ?)"
                + " FROM pg_am WHERE amtype = 't'")) {
      statement.setString(1, engine);
      try (var results = statement.executeQuery()) {
        results.next();
        if (!results.getBoolean(2)) {
          throw DatabaseException.invalidSetting(
              "the server has no engine = " + engine + "; it has " + results.getString(1));
        }
      }
    }
    return version;
  }

  private Intermediary between(Connection connection) throws SQLException {
    return Intermediary.of(
        connection, target.settings().isSocket(), target.settings()::connect, target.failures());
  }

  private PostgresServerInfo info(Connection connection) {
    return new PostgresServerInfo(connection, target, between);
  }

  @Override
  public Description description() {
    return description;
  }

  @Override
  public ServerLocation location() {
    return location;
  }

  @Override
  public List<ConnectionLimit> connectionLimits() throws DatabaseException {
    return admin.ask(connection -> new PostgresConnectionLimits(connection, between).read());
  }

  @Override
  public OptionalLong pooledConnections() {
    return target.pool().stream().mapToLong(PoolSettings::connections).findFirst();
  }

  @Override
  public Session session() throws DatabaseException {
    return new PostgresSession(target, sessions, sequences);
  }

  @Override
  public Session sessionForWorker() throws DatabaseException {
    return pool.isPresent()
        ? new PooledSession(
            pool.get(), sessions, PostgresCompiler.of(Optional.empty(), target, sequences))
        : session();
  }

  @Override
  public boolean exists(String table) throws DatabaseException {
    String question =
        "SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE n.nspname = current_schema() AND c.relname = ?"
            + " AND c.relkind IN ('r', 'p', 'v', 'm', 'f')";
    return admin.ask(connection -> !Connections.column(connection, question, table).isEmpty());
  }

  @Override
  public List<String> differences(Table table) throws DatabaseException {
    return admin.ask(connection -> PostgresTables.differences(connection, table));
  }

  @Override
  public void create(Table table) throws DatabaseException {
    try {
      ddl.execute(target.sql().createTable(table));
    } catch (DatabaseException e) {
      throw target.storage().withSettings(table, e);
    } finally {
      sequences.forget(table.name());
    }
  }

  @Override
  public void createIndex(Table table, Index index) throws DatabaseException {
    ddl.execute(target.sql().createIndex(table, index));
  }

  @Override
  public void drop(String table) throws DatabaseException {
    try {
      ddl.execute(target.sql().dropTable(table));
    } finally {
      sequences.forget(table);
    }
  }

  @Override
  public void execute(String statement) throws DatabaseException {
    ddl.execute(statement);
  }

  @Override
  public Size size(List<Table> tables) throws DatabaseException {
    return admin.ask(connection -> info(connection).size(tables));
  }

  @Override
  public List<ServerCounter> counters() throws DatabaseException {
    return admin.ask(connection -> info(connection).counters());
  }

  @Override
  public List<MainCounter> mainCounters() throws DatabaseException {
    return admin.ask(connection -> info(connection).mainCounters());
  }

  @Override
  public long serverMillis() throws DatabaseException {
    String question = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";
    return admin.ask(connection -> Long.parseLong(Connections.value(connection, question)));
  }

  @Override
  public OptionalLong serverMicros() throws DatabaseException {
    String question = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)";
    return OptionalLong.of(
        admin.ask(connection -> Long.parseLong(Connections.value(connection, question))));
  }

  @Override
  public List<DiagnosticText> diagnostics(List<Table> tables) throws DatabaseException {
    return admin.ask(
        connection -> new PostgresDiagnostics(connection, target.failures()).of(tables));
  }

  @Override
  public List<DiagnosticText> stallDiagnostics(List<Table> tables) throws DatabaseException {
    return Connections.askAlone(
        target.settings()::connect,
        target.failures(),
        own -> new PostgresDiagnostics(own, target.failures()).ofStall());
  }

  @Override
  public Optional<WaitStates> waitStates() throws DatabaseException {
    return Optional.of(PostgresWaits.open(target));
  }

  @Override
  public Quiescence quiesce(List<Table> tables) throws DatabaseException {
    return PostgresQuiescence.begin(target, tables);
  }

  @Override
  public Connection bareConnection() throws DatabaseException {
    return target.connect();
  }

  @Override
  public Sql sql() {
    return target.sql();
  }

  /** By hand also for {@code batch = bulk}: arrays are ibench's own form. */
  @Override
  public boolean insertsManyRows() {
    return true;
  }

  @Override
  public boolean writesInTransactions() {
    return false;
  }

  @Override
  public TransactionControl transactions(Connection connection) {
    return new Switching(connection);
  }

  @Override
  public PreparedStatement prepareLast(Connection connection, String text) throws SQLException {
    return connection.prepareStatement(text + "; COMMIT");
  }

  @Override
  public boolean reportsOldValues() {
    return true;
  }

  @Override
  public OldValueStatement prepareWithOld(Connection connection, Command.Upsert upsert)
      throws SQLException {
    return new Returning(connection.prepareStatement(sql().upsert(upsert)));
  }

  @Override
  public List<String> explain(Command command, List<Long> values) throws DatabaseException {
    Explanation explanation = new Explanation(target.sql(), command, values);
    return admin.ask(connection -> explanation.lines(connection, "EXPLAIN "));
  }

  @Override
  public boolean keepsData() {
    return true;
  }

  @Override
  public void abort() {
    admin.abort();
  }

  /** Cancels statements that other threads still execute, as after an interrupt. */
  @Override
  public void close() throws DatabaseException {
    ddl.cancel();
    pool.ifPresent(ConnectionPool::close);
    admin.close();
  }

  /** The last statement commits; the switch of autocommit costs no round trip. */
  private record Switching(Connection connection) implements TransactionControl {

    @Override
    public void begin() throws SQLException {
      connection.setAutoCommit(false);
    }

    @Override
    public void commit() throws SQLException {
      connection.setAutoCommit(true);
    }

    @Override
    public void rollback() throws SQLException {
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }

  private record Returning(PreparedStatement statement) implements OldValueStatement {

    @Override
    public long execute() throws SQLException {
      try (ResultSet results = statement.executeQuery()) {
        long old = -1;
        while (results.next()) {
          old = results.getLong(1);
        }
        return old;
      }
    }
  }
}
