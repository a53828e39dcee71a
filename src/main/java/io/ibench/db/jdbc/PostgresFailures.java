package io.ibench.db.jdbc;

import io.ibench.db.Kind;
import java.sql.SQLException;

final class PostgresFailures implements Failures {
  @Override
  public Kind classify(SQLException failure) {
    String state = String.valueOf(failure.getSQLState());
    if (state.equals("42501")) {
      return Kind.DENIED;
    }
    if (state.startsWith("08") || state.startsWith("57P")) {
      return Kind.CONNECTION_LOST;
    }
    return state.startsWith("42P01") ? Kind.NOT_FOUND : Kind.FATAL;
  }
}
