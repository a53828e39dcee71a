package io.ibench.db.postgres;

import io.ibench.db.DatabaseException;
import io.ibench.db.WaitStates;
import io.ibench.db.jdbc.Connections;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * What PostgreSQL's sessions wait for, by pg_stat_activity. A session that works and waits for
 * nothing is on a CPU, or would like to be.
 */
final class PostgresWaits implements WaitStates {

  private static final String QUESTION =
      "SELECT coalesce(wait_event_type || ' ' || wait_event, '"
          + CPU
          + "') FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid()"
          + " AND datname = current_database() AND backend_type = 'client backend'";

  private final PostgresTarget target;
  private final Connection connection;
  private final PreparedStatement question;

  private PostgresWaits(PostgresTarget target, Connection connection, PreparedStatement question) {
    this.target = target;
    this.connection = connection;
    this.question = question;
  }

  static PostgresWaits open(PostgresTarget target) throws DatabaseException {
    Connection connection = target.connect();
    try {
      return new PostgresWaits(target, connection, connection.prepareStatement(QUESTION));
    } catch (SQLException e) {
      Connections.close(connection, target.failures());
      throw target.failures().of(e);
    }
  }

  @Override
  public List<String> now() throws DatabaseException {
    try (ResultSet rows = question.executeQuery()) {
      List<String> states = new ArrayList<>();
      while (rows.next()) {
        states.add(rows.getString(1));
      }
      return states;
    } catch (SQLException e) {
      throw target.failures().of(e);
    }
  }

  @Override
  public void close() throws DatabaseException {
    Connections.close(connection, target.failures());
  }
}
