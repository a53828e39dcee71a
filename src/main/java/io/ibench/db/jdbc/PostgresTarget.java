package io.ibench.db.jdbc;

import io.ibench.db.DatabaseException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

record PostgresTarget(
    String name,
    ServerLink link,
    PostgresStorage storage,
    Batch batch,
    Optional<PoolSettings> pool) {

  enum Batch {
    VALUES;

    String line() {
      return "multi-row INSERT";
    }
  }

  PostgresSql sql() {
    return new PostgresSql();
  }

  PostgresFailures failures() {
    return new PostgresFailures();
  }

  Connection connect() throws DatabaseException {
    try {
      return link.connect();
    } catch (SQLException e) {
      throw failures().of(e);
    }
  }
}
