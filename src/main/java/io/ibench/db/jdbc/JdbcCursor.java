package io.ibench.db.jdbc;

import io.ibench.db.ColumnType;
import io.ibench.db.Condition;
import io.ibench.db.Cursor;
import io.ibench.db.DatabaseException;
import io.ibench.db.Scan;
import io.ibench.db.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.stream.Stream;

/** A scan as a forward-only result that the driver fetches in pieces. Not thread-safe. */
public final class JdbcCursor implements Cursor {

  private final Failures failures;
  private final PreparedStatement statement;
  private final ResultSet results;
  private final ValueCodec codec;
  private final ColumnType[] types;

  private JdbcCursor(
      Failures failures,
      PreparedStatement statement,
      ResultSet results,
      ValueCodec codec,
      ColumnType[] types) {
    this.failures = failures;
    this.codec = codec;
    this.types = types;
    this.statement = statement;
    this.results = results;
  }

  public static Cursor open(
      Connection connection, Sql sql, Failures failures, Scan scan, long... parameters)
      throws DatabaseException {
    try {
      PreparedStatement statement = connection.prepareStatement(sql.scan(scan));
      try {
        statement.setFetchSize(sql.streamingFetchSize());
        ValueCodec codec = sql.codec();
        Table table = scan.table();
        ColumnType[] bound =
            types(
                table,
                scan.where().stream().filter(Condition::takesParameter).map(Condition::column));
        for (int i = 0; i < parameters.length; i++) {
          codec.bind(statement, i + 1, bound[i], parameters[i]);
        }
        return new JdbcCursor(
            failures,
            statement,
            statement.executeQuery(),
            codec,
            types(table, scan.columns().stream()));
      } catch (SQLException e) {
        statement.close();
        throw e;
      }
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  private static ColumnType[] types(Table table, Stream<String> columns) {
    return columns.map(name -> table.column(name).type()).toArray(ColumnType[]::new);
  }

  @Override
  public boolean next() throws DatabaseException {
    try {
      return results.next();
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  @Override
  public long getLong(int column) throws DatabaseException {
    try {
      return codec.read(results, column + 1, types[column]);
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  @Override
  public void close() throws DatabaseException {
    try {
      results.close();
      statement.close();
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }
}
