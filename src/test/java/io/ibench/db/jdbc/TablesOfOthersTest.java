package io.ibench.db.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Adapters;
import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Index;
import io.ibench.db.MariadbSchema;
import io.ibench.db.Table;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.Servers;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables that other programs made, in the product's own words. */
@NeedsServer
class TablesOfOthersTest {

  private static final Table LINKS =
      new Table(
          "links",
          List.of(
              Column.number("id1", ColumnType.LONG),
              Column.number("version", ColumnType.INT),
              Column.number("visible", ColumnType.BYTE),
              Column.bytes("data", 255)),
          List.of("id1"),
          true,
          List.of(new Index("by_version", List.of("version", "id1"))));

  @TempDir private Path folder;

  private List<String> onMariadb(String columns) throws DatabaseException {
    try (MariadbSchema schema = new MariadbSchema(Servers.requireMariadb())) {
      schema.execute("CREATE TABLE links (" + columns + ")");
      try (Database database = schema.open(schema.url())) {
        return database.differences(LINKS);
      }
    }
  }

  private List<String> onSqlite(String... statements) throws DatabaseException, SQLException {
    Path file = folder.resolve("others.db");
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        var statement = connection.createStatement()) {
      for (String text : statements) {
        statement.execute(text);
      }
    }
    try (Database database = Adapters.open("sqlite", Map.of("file", file.toString()))) {
      return database.differences(LINKS);
    }
  }

  @Test
  void mariadbMayHaveWiderTypesAndColumnsThatFillThemselves() throws DatabaseException {
    assertThat(
            onMariadb(
                "ID1 BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,"
                    + " version BIGINT NULL, visible INT NOT NULL, data MEDIUMBLOB,"
                    + " note VARCHAR(20) NOT NULL DEFAULT '', changed TIMESTAMP NULL,"
                    + " KEY by_version (version, id1), KEY other (visible)"))
        .isEmpty();
  }

  @Test
  void mariadbMayNotHaveNarrowerTypesOrText() throws DatabaseException {
    assertThat(
            onMariadb(
                "id1 INT NOT NULL AUTO_INCREMENT PRIMARY KEY, version INT NOT NULL,"
                    + " visible TINYINT(4) NOT NULL, data VARCHAR(255) NOT NULL,"
                    + " note VARCHAR(20) NOT NULL, KEY by_version (version)"))
        .containsExactly(
            "its column id1 is int(11), not a 64-bit number",
            "its column version is int(11), not a number up to 4294967295",
            "its column data is varchar(255), not binary with up to 255 bytes",
            "it has a further column note, which ibench does not fill",
            "its index by_version is over (version), not (version, id1)");
  }

  @Test
  void mariadbMayHaveNoPrimaryKeyAndShorterBytes() throws DatabaseException {
    assertThat(
            onMariadb(
                "id1 BIGINT NOT NULL, version INT UNSIGNED NOT NULL, visible TINYINT NOT NULL,"
                    + " data VARBINARY(254) NOT NULL, KEY by_version (version, id1)"))
        .containsExactly(
            "its column data is varbinary(254), not binary with up to 255 bytes",
            "its primary key is none, not (id1)");
  }

  @Test
  void sqliteGoesByAffinity() throws Exception {
    assertThat(
            onSqlite(
                "CREATE TABLE links (id1 INTEGER PRIMARY KEY, version BIGINT, visible TINYINT,"
                    + " data BLOB, note TEXT NOT NULL DEFAULT '')",
                "CREATE INDEX by_version ON links (version, id1)"))
        .isEmpty();
  }

  @Test
  void sqliteMayNotHaveTextForBytes() throws Exception {
    assertThat(
            onSqlite(
                "CREATE TABLE links (id1 INTEGER PRIMARY KEY, version TEXT, visible INT,"
                    + " data TEXT, note TEXT NOT NULL UNIQUE)"))
        .containsExactly(
            "its column version is TEXT, not a number up to 4294967295",
            "its column data is TEXT, not binary with up to 255 bytes",
            "it has a further column note, which ibench does not fill",
            "it has no index by_version");
  }
}
