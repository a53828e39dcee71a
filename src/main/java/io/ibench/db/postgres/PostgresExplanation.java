package io.ibench.db.postgres;

import io.ibench.db.Command;
import io.ibench.db.jdbc.Explanation;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * PostgreSQL's plan of one command for these values. Nothing is executed, and no key is generated.
 */
final class PostgresExplanation {

  private static final String VERB = "EXPLAIN ";

  private final Explanation explanation;

  /**
   * @param values of all parameters; a list takes its max of them
   */
  PostgresExplanation(PostgresSql sql, Command command, List<Long> values) {
    explanation = new Explanation(sql, command, values);
  }

  /** The plan's lines, each step below its parent. */
  List<String> lines(Connection connection) throws SQLException {
    return explanation.lines(connection, VERB);
  }
}
