package io.ibench.db.mysql;

import io.ibench.db.Size;
import io.ibench.db.Table;
import io.ibench.db.jdbc.Connections;
import io.ibench.db.jdbc.Sql;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * Sizes of the tables of a MariaDB or MySQL server. Not thread-safe: it uses the caller's
 * connection.
 */
final class MysqlSizes {

  private static final String LIVE_FILES =
      "information_schema.rocksdb_compaction_stats SizeBytes (live SST files)";

  private final Connection connection;
  private final MysqlTarget target;

  MysqlSizes(Connection connection, MysqlTarget target) {
    this.connection = connection;
    this.target = target;
  }

  Size of(List<Table> tables) throws SQLException {
    if (target.storage().isRocksdb()) {
      return rocksdb();
    }
    if (tables.isEmpty()) {
      return Size.unknown("the workload does not say which tables are its own");
    }
    List<String> names = tables.stream().map(Table::name).toList();
    if (target.storage().isInnodb() && target.dialect().listsFileSizes()) {
      return tablespaces(names);
    }
    if (target.storage().isInnodb() && target.dialect().hasLateStatistics()) {
      return localFiles(names);
    }
    return statistics(names);
  }

  private Size statistics(List<String> tables) throws SQLException {
    Optional<String> fresh = target.dialect().freshStatistics();
    if (fresh.isPresent()) {
      try (var statement = connection.createStatement()) {
        statement.execute(fresh.get());
      }
    }
    String question =
        "SELECT SUM(data_length + index_length) FROM information_schema.tables"
            + " WHERE table_schema = DATABASE() AND table_name IN ("
            + Sql.placeholders(tables.size())
            + ")";
    String source = "information_schema.tables data_length + index_length";
    try (var statement = prepare(question, tables);
        var results = statement.executeQuery()) {
      OptionalLong bytes = first(results);
      return bytes.isPresent() ? Size.of(bytes.getAsLong(), source) : unlisted(source);
    }
  }

  private static Size unlisted(String source) {
    return Size.unknown("the server lists none of the tables in " + source);
  }

  /** The database, then these tables. */
  private List<String> withDatabase(List<String> tables) throws SQLException {
    List<String> names = new ArrayList<>(tables);
    names.add(0, Connections.value(connection, "SELECT DATABASE()"));
    return names;
  }

  private Size tablespaces(List<String> tables) throws SQLException {
    List<String> names = withDatabase(tables);
    if (target.dialect().listsPlainNames()) {
      Optional<Size> plain = files(names);
      if (plain.isPresent()) {
        return plain.get();
      }
    }
    return files(encoded(names)).orElseGet(() -> unlisted(source()));
  }

  private String source() {
    return "information_schema." + target.dialect().tablespaces();
  }

  /**
   * InnoDB's names of files for databases and tables: it encodes everything but ASCII letters,
   * digits and underscores as @ and a code. The server knows the codes; if it refuses, most names
   * need none.
   */
  private List<String> encoded(List<String> names) throws SQLException {
    String each = "HEX(CONVERT(? USING filename))";
    String question = "SELECT " + String.join(", ", names.stream().map(name -> each).toList());
    List<String> encoded = new ArrayList<>();
    try (var statement = prepare(question, names);
        var results = statement.executeQuery()) {
      results.next();
      for (int i = 0; i < names.size(); i++) {
        byte[] bytes = HexFormat.of().parseHex(results.getString(i + 1));
        encoded.add(new String(bytes, StandardCharsets.US_ASCII));
      }
      return encoded;
    } catch (SQLException e) {
      requireConnection(e);
      return names;
    }
  }

  /** Throws a connection loss; for other failures, the caller tries another query. */
  private void requireConnection(SQLException failure) throws SQLException {
    if (target.failures().classify(failure).isConnectionLoss()) {
      throw failure;
    }
  }

  /**
   * The allocated bytes of the files: a page-compressed file is as long as an uncompressed one, but
   * has holes. The file of a partition has #P# or #p# after the table's name.
   *
   * @param names the database, then its tables
   * @return empty if the server lists no such file
   */
  private Optional<Size> files(List<String> names) throws SQLException {
    List<String> values = new ArrayList<>();
    StringBuilder where = new StringBuilder();
    for (String table : names.subList(1, names.size())) {
      String name = names.get(0) + "/" + table;
      where.append(where.isEmpty() ? "" : " OR ");
      where.append("name = ? OR LOWER(name) LIKE LOWER(?) ESCAPE '|'");
      values.add(name);
      values.add(name.replaceAll("([|_%])", "|$1") + "#p#%");
    }
    String question =
        "SELECT SUM(file_size), SUM(LEAST(file_size, allocated_size)) FROM "
            + source()
            + " WHERE "
            + where;
    try (var statement = prepare(question, values);
        var results = statement.executeQuery()) {
      OptionalLong length = first(results);
      if (length.isEmpty()) {
        return Optional.empty();
      }
      long allocated = results.getLong(2);
      return Optional.of(
          allocated < length.getAsLong()
              ? Size.of(allocated, source() + ".allocated_size (files have holes)")
              : Size.of(length.getAsLong(), source() + ".file_size"));
    }
  }

  /** Another server of this machine may have a folder of the same name; the uuid tells. */
  private Size localFiles(List<String> tables) throws SQLException {
    Path data = Path.of(Connections.value(connection, "SELECT @@datadir")).normalize();
    String uuid = Connections.value(connection, "SELECT @@server_uuid");
    try {
      if (!Files.readAllLines(data.resolve("auto.cnf")).contains("server-uuid=" + uuid)) {
        return Size.unknown("the folder " + data + " on this machine is another server's");
      }
    } catch (IOException e) {
      return unreadable(data);
    }
    List<String> names = encoded(withDatabase(tables));
    return tableFiles(data.resolve(names.get(0)), names.subList(1, names.size()));
  }

  /**
   * The length of the files of these tables and their partitions.
   *
   * @param tables as InnoDB encodes them in names of files
   */
  static Size tableFiles(Path folder, List<String> tables) {
    Set<String> missing = new TreeSet<>(tables);
    long bytes = 0;
    try (var files = Files.newDirectoryStream(folder, "*.ibd")) {
      for (Path file : files) {
        String table = file.getFileName().toString().replaceFirst("(#[Pp]#.*)?\\.ibd$", "");
        if (tables.contains(table)) {
          missing.remove(table);
          bytes += file.toFile().length();
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      return unreadable(folder);
    }
    return missing.isEmpty()
        ? Size.of(bytes, "*.ibd of the tables in " + folder.getFileName())
        : Size.unknown(
            "no file "
                + String.join(".ibd, ", missing)
                + ".ibd in "
                + folder
                + ": is innodb_file_per_table on?");
  }

  private static Size unreadable(Path folder) {
    return Size.unknown("the folder " + folder + " cannot be read from here");
  }

  private PreparedStatement prepare(String question, List<String> values) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(question);
    try {
      for (int i = 0; i < values.size(); i++) {
        statement.setString(i + 1, values.get(i));
      }
      return statement;
    } catch (SQLException e) {
      statement.close();
      throw e;
    }
  }

  /** The first row's first number; empty for NULL, the sum of no rows. */
  private static OptionalLong first(ResultSet results) throws SQLException {
    results.next();
    long number = results.getLong(1);
    return results.wasNull() ? OptionalLong.empty() : OptionalLong.of(number);
  }

  /** Without the write-ahead log, which contains rows that are not yet in a file, and old ones. */
  private Size rocksdb() throws SQLException {
    try (var statement = connection.createStatement();
        var results =
            statement.executeQuery(
                "SELECT CAST(SUM(value) AS SIGNED) FROM"
                    + " information_schema.rocksdb_compaction_stats"
                    + " WHERE level = 'Sum' AND type = 'SizeBytes'")) {
      OptionalLong bytes = first(results);
      if (bytes.isPresent()) {
        return Size.of(bytes.getAsLong(), LIVE_FILES);
      }
    } catch (SQLException e) {
      requireConnection(e);
    }
    return sortedFiles(
        Path.of(Connections.value(connection, "SELECT @@datadir"))
            .resolve(Connections.value(connection, "SELECT @@rocksdb_datadir")));
  }

  /** For a server without that view: counts also files that are obsolete and not yet deleted. */
  static Size sortedFiles(Path given) {
    Path folder = given.normalize();
    long bytes = 0;
    try (var files = Files.newDirectoryStream(folder, "*.sst")) {
      for (Path file : files) {
        bytes += file.toFile().length(); // 0 when it has just been deleted
      }
      return Size.of(bytes, "*.sst in " + folder.getFileName());
    } catch (IOException | DirectoryIteratorException e) {
      return unreadable(folder);
    }
  }
}
