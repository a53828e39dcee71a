package io.ibench.db.mysql;

import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.jdbc.ConnectionPool;
import io.ibench.db.jdbc.ConnectionSettings;
import io.ibench.db.jdbc.JdbcCompiler;
import io.ibench.db.jdbc.PoolSettings;
import io.ibench.db.jdbc.SessionRegister;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A MariaDB or MySQL server of known version, with one of the two drivers. Immutable.
 *
 * @param name the adapter's name
 * @param sql one for all sessions, which share its memory
 */
record MysqlTarget(
    String name,
    ConnectionSettings settings,
    Storage storage,
    MariadbAdapter.Batch batch,
    Optional<PoolSettings> pool,
    MysqlDialect dialect,
    MysqlSql sql) {

  MysqlTarget(
      String name,
      ConnectionSettings settings,
      Storage storage,
      MariadbAdapter.Batch batch,
      Optional<PoolSettings> pool,
      MysqlDialect dialect) {
    this(
        name,
        settings,
        storage,
        batch,
        pool,
        dialect,
        new MysqlSql(dialect, storage, driver(settings).streamingFetchSize()));
  }

  private static MysqlConnectorBase driver(ConnectionSettings settings) {
    return (MysqlConnectorBase) settings.driver();
  }

  MysqlConnectorBase driver() {
    return driver(settings);
  }

  MysqlFailures failures() {
    return new MysqlFailures(settings);
  }

  /** See {@link ConnectionSettings#openPool}. */
  Optional<ConnectionPool> openPool(SessionRegister sessions) {
    return settings.openPool(pool, sessions, failures());
  }

  Connection connect() throws DatabaseException {
    return settings.connect(failures());
  }

  /** Opens a connection for transactions, still with autocommit. */
  Connection connectForTransactions() throws DatabaseException {
    return commitsInText()
        ? settings.connect(failures(), Map.of(MysqlConnectorBase.SEVERAL_STATEMENTS, "true"))
        : connect();
  }

  /**
   * Whether the last statement of a transaction travels with its COMMIT as text. The option in the
   * URL, with any value, decides against it.
   */
  private boolean commitsInText() {
    return !dialect.hasBlocks()
        && !settings.url().has(Set.of(MysqlConnectorBase.SEVERAL_STATEMENTS));
  }

  /** Whether there is a last statement of a transaction that commits in the same trip. */
  boolean commitsWithLast() {
    return dialect.hasBlocks() || commitsInText();
  }

  /**
   * Whether this one can. In a text that is so when all values are whole numbers: no value needs
   * quotes, and payloads travel in binary.
   */
  boolean canCommit(Command command) {
    return JdbcCompiler.canCommit(command)
        && (dialect.hasBlocks()
            || commitsInText()
                && command.parameters().stream().allMatch(each -> each.type().isWholeNumber()));
  }

  /** Prepares a text of {@link MysqlDialect#committing}. */
  PreparedStatement prepareCommitting(Connection connection, String statement) throws SQLException {
    String text = dialect.committing(statement);
    return dialect.hasBlocks()
        ? connection.prepareStatement(text)
        : driver().prepareText(connection, text);
  }
}
