package io.ibench.db.mysql;

import io.ibench.db.Adapter;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.jdbc.BatchInsert;
import io.ibench.db.jdbc.ConnectionSettings;
import io.ibench.db.jdbc.PoolSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A server of the MySQL family, as configured. Immutable.
 *
 * @param name the adapter's
 */
record MysqlConfig(
    String name,
    ConnectionSettings link,
    Storage storage,
    MariadbAdapter.Batch batch,
    Optional<PoolSettings> pool)
    implements Adapter.Target {

  private static final List<String> MYROCKS_ISOLATIONS =
      List.of("READ-COMMITTED", "REPEATABLE-READ");

  /** A number and a reference to bytes; see {@link BatchInsert}. */
  private static final int VALUE_BYTES = 16;

  /** Refuses a server that is too old, unknown or without the engine, before it is used. */
  @Override
  public Database open() throws DatabaseException {
    return new MysqlDatabase(new MysqlTarget(name, link, storage, batch, pool, dialect()));
  }

  /** What does not fit one statement needs a second one, for its last rows. */
  @Override
  public long batchBytes(int rows, int columns) {
    long values = (long) rows * columns;
    long parameters = Math.min(values, MysqlSql.MOST_PARAMETERS);
    long statements = values > parameters ? 2 : 1;
    return values * VALUE_BYTES + statements * parameters * link.driver().parameterBytes();
  }

  private MysqlDialect dialect() throws DatabaseException {
    try (Connection connection = link.connect()) {
      String version = ask(connection, "SELECT VERSION()").get(0);
      MysqlDialect dialect =
          MysqlDialect.of(version)
              .orElseThrow(
                  () ->
                      new DatabaseException(
                          FailureKind.FATAL,
                          "the server's version is "
                              + version
                              + "; supported: "
                              + MysqlDialect.SUPPORTED));
      checkEngine(connection, dialect);
      checkIsolation(connection, dialect);
      return dialect;
    } catch (SQLException e) {
      throw new MysqlFailures(link).of(e);
    }
  }

  /** A server may silently take another one instead. */
  private void checkEngine(Connection connection, MysqlDialect dialect)
      throws SQLException, DatabaseException {
    List<String> engines =
        ask(
            connection,
            "SELECT engine FROM information_schema.engines"
                + " WHERE support IN ('YES', 'DEFAULT') ORDER BY engine");
    if (engines.stream().noneMatch(storage.engine()::equalsIgnoreCase)) {
      String help =
          storage.isRocksdb()
              ? dialect.gettingMyRocks(ask(connection, "SELECT @@version_comment").get(0))
              : "it has " + String.join(", ", engines);
      throw DatabaseException.invalidSetting(
          "the server has no engine = " + storage.engine() + "; " + help);
    }
  }

  private void checkIsolation(Connection connection, MysqlDialect dialect)
      throws SQLException, DatabaseException {
    String isolation = ask(connection, "SELECT @@" + dialect.isolationVariable()).get(0);
    if (storage.isRocksdb() && !MYROCKS_ISOLATIONS.contains(isolation)) {
      throw new DatabaseException(
          FailureKind.FATAL,
          "the server's isolation is "
              + isolation
              + "; MyRocks has "
              + String.join(" and ", MYROCKS_ISOLATIONS)
              + " only");
    }
  }

  private static List<String> ask(Connection connection, String question) throws SQLException {
    List<String> answers = new ArrayList<>();
    try (var statement = connection.createStatement();
        var results = statement.executeQuery(question)) {
      while (results.next()) {
        answers.add(results.getString(1));
      }
    }
    return answers;
  }

  @Override
  public String toString() {
    return name.toUpperCase(Locale.ROOT) + "[" + link + "]";
  }
}
