package io.ibench.db.jdbc;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Description;
import io.ibench.db.Index;
import io.ibench.db.Kind;
import io.ibench.db.Place;
import io.ibench.db.Session;
import io.ibench.db.Size;
import io.ibench.db.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** An open MariaDB server: one connection for what the run itself asks, sessions of their own. */
final class MariadbDatabase implements Database {

  private final MariadbTarget target;
  private final Connection connection;
  private final MariadbFacts facts;
  private final Description description;
  private final Place place;
  private final long packetBytes;

  MariadbDatabase(MariadbTarget target) throws DatabaseException {
    this.target = target;
    this.connection = target.connect();
    this.facts = new MariadbFacts(connection, target);
    try {
      description = facts.description();
      place = facts.place();
      packetBytes = facts.packetBytes();
    } catch (SQLException e) {
      throw givingUp(target.failures().of(e));
    }
    if (target.batch() == MariadbAdapter.Batch.BULK
        && !MariadbFacts.knowsBulk(description.version())) {
      throw givingUp(
          new DatabaseException(
              Kind.FATAL,
              "batch = bulk needs MariaDB 10.2 or later, this is "
                  + description.version()
                  + "; use batch = values"));
    }
  }

  private DatabaseException givingUp(DatabaseException failure) {
    try {
      connection.close();
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
    return failure;
  }

  @Override
  public Description description() {
    return description;
  }

  @Override
  public Session session() throws DatabaseException {
    return new MariadbSession(target, packetBytes);
  }

  @Override
  public synchronized boolean exists(String table) throws DatabaseException {
    try (var statement =
        connection.prepareStatement(
            "SELECT 1 FROM information_schema.tables"
                + " WHERE table_schema = DATABASE() AND table_name = ?")) {
      statement.setString(1, table);
      try (var results = statement.executeQuery()) {
        return results.next();
      }
    } catch (SQLException e) {
      throw target.failures().of(e);
    }
  }

  @Override
  public synchronized List<String> differences(Table table) throws DatabaseException {
    try {
      return MariadbTables.differences(connection, table);
    } catch (SQLException e) {
      throw target.failures().of(e);
    }
  }

  @Override
  public void create(Table table) throws DatabaseException {
    execute(target.sql().createTable(table));
  }

  @Override
  public void createIndex(Table table, Index index) throws DatabaseException {
    execute(target.sql().createIndex(table, index));
  }

  @Override
  public void drop(String table) throws DatabaseException {
    execute(target.sql().dropTable(table));
  }

  /** On a connection of its own, so that a long statement does not hold up the size probe. */
  private void execute(String text) throws DatabaseException {
    try (Connection own = target.connect();
        var statement = own.createStatement()) {
      statement.execute(text);
    } catch (SQLException e) {
      throw target.failures().of(e);
    }
  }

  @Override
  public synchronized Size size(List<Table> tables) throws DatabaseException {
    try {
      return facts.size(tables);
    } catch (SQLException e) {
      throw target.failures().of(e);
    }
  }

  @Override
  public boolean keepsData() {
    return true;
  }

  @Override
  public Place place() {
    return place;
  }

  @Override
  public void close() throws DatabaseException {
    try {
      connection.close();
    } catch (SQLException e) {
      throw target.failures().of(e);
    }
  }
}
