package io.ibench.db.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** What sessions and databases do with connections, whoever they belong to. */
public final class Connections {

  private Connections() {}

  /** Breaks off whatever goes on, from any thread; the connection is of no use any more. */
  public static void breakOff(Connection connection) {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException e) {
      // It is to be given up in any case; the thread that uses it reports what it meets.
      return;
    }
  }
}
