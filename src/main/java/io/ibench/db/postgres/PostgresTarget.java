package io.ibench.db.postgres;

import io.ibench.db.Adapter;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.jdbc.ConnectionPool;
import io.ibench.db.jdbc.ConnectionSettings;
import io.ibench.db.jdbc.JdbcConnector;
import io.ibench.db.jdbc.PoolSettings;
import io.ibench.db.jdbc.SessionRegister;
import java.sql.Connection;
import java.util.Locale;
import java.util.Optional;

/**
 * A PostgreSQL server, as configured. Immutable.
 *
 * @param name the adapter's
 */
public record PostgresTarget(
    String name,
    ConnectionSettings link,
    PostgresStorage storage,
    PostgresAdapter.Batch batch,
    Optional<PoolSettings> pool)
    implements Adapter.Target {

  @Override
  public Database open() throws DatabaseException {
    return new PostgresDatabase(this);
  }

  JdbcConnector driver() {
    return link.driver();
  }

  PostgresSql sql() {
    return new PostgresSql(storage, driver().streamingFetchSize());
  }

  PostgresFailures failures() {
    return new PostgresFailures(link);
  }

  /** A connection that commits each statement by itself; the caller closes it. */
  Connection connect() throws DatabaseException {
    return link.connect(failures());
  }

  /**
   * Opens the pool that workers borrow from, if they do; its connections as they are needed.
   *
   * @param sessions where they are registered
   */
  Optional<ConnectionPool> openPool(SessionRegister sessions) {
    return link.openPool(pool, sessions, failures());
  }

  @Override
  public String toString() {
    return name.toUpperCase(Locale.ROOT) + "[" + link + "]";
  }
}
