package io.ibench.db.postgres;

import io.ibench.db.jdbc.SessionList;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * PostgreSQL's backends. A role sees and ends its own; process ids are reused. Behind a pooler they
 * are not ours: one that has worked for us may work for somebody else by now. Immutable.
 *
 * @param between what stands between client and server
 */
record PostgresSessionList(Intermediary between) implements SessionList {

  private static final String START = "extract(epoch FROM backend_start)::text";

  private static final String OWN =
      "SELECT concat_ws(':', inet_server_addr(), inet_server_port()), "
          + START
          + ", pid FROM pg_stat_get_activity(pg_backend_pid())";

  private static final String ONE = " FROM pg_stat_get_activity(?) WHERE " + START + " = ?";

  @Override
  public Identity own(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(OWN)) {
      if (!rows.next() || rows.getString(2) == null) {
        throw new SQLException("the server does not report the start of its session");
      }
      if (between.mayLend() || Intermediary.isOther(connection, rows.getLong(3))) {
        throw new SQLException("the server's session is the pooler's");
      }
      return new Identity(rows.getString(1), rows.getString(2), rows.getLong(3));
    }
  }

  @Override
  public boolean isThere(Connection asking, Identity own, Identity session) throws SQLException {
    return ask(asking, "SELECT 1" + ONE, session);
  }

  @Override
  public void end(Connection asking, Identity session) throws SQLException {
    ask(asking, "SELECT pg_terminate_backend(pid)" + ONE, session);
  }

  private static boolean ask(Connection asking, String question, Identity session)
      throws SQLException {
    try (var statement = asking.prepareStatement(question)) {
      statement.setInt(1, Math.toIntExact(session.id()));
      statement.setString(2, session.start());
      try (var rows = statement.executeQuery()) {
        return rows.next();
      }
    }
  }
}
