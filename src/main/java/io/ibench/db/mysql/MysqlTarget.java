package io.ibench.db.mysql;

import io.ibench.db.DatabaseException;
import io.ibench.db.jdbc.ConnectionPool;
import io.ibench.db.jdbc.ConnectionSettings;
import io.ibench.db.jdbc.PoolSettings;
import io.ibench.db.jdbc.SessionRegister;
import java.sql.Connection;
import java.util.Optional;

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
}
