package io.ibench.db.jdbc;

import io.ibench.db.Description;
import io.ibench.db.Place;
import io.ibench.db.Size;
import io.ibench.db.Table;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a MariaDB server says of itself. Not thread-safe: it uses the caller's connection. */
final class MariadbFacts {

  private static final Pattern HOST =
      Pattern.compile("jdbc:mariadb:[^/]*//(?:\\(.*?host=)?(\\[[^]]*]|[^:,/()?]*)");

  private static final Pattern MARIADB_VERSION =
      Pattern.compile("^(?:5\\.5\\.5-)?(\\d+)\\.(\\d+).*MariaDB");

  private static final long PROTOCOL_PACKET_BYTES = (1 << 24) - 1;

  private final Connection connection;
  private final MariadbTarget target;

  MariadbFacts(Connection connection, MariadbTarget target) {
    this.connection = connection;
    this.target = target;
  }

  Description description() throws SQLException {
    DatabaseMetaData metaData = connection.getMetaData();
    return new Description(
        "mariadb",
        ask("SELECT @@version_comment"),
        ask("SELECT VERSION()"),
        target.engine(),
        metaData.getDriverName() + " " + metaData.getDriverVersion(),
        target.batch().line(),
        durability(),
        ask("SELECT @@tx_isolation"));
  }

  /** The server's limit or the protocol's, whichever is lower: the longest statement. */
  long packetBytes() throws SQLException {
    return Math.min(Long.parseLong(ask("SELECT @@max_allowed_packet")), PROTOCOL_PACKET_BYTES);
  }

  /** Whether a server of this version knows the bulk protocol. */
  static boolean knowsBulk(String version) {
    Matcher matcher = MARIADB_VERSION.matcher(version);
    if (!matcher.find()) {
      return false;
    }
    int major = Integer.parseInt(matcher.group(1));
    return major > 10 || major == 10 && Integer.parseInt(matcher.group(2)) > 1;
  }

  private String durability() throws SQLException {
    String log =
        ask("SELECT @@log_bin").equals("1")
            ? "sync_binlog=" + ask("SELECT @@sync_binlog")
            : "binlog off";
    if (target.engine().equalsIgnoreCase("InnoDB")) {
      return "innodb_flush_log_at_trx_commit="
          + ask("SELECT @@innodb_flush_log_at_trx_commit")
          + ", "
          + log;
    }
    if (target.engine().equalsIgnoreCase("RocksDB")) {
      return "rocksdb_flush_log_at_trx_commit="
          + ask("SELECT @@rocksdb_flush_log_at_trx_commit")
          + ", "
          + log;
    }
    return "as engine " + target.engine() + " does, " + log;
  }

  private String ask(String question) throws SQLException {
    try (var statement = connection.createStatement();
        var results = statement.executeQuery(question)) {
      return results.next() ? String.valueOf(results.getString(1)) : "";
    }
  }

  Place place() throws SQLException {
    Path data = Path.of(ask("SELECT @@datadir"));
    List<Path> directories = new ArrayList<>();
    directories.add(data);
    Path log = data.resolve(ask("SELECT @@innodb_log_group_home_dir")).normalize();
    if (!log.equals(data.normalize())) {
      directories.add(log);
    }
    return new Place(host(), pid(data), List.of("mariadbd", "mysqld"), directories, false);
  }

  private String host() {
    if (target.url().contains("localSocket=")) {
      return "localhost";
    }
    Matcher matcher = HOST.matcher(target.url());
    return matcher.find() && !matcher.group(1).isEmpty() ? matcher.group(1) : "localhost";
  }

  /** From the server's pid file, which can be read only where the server runs. */
  private OptionalLong pid(Path data) throws SQLException {
    Path file = data.resolve(ask("SELECT @@pid_file"));
    try {
      return OptionalLong.of(Long.parseLong(Files.readString(file).strip()));
    } catch (IOException | NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  Size size(List<Table> tables) throws SQLException {
    if (target.engine().equalsIgnoreCase("InnoDB")) {
      return tablespaces(tables);
    }
    if (target.engine().equalsIgnoreCase("RocksDB")) {
      return folder(Path.of(ask("SELECT @@datadir")).resolve("#rocksdb"));
    }
    return sum(
        "SELECT SUM(data_length + index_length) FROM information_schema.tables"
            + " WHERE table_schema = DATABASE() AND table_name IN ("
            + Sql.placeholders(tables.size())
            + ")",
        tables.stream().map(Table::name).toList(),
        "information_schema.tables data_length + index_length");
  }

  private Size tablespaces(List<Table> tables) throws SQLException {
    String database = ask("SELECT DATABASE()");
    List<String> names = new ArrayList<>();
    StringBuilder where = new StringBuilder();
    for (Table table : tables) {
      where.append(where.isEmpty() ? "" : " OR ").append("name = ? OR name LIKE ?");
      names.add(database + "/" + table.name());
      names.add(database.replace("_", "\\_") + "/" + table.name() + "#P#%");
    }
    return sum(
        "SELECT SUM(file_size) FROM information_schema.innodb_sys_tablespaces WHERE " + where,
        names,
        "information_schema.innodb_sys_tablespaces.file_size");
  }

  private Size sum(String question, List<String> names, String source) throws SQLException {
    try (var statement = connection.prepareStatement(question)) {
      for (int i = 0; i < names.size(); i++) {
        statement.setString(i + 1, names.get(i));
      }
      try (var results = statement.executeQuery()) {
        results.next();
        long bytes = results.getLong(1);
        return results.wasNull()
            ? Size.unknown("the server lists none of the tables in " + source)
            : Size.of(bytes, source);
      }
    }
  }

  private static Size folder(Path folder) {
    try (var files = Files.walk(folder)) {
      long bytes = 0;
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        bytes += Files.size(file);
      }
      return Size.of(bytes, "files in " + folder.getFileName());
    } catch (IOException | UncheckedIOException e) {
      return Size.unknown("the folder " + folder + " cannot be read from here");
    }
  }
}
