package io.ibench.db.mysql;

import io.ibench.db.DatabaseException;
import io.ibench.db.jdbc.ConnectionPool;
import io.ibench.db.jdbc.ConnectionSettings;
import io.ibench.db.jdbc.PoolSettings;
import io.ibench.db.jdbc.SessionRegister;
import java.sql.Connection;
import java.util.Optional;

/**
 * A server of the MySQL family whose version is known, by either driver. Immutable.
 *
 * @param name the adapter's
 */
record MysqlTarget(
    String name,
    ConnectionSettings link,
    Storage storage,
    MariadbAdapter.Batch batch,
    Optional<PoolSettings> pool,
    MysqlDialect dialect) {

  /** The adapters of the family bring no other kind. */
  MysqlConnectorBase driver() {
    return (MysqlConnectorBase) link.driver();
  }

  MysqlSql sql() {
    return new MysqlSql(dialect, storage, driver().streamingFetchSize());
  }

  MysqlFailures failures() {
    return new MysqlFailures(link);
  }

  /**
   * Opens the pool that workers borrow from, if they do; its connections as they are needed.
   *
   * @param sessions where they are registered
   */
  Optional<ConnectionPool> openPool(SessionRegister sessions) {
    return link.openPool(pool, sessions, failures());
  }

  Connection connect() throws DatabaseException {
    return link.connect(failures());
  }
}
