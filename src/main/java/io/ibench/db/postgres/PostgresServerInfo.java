package io.ibench.db.postgres;

import io.ibench.db.Description;
import io.ibench.db.MainCounter;
import io.ibench.db.ServerCounter;
import io.ibench.db.ServerLocation;
import io.ibench.db.Size;
import io.ibench.db.Table;
import io.ibench.db.jdbc.Connections;
import java.sql.Array;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Product, configuration, sizes and counters of a PostgreSQL server. Not thread-safe: it uses the
 * caller's autocommit connection.
 */
final class PostgresServerInfo {

  private static final String UNREADABLE = "not readable";

  /** Holds the names of counters that a reader may look for in vain. */
  private static final String GONE = "not counted";

  /** Tables and partitions; a table with partitions has no own file. */
  private static final String SIZE =
      "SELECT sum(pg_total_relation_size(part)) FROM ("
          + " SELECT to_regclass(name) AS part FROM unnest(?) AS name"
          + " UNION SELECT relid FROM unnest(?) AS name, pg_partition_tree(to_regclass(name)))"
          + " AS parts";

  private final Connection connection;
  private final PostgresTarget target;
  private final Intermediary between;

  PostgresServerInfo(Connection connection, PostgresTarget target, Intermediary between) {
    this.connection = connection;
    this.target = target;
    this.between = between;
  }

  Description description() throws SQLException {
    PostgresSettings settings = PostgresSettings.of(connection);
    boolean unlogged = target.storage().unlogged();
    Map<String, String> shaping = settings.shaping();
    if (!target.storage().collation().isEmpty()) {
      shaping.put("text.collation", target.storage().collation());
    }
    List<String> unreadable = unreadable(settings);
    if (!unreadable.isEmpty()) {
      shaping.put(UNREADABLE, String.join("; ", unreadable));
    }
    List<String> gone = PostgresVersion.of(settings.get("server_version")).gone();
    if (!gone.isEmpty()) {
      shaping.put(GONE, String.join("; ", gone));
    }
    List<String> warnings = new ArrayList<>(settings.warnings());
    between.warning().ifPresent(warnings::add);
    if (unlogged) {
      warnings.add("tables are unlogged: no WAL is written of them, and a crash empties them");
    }
    String engine = target.storage().engine();
    return new Description(
        target.name(),
        PostgresProduct.of(ask("SELECT version()"), isAurora()),
        settings.get("server_version"),
        engine.isEmpty() ? settings.get("default_table_access_method") : engine,
        driver(),
        target.batch().line(target.isUnnamed()),
        settings.durability() + (unlogged ? ", unlogged tables" : ""),
        settings.get("transaction_isolation"),
        shaping,
        warnings);
  }

  private List<String> unreadable(PostgresSettings settings) throws SQLException {
    List<String> lines = new ArrayList<>();
    if (settings.get("data_directory").isEmpty()) {
      lines.add("data_directory (GRANT pg_monitor to the role)");
    }
    lines.addAll(counters(settings.get("server_version")).refused());
    return lines;
  }

  /** Aurora's version() mentions only PostgreSQL. */
  private boolean isAurora() throws SQLException {
    return !ask("SELECT to_regproc('aurora_version')").isEmpty();
  }

  /** The driver's name and version, and socket, encryption, pooler or proxy, and pool, if used. */
  private String driver() throws SQLException {
    DatabaseMetaData metaData = connection.getMetaData();
    // The server knows the pooler's encryption, not ours.
    String protocol =
        between.mayLend()
            ? ""
            : ask("SELECT version FROM pg_stat_ssl WHERE ssl AND pid = pg_backend_pid()");
    return metaData.getDriverName()
        + " "
        + metaData.getDriverVersion()
        + (target.settings().isSocket() ? ", unix socket" : "")
        + (protocol.isEmpty() ? "" : ", " + protocol)
        + between.mention()
        + (target.isUnnamed() ? ", statements without names" : "")
        + target.pool().map(pool -> ", " + pool.line()).orElse("");
  }

  ServerLocation location() throws SQLException {
    String host = target.settings().host();
    return new PostgresServerLocation(connection, target.failures())
        .of(between.serverHost(connection, host));
  }

  Size size(List<Table> tables) throws SQLException {
    Array names = connection.createArrayOf("text", tables.stream().map(Table::name).toArray());
    try (var statement = connection.prepareStatement(SIZE)) {
      statement.setArray(1, names);
      statement.setArray(2, names);
      try (ResultSet results = statement.executeQuery()) {
        results.next();
        long bytes = results.getLong(1);
        return results.wasNull()
            ? Size.unknown("the server has none of the tables")
            : Size.of(bytes, "pg_total_relation_size");
      }
    } finally {
      names.free();
    }
  }

  /** The same names at every call on one server. */
  List<ServerCounter> counters() throws SQLException {
    return counters(ask("SHOW server_version")).read();
  }

  /** Of this version, and nothing that it lacks. */
  List<MainCounter> mainCounters() throws SQLException {
    return PostgresMainCounters.of(PostgresVersion.of(ask("SHOW server_version")));
  }

  private PostgresCounters counters(String version) {
    return new PostgresCounters(connection, PostgresVersion.of(version), target.failures());
  }

  private String ask(String question) throws SQLException {
    return Connections.value(connection, question);
  }
}
