package io.ibench.db.mysql;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.jdbc.BareAccess;
import io.ibench.db.jdbc.ConnectionSettings;
import io.ibench.db.jdbc.Connections;
import io.ibench.db.jdbc.PoolSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A configured MariaDB or MySQL server. Immutable.
 *
 * @param name the adapter's name
 */
record MysqlConfig(
    String name,
    ConnectionSettings settings,
    Storage storage,
    MariadbAdapter.Batch batch,
    Optional<PoolSettings> pool)
    implements BareAccess.Target {

  private static final List<String> MYROCKS_ISOLATIONS =
      List.of("READ-COMMITTED", "REPEATABLE-READ");

  private static final Set<String> FOREIGN_MODES =
      Set.of("ORACLE", "SIMULTANEOUS_ASSIGNMENT", "EMPTY_STRING_IS_NULL");

  /** A number and a reference to bytes; see {@link BulkInsert}. */
  private static final int VALUE_BYTES = 16;

  /** Refuses a server that is too old, unknown or without the engine. */
  @Override
  public BareAccess open() throws DatabaseException {
    return new MysqlDatabase(new MysqlTarget(name, settings, storage, batch, pool, dialect()));
  }

  /** Other engines have no versions of rows, or ibench does not know. */
  @Override
  public Optional<String> whyNoSnapshots() {
    if (pool.isPresent()) {
      return Optional.of(PoolSettings.WHY_NO_SNAPSHOTS);
    }
    boolean versions =
        storage.isRocksdb() || storage.engine().toLowerCase(Locale.ROOT).equals("innodb");
    return versions
        ? Optional.empty()
        : Optional.of("ibench holds snapshots on InnoDB and MyRocks, not on " + storage.engine());
  }

  /** If the rows exceed one statement, a second one is prepared for the last rows. */
  @Override
  public long batchBytes(int rows, int columns) {
    long values = (long) rows * columns;
    long parameters = Math.min(values, MysqlSql.MAX_PARAMETERS);
    long statements = values > parameters ? 2 : 1;
    return values * VALUE_BYTES + statements * parameters * settings.driver().parameterBytes();
  }

  private MysqlDialect dialect() throws DatabaseException {
    try (Connection connection = settings.connect()) {
      String version = Connections.value(connection, "SELECT VERSION()");
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
      checkMode(connection);
      checkEngine(connection, dialect);
      checkIsolation(connection, dialect);
      return dialect;
    } catch (SQLException e) {
      throw new MysqlFailures(settings).of(e);
    }
  }

  /** MariaDB's modes in which the same statement means something else, such as BEGIN. */
  private static void checkMode(Connection connection) throws SQLException, DatabaseException {
    List<String> modes =
        List.of(
            Connections.value(connection, "SELECT @@sql_mode").toUpperCase(Locale.ROOT).split(","));
    List<String> foreign = modes.stream().filter(FOREIGN_MODES::contains).toList();
    if (!foreign.isEmpty()) {
      throw DatabaseException.invalidSetting(
          "sql_mode has "
              + String.join(", ", foreign)
              + ", which changes what ibench's statements mean; allowed is any other mode: add"
              + " sessionVariables=sql_mode='"
              + modes.stream()
                  .filter(mode -> !FOREIGN_MODES.contains(mode))
                  .collect(Collectors.joining(","))
              + "' to the url's options, which holds for ibench's sessions alone");
    }
  }

  /** A server without the engine may silently use another one. */
  private void checkEngine(Connection connection, MysqlDialect dialect)
      throws SQLException, DatabaseException {
    List<String> engines =
        Connections.column(
            connection,
            "SELECT engine FROM information_schema.engines"
                + " WHERE support IN ('YES', 'DEFAULT') ORDER BY engine");
    if (engines.stream().noneMatch(storage.engine()::equalsIgnoreCase)) {
      String help =
          storage.isRocksdb()
              ? dialect.installingMyRocks(Connections.value(connection, "SELECT @@version_comment"))
              : "it has " + String.join(", ", engines);
      throw DatabaseException.invalidSetting(
          "the server has no engine = " + storage.engine() + "; " + help);
    }
  }

  private void checkIsolation(Connection connection, MysqlDialect dialect)
      throws SQLException, DatabaseException {
    String isolation = Connections.value(connection, "SELECT @@" + dialect.isolationVariable());
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

  @Override
  public String toString() {
    return name.toUpperCase(Locale.ROOT) + "[" + settings + "]";
  }
}
