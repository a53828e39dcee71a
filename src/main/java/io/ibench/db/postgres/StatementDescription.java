package io.ibench.db.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.List;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.CachedQuery;
import org.postgresql.core.Field;
import org.postgresql.core.Query;
import org.postgresql.core.QueryExecutor;
import org.postgresql.core.ResultCursor;
import org.postgresql.core.ResultHandlerBase;
import org.postgresql.core.Tuple;

/** Makes the server check and describe a statement, without executing it. Stateless. */
final class StatementDescription {

  private StatementDescription() {}

  /**
   * The columns of its result; none if it has none. The driver caches the statement for the next
   * one with the same text.
   *
   * @param unnamed the server forgets the statement at once
   */
  static Field[] of(Connection connection, String text, boolean unnamed) throws SQLException {
    QueryExecutor executor = connection.unwrap(BaseConnection.class).getQueryExecutor();
    CachedQuery query = executor.borrowQuery(text);
    try {
      Answer answer = new Answer();
      executor.execute(
          query.query,
          query.query.createParameterList(),
          answer,
          0,
          0,
          QueryExecutor.QUERY_DESCRIBE_ONLY
              | QueryExecutor.QUERY_SUPPRESS_BEGIN
              | (unnamed ? QueryExecutor.QUERY_ONESHOT : 0));
      return answer.fields;
    } finally {
      executor.releaseQuery(query);
    }
  }

  /** Throws the server's errors; ignores its warnings. */
  private static final class Answer extends ResultHandlerBase {

    private Field[] fields = {};

    @Override
    public void handleResultRows(
        Query from, Field[] described, List<Tuple> tuples, ResultCursor cursor) {
      fields = described;
    }

    @Override
    public void handleWarning(SQLWarning warning) {}
  }
}
