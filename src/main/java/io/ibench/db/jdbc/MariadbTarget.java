package io.ibench.db.jdbc;

import io.ibench.db.DatabaseException;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * A server of the MySQL family whose version is known, by either driver. Immutable.
 *
 * @param name the adapter's
 */
record MariadbTarget(
    String name,
    ServerLink link,
    Storage storage,
    MariadbAdapter.Batch batch,
    ServerDialect dialect) {

  ServerDriver driver() {
    return link.driver();
  }

  MariadbSql sql() {
    return new MariadbSql(dialect, storage, driver().streamingFetchSize());
  }

  MariadbFailures failures() {
    return new MariadbFailures(link);
  }

  Connection connect() throws DatabaseException {
    try {
      return link.connect();
    } catch (SQLException e) {
      throw failures().of(e);
    }
  }
}
