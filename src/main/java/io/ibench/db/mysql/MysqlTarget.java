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
 */
record MysqlTarget(
    String name,
    ConnectionSettings settings,
    Storage storage,
    MariadbAdapter.Batch batch,
    Optional<PoolSettings> pool,
    MysqlDialect dialect) {

  MysqlConnectorBase driver() {
    return (MysqlConnectorBase) settings.driver();
  }

  MysqlSql sql() {
    return new MysqlSql(dialect, storage, driver().streamingFetchSize());
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
