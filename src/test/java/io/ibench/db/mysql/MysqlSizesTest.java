package io.ibench.db.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Adapters;
import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Database;
import io.ibench.db.MariadbSchema;
import io.ibench.db.Product;
import io.ibench.db.Size;
import io.ibench.db.Table;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.PrivateMariadb;
import io.ibench.testing.Servers;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(300)
@NeedsServer
class MysqlSizesTest {

  private static final Table SIZED =
      new Table(
          "size$d",
          List.of(new Column("id", ColumnType.LONG, 0), Column.bytes("data", 4000)),
          List.of("id"),
          false,
          List.of());

  /** Such as a script on tables that are there already. */
  @Test
  void theSizeOfNoTableIsUnknownWithAReason() throws Exception {
    PrivateMariadb server = Servers.requireMariadb();
    try (MariadbSchema schema = new MariadbSchema(server);
        Database database = schema.open(schema.url())) {
      Size size = database.size(List.of());
      assertThat(size.bytes()).isEmpty();
      assertThat(size.source()).isEqualTo("the workload does not say which tables are its own");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "MARIADB, my-bench, 0",
    "MYSQL, my-bench, 3",
    "MYSQL, 'Bücher%_|@2 中', 0",
    "MARIADB, 'a.b %_| c', 3"
  })
  void aTableHasItsSizeWhateverItsDatabaseIsCalled(Product product, String name, int partitions)
      throws Exception {
    PrivateMariadb server = Servers.requireMariadb();
    try (MariadbSchema plain = new MariadbSchema(server, product);
        MariadbSchema schema = new MariadbSchema(server, product)) {
      schema.execute("CREATE DATABASE `" + name + "`");
      try {
        Size expected = emptySize(product, plain.settings(plain.url()), partitions);
        String url = schema.url().replace(schema.name(), inUrl(product, name));
        assertThat(emptySize(product, schema.settings(url), partitions)).isEqualTo(expected);
        assertThat(expected.bytes()).isPresent();
      } finally {
        schema.execute("DROP DATABASE `" + name + "`");
      }
    }
  }

  /** MariaDB's driver sends it unchanged, and only ASCII. */
  private static String inUrl(Product product, String name) {
    return product == Product.MYSQL
        ? URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20")
        : name;
  }

  private static Size emptySize(Product product, Map<String, String> settings, int partitions)
      throws Exception {
    Map<String, String> all = new HashMap<>(settings);
    all.put("partitions", Integer.toString(partitions));
    try (Database database = Adapters.open(product.adapter(), all)) {
      database.create(SIZED);
      return database.size(List.of(SIZED));
    }
  }

  /** A hundred pages of one repeated letter: each has a block of 4 KB, not of 16. */
  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "MYSQL"})
  void aPageCompressedTableHasTheSizeOfItsBlocksAndNotOfItsHoles(Product product) throws Exception {
    PrivateMariadb server = Servers.requireMariadb();
    try (MariadbSchema schema = new MariadbSchema(server, product)) {
      Map<String, String> settings = new HashMap<>(schema.settings(schema.url()));
      settings.put("table_options", "PAGE_COMPRESSED=1");
      try (Database database = Adapters.open(product.adapter(), settings);
          Connection connection = schema.connect()) {
        database.create(SIZED);
        execute(connection, "INSERT INTO size$d SELECT seq, REPEAT('a', 4000) FROM seq_1_to_2000");
        execute(connection, "FLUSH TABLES size$d FOR EXPORT");
        execute(connection, "UNLOCK TABLES");
        long[] listed = listed(connection, schema.name() + "/size@0024d");
        Size size = database.size(List.of(SIZED));
        assertThat(size.bytes()).hasValue(listed[1]);
        assertThat(size.source())
            .isEqualTo(
                "information_schema.innodb_sys_tablespaces.allocated_size (files have holes)");
        assertThat(listed[1]).isPositive().isLessThan(listed[0] / 2);
      }
    }
  }

  private static long[] listed(Connection connection, String name) throws SQLException {
    try (var statement = connection.createStatement();
        var results =
            statement.executeQuery(
                "SELECT file_size, allocated_size FROM information_schema.innodb_sys_tablespaces"
                    + " WHERE name = '"
                    + name
                    + "'")) {
      results.next();
      return new long[] {results.getLong(1), results.getLong(2)};
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void aTableWithoutHolesHasTheLengthOfItsFile() throws Exception {
    try (MariadbSchema schema = new MariadbSchema(Servers.requireMariadb());
        Database database = schema.open(schema.url())) {
      database.create(SIZED);
      assertThat(database.size(List.of(SIZED)).source())
          .isEqualTo("information_schema.innodb_sys_tablespaces.file_size");
    }
  }

  @Test
  void myRocksHasTheSizeOfItsSstFilesWithoutTheLogThatHasTheSameRows() throws Exception {
    try (PrivateMariadb server = Servers.requireOwnMyRocks();
        MariadbSchema schema = new MariadbSchema(server, Product.MYROCKS);
        Database database = schema.open(schema.url());
        Connection connection = schema.connect()) {
      database.create(SIZED);
      execute(connection, "SET GLOBAL rocksdb_force_flush_memtable_now = 1");
      Size before = database.size(List.of(SIZED));
      execute(connection, "INSERT INTO size$d SELECT seq, RANDOM_BYTES(1000) FROM seq_1_to_2000");
      assertThat(database.size(List.of(SIZED)))
          .as("the rows are in the log and in memory")
          .isEqualTo(before);
      execute(connection, "SET GLOBAL rocksdb_force_flush_memtable_now = 1");
      Size size = database.size(List.of(SIZED));
      assertThat(size.bytes().getAsLong() - before.bytes().getAsLong())
          .isBetween(2_000_000L, 3_000_000L);
      assertThat(size.source())
          .isEqualTo("information_schema.rocksdb_compaction_stats SizeBytes (live SST files)");
    }
  }

  @Test
  void tablesHaveTheLengthOfTheirFilesAndPartitionsWhereTheServerListsNone(@TempDir Path folder)
      throws Exception {
    Files.write(folder.resolve("size@0024d.ibd"), new byte[70]);
    Files.write(folder.resolve("parts#P#p0.ibd"), new byte[7]);
    Files.write(folder.resolve("parts#p#p1.ibd"), new byte[7]);
    Files.write(folder.resolve("size@0024d.frm"), new byte[100]);
    Files.write(folder.resolve("size@0024d2.ibd"), new byte[1000]);
    assertThat(MysqlSizes.tableFiles(folder, List.of("size@0024d", "parts")))
        .isEqualTo(Size.of(84, "*.ibd of the tables in " + folder.getFileName()));
    assertThat(MysqlSizes.tableFiles(folder, List.of("parts", "shared", "size")).source())
        .isEqualTo("no file shared.ibd, size.ibd in " + folder + ": is innodb_file_per_table on?");
    assertThat(MysqlSizes.tableFiles(folder.resolve("none"), List.of("parts")).source())
        .isEqualTo("the folder " + folder.resolve("none") + " cannot be read from here");
  }

  @Test
  void filesAreMeasuredWithoutTheLogWhereTheServerListsNone(@TempDir Path folder) throws Exception {
    Files.write(folder.resolve("000013.sst"), new byte[70]);
    Files.write(folder.resolve("000014.sst"), new byte[7]);
    Files.write(folder.resolve("000012.log"), new byte[1000]);
    Files.write(folder.resolve("MANIFEST-000004"), new byte[300]);
    assertThat(MysqlSizes.sortedFiles(folder))
        .isEqualTo(Size.of(77, "*.sst in " + folder.getFileName()));
    assertThat(MysqlSizes.sortedFiles(folder.resolve("none")).source())
        .isEqualTo("the folder " + folder.resolve("none") + " cannot be read from here");
  }
}
