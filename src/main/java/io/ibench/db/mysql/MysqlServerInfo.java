package io.ibench.db.mysql;

import io.ibench.db.Description;
import io.ibench.db.ServerLocation;
import io.ibench.db.jdbc.Connections;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Product, configuration and location of a MariaDB or MySQL server. Not thread-safe: it uses the
 * caller's connection.
 */
final class MysqlServerInfo {

  private static final long PROTOCOL_PACKET_BYTES = (1 << 24) - 1;

  private static final int DEFAULT_PORT = 3306;

  private final Connection connection;
  private final MysqlTarget target;

  MysqlServerInfo(Connection connection, MysqlTarget target) {
    this.connection = connection;
    this.target = target;
  }

  Description description() throws SQLException {
    GaleraNode node = GaleraNode.of(connection);
    return new Description(
        target.name(),
        target.dialect().product(ask("SELECT @@version_comment")),
        ask("SELECT VERSION()"),
        target.storage().engine(),
        driver(),
        target.batch().line(),
        durability() + node.durability(),
        ask("SELECT @@" + target.dialect().isolationVariable()),
        settings(node),
        warnings());
  }

  private Map<String, String> settings(GaleraNode node) throws SQLException {
    Map<String, String> settings = MysqlSettings.of(connection, target.storage());
    settings.putAll(node.settings());
    settings.putAll(target.storage().textSettings());
    return settings;
  }

  /** The query needs no escape: an engine's name consists of letters, digits and underscores. */
  private List<String> warnings() throws SQLException {
    List<String> warnings = new ArrayList<>();
    target.dialect().warning().ifPresent(warnings::add);
    String engine = target.storage().engine();
    String transactions =
        ask("SELECT transactions FROM information_schema.engines WHERE engine = '" + engine + "'");
    if (transactions.equals("NO")) {
      warnings.add(
          "engine "
              + engine
              + " has no transactions: each statement is kept by itself, a rollback undoes"
              + " nothing, and a crash may lose or damage what was committed");
    }
    return warnings;
  }

  /** The driver's name and version, and socket, encryption and pool, if used. */
  private String driver() throws SQLException {
    DatabaseMetaData metaData = connection.getMetaData();
    String name = metaData.getDriverName() + " " + version(metaData.getDriverVersion());
    String cipher = variable("SHOW SESSION STATUS LIKE 'Ssl_version'").orElse("");
    return name
        + (target.settings().isSocket() ? ", unix socket" : "")
        + (cipher.isEmpty() ? "" : ", " + cipher)
        + target.pool().map(pool -> ", " + pool.line()).orElse("");
  }

  /** Extracts 9.1.0 from Connector/J's "mysql-connector-j-9.1.0 (Revision: 0c81...)". */
  static String version(String driverVersion) {
    return driverVersion.replaceFirst("^mysql-connector-(j|java)-", "").replaceFirst(" \\(.*", "");
  }

  /** The maximum length of a statement: the lower one of the server's and the protocol's limit. */
  long packetBytes() throws SQLException {
    return Math.min(Long.parseLong(ask("SELECT @@max_allowed_packet")), PROTOCOL_PACKET_BYTES);
  }

  /** Whether a server of this version has the bulk protocol. */
  static boolean hasBulk(String version) {
    return MysqlDialect.of(version).filter(MysqlDialect::hasBulk).isPresent();
  }

  private String durability() throws SQLException {
    String log =
        ask("SELECT @@global.log_bin AND @@session.sql_log_bin").equals("1")
            ? "sync_binlog=" + ask("SELECT @@sync_binlog")
            : "binlog off";
    if (target.storage().isInnodb()) {
      return flush("innodb_flush_log_at_trx_commit") + ", " + log;
    }
    if (target.storage().isRocksdb()) {
      return flush("rocksdb_flush_log_at_trx_commit") + ", " + log;
    }
    return "as engine " + target.storage().engine() + " does, " + log;
  }

  private String flush(String variable) throws SQLException {
    return variable + "=" + ask("SELECT @@" + variable);
  }

  private String ask(String question) throws SQLException {
    return Connections.value(connection, question);
  }

  /** The second column of the first row, if there is a row. */
  private Optional<String> variable(String question) throws SQLException {
    try (var statement = connection.createStatement();
        var results = statement.executeQuery(question)) {
      return results.next() ? Optional.ofNullable(results.getString(2)) : Optional.empty();
    }
  }

  ServerLocation location() throws SQLException {
    Path data = data();
    Set<Path> directories = new LinkedHashSet<>(List.of(data));
    for (String folder :
        List.of("innodb_log_group_home_dir", "rocksdb_datadir", "rocksdb_wal_dir")) {
      // Empty for an engine that is not loaded.
      variable("SHOW GLOBAL VARIABLES LIKE '" + folder + "'")
          .filter(path -> !path.isEmpty())
          .map(path -> data.resolve(path).normalize())
          .filter(path -> !path.equals(data))
          .ifPresent(directories::add);
    }
    Path pidFile = data.resolve(ask("SELECT @@pid_file")).normalize();
    return new ServerLocation(
        target.settings().host(),
        pid(pidFile),
        List.of("mariadbd", "mysqld"),
        List.copyOf(directories),
        false,
        false,
        Optional.of(pidFile),
        target.settings().port(DEFAULT_PORT),
        target.settings().isSocket()
            ? Optional.of(data.resolve(ask("SELECT @@socket")).normalize())
            : Optional.empty());
  }

  private Path data() throws SQLException {
    return Path.of(ask("SELECT @@datadir")).normalize();
  }

  /** From the server's pid file, which is readable on the server's host only. */
  private static OptionalLong pid(Path file) {
    try {
      return OptionalLong.of(Long.parseLong(Files.readString(file).strip()));
    } catch (IOException | NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
