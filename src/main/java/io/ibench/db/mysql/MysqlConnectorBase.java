package io.ibench.db.mysql;

import io.ibench.db.jdbc.JdbcConnector;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** A driver for MariaDB or MySQL, where a statement can set LAST_INSERT_ID. Stateless. */
interface MysqlConnectorBase extends JdbcConnector {

  /** Hint for users whose password must not be sent without encryption. */
  String PASSWORD_HINT =
      "; this user's password needs tls = trust (or verify), a unix socket, or"
          + " allowPublicKeyRetrieval=true in the url";

  /** The option for connections that send several statements as one text. */
  String SEVERAL_STATEMENTS = "allowMultiQueries";

  /**
   * Makes a statement that travels as text with its values in it, so that it may be several ones:
   * the connection needs {@link #SEVERAL_STATEMENTS}. Its count of rows is that of the first one.
   */
  PreparedStatement prepareText(Connection connection, String text) throws SQLException;

  /** Prepares a statement for use with {@link #generatedKey}. */
  PreparedStatement prepareWithKey(Connection connection, String text) throws SQLException;

  /** LAST_INSERT_ID of the last execution, or 0. Without a round trip. */
  long generatedKey(PreparedStatement statement) throws SQLException;
}
