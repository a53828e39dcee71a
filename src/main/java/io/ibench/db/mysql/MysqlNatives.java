package io.ibench.db.mysql;

import io.ibench.db.Native;
import io.ibench.db.Native.Control;
import io.ibench.db.jdbc.Failures;
import io.ibench.db.jdbc.NativeStatement;
import io.ibench.db.jdbc.Natives;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Statements in MariaDB's and MySQL's language. The server prepares all of them but the few that it
 * cannot, such as BEGIN on MySQL: these travel as text.
 */
final class MysqlNatives extends Natives {

  /** The server prepares no statement of this kind. */
  private static final int NOT_PREPARED = 1295;

  MysqlNatives(Connection connection, Failures failures) {
    super(connection, failures);
  }

  @Override
  protected NativeStatement create(Native statement) {
    return statement.control() == Control.NONE
        ? new Plain(this, statement)
        : new Text(this, statement);
  }

  /** A driver may prepare with the first question about the statement only. */
  @Override
  protected PreparedStatement prepareNow(String text) throws SQLException {
    PreparedStatement statement = connection().prepareStatement(text);
    try {
      statement.getParameterMetaData();
      return statement;
    } catch (SQLException e) {
      if (e.getErrorCode() == NOT_PREPARED) {
        return statement;
      }
      statement.close();
      throw e;
    }
  }

  private static final class Plain extends NativeStatement {

    Plain(Natives owner, Native definition) {
      super(owner, definition);
    }

    @Override
    protected long hash(long hash, ResultSet results, int column) throws SQLException {
      return isText(column) ? hashText(hash, results, column) : super.hash(hash, results, column);
    }
  }

  private static final class Text extends NativeStatement {

    private final MysqlNatives owner;
    private final String text;

    @SuppressWarnings("NullAway.Init") // prepare() comes first
    private Statement statement;

    Text(MysqlNatives owner, Native definition) {
      super(owner, definition);
      this.owner = owner;
      text = definition.text().isEmpty() ? definition.control().name() : definition.text();
    }

    @Override
    protected void prepare() throws SQLException {
      statement = owner.connection().createStatement();
    }

    @Override
    protected void executeControl() throws SQLException {
      statement.execute(text);
    }
  }
}
