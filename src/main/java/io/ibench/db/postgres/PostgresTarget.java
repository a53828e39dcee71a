package io.ibench.db.postgres;

import io.ibench.db.DatabaseException;
import io.ibench.db.jdbc.BareAccess;
import io.ibench.db.jdbc.ConnectionPool;
import io.ibench.db.jdbc.ConnectionSettings;
import io.ibench.db.jdbc.PoolSettings;
import io.ibench.db.jdbc.SessionRegister;
import java.sql.Connection;
import java.util.Locale;
import java.util.Optional;

/**
 * A configured PostgreSQL server. Immutable.
 *
 * @param name the adapter's name
 * @param sql one for all sessions, which share its memory
 */
public record PostgresTarget(
    String name,
    ConnectionSettings settings,
    PostgresStorage storage,
    PostgresAdapter.Batch batch,
    Optional<PoolSettings> pool,
    PostgresSql sql)
    implements BareAccess.Target {

  PostgresTarget(
      String name,
      ConnectionSettings settings,
      PostgresStorage storage,
      PostgresAdapter.Batch batch,
      Optional<PoolSettings> pool) {
    this(
        name,
        settings,
        storage,
        batch,
        pool,
        new PostgresSql(storage, settings.driver().streamingFetchSize()));
  }

  @Override
  public Optional<String> whyNoSnapshots() {
    return pool.map(lends -> PoolSettings.WHY_NO_SNAPSHOTS);
  }

  @Override
  public BareAccess open() throws DatabaseException {
    return new PostgresDatabase(this);
  }

  /** Whether the server parses a statement at each execution, as a pooler may need it. */
  boolean isUnnamed() {
    return PostgresConnector.isUnnamed(settings.url());
  }

  PostgresFailures failures() {
    return new PostgresFailures(settings);
  }

  /** Opens an autocommit connection; the caller closes it. */
  Connection connect() throws DatabaseException {
    return settings.connect(failures());
  }

  /** See {@link ConnectionSettings#openPool}. */
  Optional<ConnectionPool> openPool(SessionRegister sessions) {
    return settings.openPool(pool, sessions, failures());
  }

  @Override
  public String toString() {
    return name.toUpperCase(Locale.ROOT) + "[" + settings + "]";
  }
}
