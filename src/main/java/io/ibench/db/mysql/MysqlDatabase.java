package io.ibench.db.mysql;

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
import io.ibench.db.jdbc.PoolSettings;
import io.ibench.db.jdbc.PooledSession;
import io.ibench.db.jdbc.SessionRegister;
import io.ibench.db.jdbc.Sql;
import io.ibench.db.jdbc.TransactionControl;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * An open MariaDB or MySQL server: one connection for itself; sessions have their own. Thread-safe.
 */
final class MysqlDatabase implements BareAccess {

  private final MysqlTarget target;
  private final AdminConnection admin;
  private final CancellableDdl ddl;
  private final Description description;
  private final ServerLocation location;
  private final SessionRegister sessions;
  private final long packetBytes;
  private final Optional<ConnectionPool> pool;

  MysqlDatabase(MysqlTarget target) throws DatabaseException {
    this.target = target;
    MysqlFailures failures = target.failures();
    admin = new AdminConnection(target.settings()::connect, failures);
    ddl = new CancellableDdl(target.settings()::connect, failures);
    try {
      description = admin.ask(connection -> info(connection).description());
      location = admin.ask(connection -> info(connection).location());
      packetBytes = admin.ask(connection -> info(connection).packetBytes());
    } catch (DatabaseException e) {
      throw admin.closeAfter(e);
    }
    if (target.batch() == MariadbAdapter.Batch.BULK
        && !MysqlServerInfo.hasBulk(description.version())) {
      throw admin.closeAfter(
          DatabaseException.invalidSetting(
              "batch = bulk needs MariaDB 10.2 or later, this is "
                  + description.version()
                  + "; use batch = values"));
    }
    sessions = new SessionRegister(new MysqlSessionList(target.dialect()), failures);
    pool = target.openPool(sessions);
  }

  @Override
  public Session sessionForWorker() throws DatabaseException {
    return pool.isPresent()
        ? new PooledSession(
            pool.get(), sessions, new MysqlCompiler(Optional.empty(), target, packetBytes))
        : session();
  }

  private MysqlServerInfo info(Connection connection) {
    return new MysqlServerInfo(connection, target);
  }

  @Override
  public Description description() {
    return description;
  }

  @Override
  public OptionalLong maxPreparedStatements() throws DatabaseException {
    return admin.ask(
        connection -> {
          List<String> limit =
              Connections.column(connection, "SELECT @@global.max_prepared_stmt_count");
          return OptionalLong.of(Long.parseLong(limit.get(0)));
        });
  }

  @Override
  public List<ConnectionLimit> connectionLimits() throws DatabaseException {
    return admin.ask(connection -> new MysqlConnectionLimits(connection).read());
  }

  /** A second one is for transactions. */
  @Override
  public int connectionsPerSession() {
    return 2;
  }

  @Override
  public OptionalLong pooledConnections() {
    return target.pool().stream().mapToLong(PoolSettings::connections).findFirst();
  }

  @Override
  public Session session() throws DatabaseException {
    return new MysqlSession(target, sessions, packetBytes);
  }

  @Override
  public boolean exists(String table) throws DatabaseException {
    String question =
        "SELECT 1 FROM information_schema.tables"
            + " WHERE table_schema = DATABASE() AND table_name = ?";
    return admin.ask(connection -> !Connections.column(connection, question, table).isEmpty());
  }

  @Override
  public List<String> differences(Table table) throws DatabaseException {
    return admin.ask(connection -> MysqlTables.differences(connection, table));
  }

  @Override
  public void create(Table table) throws DatabaseException {
    target.storage().check(table);
    try {
      ddl.execute(target.sql().createTable(table));
    } catch (DatabaseException e) {
      throw target.storage().withSettings(table, e);
    }
  }

  @Override
  public void createIndex(Table table, Index index) throws DatabaseException {
    ddl.execute(target.sql().createIndex(table, index));
  }

  /**
   * One statement, which reads the table once. With MyRocks one statement per index, as in the
   * insert benchmark's scripts: it keeps the memory of all indexes until the end of the statement.
   */
  @Override
  public void createIndexes(Table table, List<Index> indexes) throws DatabaseException {
    if (target.storage().isRocksdb()) {
      BareAccess.super.createIndexes(table, indexes);
    } else if (!indexes.isEmpty()) {
      ddl.execute(target.sql().createIndexes(table, indexes));
    }
  }

  @Override
  public void drop(String table) throws DatabaseException {
    ddl.execute(target.sql().dropTable(table));
  }

  @Override
  public void execute(String statement) throws DatabaseException {
    ddl.execute(statement);
  }

  @Override
  public Size size(List<Table> tables) throws DatabaseException {
    return admin.ask(connection -> new MysqlSizes(connection, target).of(tables));
  }

  @Override
  public List<ServerCounter> counters() throws DatabaseException {
    return admin.ask(
        connection -> new MysqlCounters(connection, target.dialect(), target.failures()).read());
  }

  @Override
  public List<MainCounter> mainCounters() {
    return MysqlMainCounters.of(target.storage(), target.dialect().isMariadb());
  }

  /** Whole seconds: before 5.6 the server's time has no fractions. */
  @Override
  public long serverMillis() throws DatabaseException {
    return admin.ask(
        connection ->
            Math.multiplyExact(
                1000, Long.parseLong(Connections.value(connection, "SELECT UNIX_TIMESTAMP()"))));
  }

  /** Independent of the session's time zone. */
  @Override
  public OptionalLong serverMicros() throws DatabaseException {
    String question = "SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))";
    return OptionalLong.of(
        admin.ask(connection -> Long.parseLong(Connections.value(connection, question))));
  }

  @Override
  public List<DiagnosticText> diagnostics(List<Table> tables) throws DatabaseException {
    return admin.ask(connection -> new MysqlDiagnostics(connection, target.failures()).of(tables));
  }

  @Override
  public List<DiagnosticText> stallDiagnostics(List<Table> tables) throws DatabaseException {
    return Connections.askAlone(
        target.settings()::connect,
        target.failures(),
        own -> new MysqlDiagnostics(own, target.failures()).ofStall());
  }

  @Override
  public Optional<WaitStates> waitStates() throws DatabaseException {
    return Optional.of(MysqlWaits.open(target));
  }

  @Override
  public Quiescence quiesce(List<Table> tables) throws DatabaseException {
    return MysqlQuiescence.begin(target, tables);
  }

  @Override
  public Connection bareConnection() throws DatabaseException {
    return target.connectForTransactions();
  }

  @Override
  public Sql sql() {
    return target.sql();
  }

  @Override
  public boolean insertsManyRows() {
    return target.batch() != MariadbAdapter.Batch.BULK;
  }

  @Override
  public boolean insertsText() {
    return target.batch() == MariadbAdapter.Batch.TEXT;
  }

  @Override
  public boolean writesInTransactions() {
    return false;
  }

  /** As a session: without autocommit, so that the first statement begins. */
  @Override
  public TransactionControl transactions(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    return new WithoutAutocommit(connection, target.commitsWithLast());
  }

  @Override
  public PreparedStatement prepareLast(Connection connection, String text) throws SQLException {
    return target.commitsWithLast()
        ? target.prepareCommitting(connection, text)
        : connection.prepareStatement(text);
  }

  @Override
  public boolean reportsOldValues() {
    return true;
  }

  @Override
  public OldValueStatement prepareWithOld(Connection connection, Command.Upsert upsert)
      throws SQLException {
    MysqlConnectorBase driver = target.driver();
    return new KeyStatement(driver, driver.prepareWithKey(connection, sql().upsert(upsert)));
  }

  @Override
  public List<String> explain(Command command, List<Long> values) throws DatabaseException {
    try (Connection own = target.connect()) {
      return new Explanation(target.sql(), command, values).table(own, target.dialect().explain());
    } catch (SQLException e) {
      throw target.failures().of(e);
    }
  }

  @Override
  public boolean keepsData() {
    return true;
  }

  @Override
  public ServerLocation location() {
    return location;
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

  /**
   * @param lastCommits the last statement has committed: MySQL's driver would commit again
   */
  private record WithoutAutocommit(Connection connection, boolean lastCommits)
      implements TransactionControl {

    @Override
    public void begin() {}

    @Override
    public void commit() throws SQLException {
      if (!lastCommits) {
        connection.commit();
      }
    }

    @Override
    public void rollback() throws SQLException {
      connection.rollback();
    }
  }

  /** Its generated key is the old value + 1. */
  private record KeyStatement(MysqlConnectorBase driver, PreparedStatement statement)
      implements OldValueStatement {

    @Override
    public long execute() throws SQLException {
      return statement.executeUpdate() > 0 ? driver.generatedKey(statement) - 1 : -1;
    }
  }
}
