package io.ibench.db.mysql;

import io.ibench.db.jdbc.JdbcConnector;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * A driver of the MySQL family, where a statement can leave a number in LAST_INSERT_ID. Stateless.
 */
interface MysqlConnectorBase extends JdbcConnector {

  /** For users whose password is never sent in the open. */
  String PASSWORD_HINT =
      "; this user's password needs tls = trust (or verify), a unix socket, or"
          + " allowPublicKeyRetrieval=true in the url";

  /** Prepares a statement whose {@link #generatedKey} will be asked for. */
  PreparedStatement prepareWithKey(Connection connection, String text) throws SQLException;

  /** What the last execution left in LAST_INSERT_ID, or 0. No trip. */
  long generatedKey(PreparedStatement statement) throws SQLException;
}
