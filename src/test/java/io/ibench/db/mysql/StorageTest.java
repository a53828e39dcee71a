package io.ibench.db.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ibench.db.Adapters;
import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.DatabaseException;
import io.ibench.db.Index;
import io.ibench.db.Partitions;
import io.ibench.db.Table;
import io.ibench.db.internal.TableRegister;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StorageTest {

  private static final Index NEWEST = new Index("newest", List.of("id", "time"), true);
  private static final Index BY_TIME = new Index("by_time", List.of("time"));
  private static final List<Column> COLUMNS =
      List.of(
          Column.number("type", ColumnType.LONG),
          Column.number("id", ColumnType.LONG),
          Column.number("time", ColumnType.LONG));
  private static final Table LINKS =
      new Table("links", COLUMNS, List.of("type", "id"), false, List.of(BY_TIME, NEWEST));
  private static final Table NODES = new Table("nodes", COLUMNS, List.of("id"), true, List.of());

  private static final Optional<Partitions> RANGES = Optional.of(new Partitions(3, 1000));

  private static MysqlSql sql(Storage storage) {
    return new MysqlSql(MysqlDialect.of("10.11.1-MariaDB").orElseThrow(), storage, 1);
  }

  @Test
  void partitionsByTheKeyColumnThatAnIndexBeginsWith() {
    MysqlSql sql = sql(new Storage("InnoDB", 16, false, "ROW_FORMAT=DYNAMIC"));
    assertThat(sql.createTable(LINKS))
        .endsWith(") ENGINE=InnoDB ROW_FORMAT=DYNAMIC PARTITION BY KEY (id) PARTITIONS 16");
    assertThat(sql.createTable(NODES)).endsWith(" PARTITION BY KEY (id) PARTITIONS 16");
  }

  @Test
  void dividesATableByRangesOfItsKey() {
    Table ranges = new Table("n", COLUMNS, List.of("id"), true, List.of(), RANGES);
    assertThat(sql(new Storage("InnoDB", 0, false, "")).createTable(ranges))
        .endsWith(
            ") ENGINE=InnoDB PARTITION BY RANGE (id) (PARTITION p0 VALUES LESS THAN (1001),"
                + " PARTITION p1 VALUES LESS THAN (2001), PARTITION p2 VALUES LESS THAN MAXVALUE)");
  }

  @Test
  void refusesToDivideATableByRangesAndByKey() {
    Storage storage = new Storage("InnoDB", 16, false, "");
    Table ranges = new Table("n", COLUMNS, List.of("id"), true, List.of(), RANGES);
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(() -> storage.check(ranges))
        .withMessageContaining("table n ")
        .withMessageContaining("partitions = 16");
    assertThatCode(() -> storage.check(NODES)).doesNotThrowAnyException();
  }

  @Test
  void keepsEachKeyAndIndexInAFamilyAndTheDescendingOneInReverse() {
    MysqlSql sql = sql(new Storage("RocksDB", 0, true, ""));
    assertThat(sql.createTable(LINKS)).contains("PRIMARY KEY (type, id) COMMENT 'cf_links_pk')");
    assertThat(sql.createIndex(LINKS, NEWEST)).endsWith("(id, time) COMMENT 'rev:cf_links_newest'");
    assertThat(sql.createIndex(LINKS, BY_TIME)).endsWith("(time) COMMENT 'cf_links_by_time'");
  }

  @Test
  void columnsOfTextHaveTheCharacterSetAndCollation() {
    Table texts =
        new Table(
            "texts",
            List.of(Column.number("id", ColumnType.LONG), Column.fixedText("c", 120)),
            List.of("id"),
            false,
            List.of());
    assertThat(sql(new Storage("InnoDB", 0, false, "", "latin1", "latin1_bin")).createTable(texts))
        .contains("id bigint NOT NULL")
        .contains("c char(120) CHARACTER SET latin1 COLLATE latin1_bin NOT NULL");
    assertThat(sql(new Storage("InnoDB", 0, false, "")).createTable(texts))
        .contains("c char(120) NOT NULL");
  }

  @Test
  void leavesTheRegisterOfTablesAsItIs() {
    assertThat(sql(new Storage("RocksDB", 16, true, "")).createTable(TableRegister.TABLE))
        .endsWith("PRIMARY KEY (id)) ENGINE=RocksDB");
  }

  @ParameterizedTest
  @CsvSource({
    "engine, 'InnoDB ROW_FORMAT=COMPRESSED', is not the name of a storage engine",
    "table_options, x; DROP TABLE y, holds a semicolon",
    "text.charset, latin1 x, is no name",
    "text.collation, 'a''b', is no name",
    "partitions, 8193, allowed",
    "partitions, -1, allowed",
    "column_families, true, needs engine = RocksDB",
    "tls, yes, 'allowed: disable, trust, verify_ca, verify'",
    "tls.truststore, /no/such/file, is not a file that can be read",
    "tls.keystore, /no/such/file, is not a file that can be read"
  })
  void refusesWhatCannotBeMeant(String key, String value, String words) {
    for (String name : List.of("mysql", "mariadb")) {
      Map<String, String> settings = new HashMap<>();
      settings.put("url", "jdbc:" + name + "://h/db");
      settings.put("user", "me");
      assertThat(Adapters.problems(name, settings)).isEmpty();
      settings.put(key, value);
      assertThat(Adapters.problems(name, settings)).hasSize(1).first().asString().contains(words);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "mysql, sslMode=REQUIRED, tls, trust",
    "mysql, requireSSL=true, tls, trust",
    "mariadb, sslMode=trust, tls, trust",
    "mariadb, useSsl, tls, disable",
    "mysql, socketFactory=x.Y, socket, /run/my.sock",
    "mariadb, localSocket=/run/other.sock, socket, /run/my.sock"
  })
  void refusesWhatTheUrlSaysAsWell(String name, String option, String key, String value) {
    Map<String, String> settings = new HashMap<>();
    settings.put("url", "jdbc:" + name + "://h/db?" + option);
    settings.put("user", "me");
    assertThat(Adapters.problems(name, settings)).isEmpty();
    settings.put(key, value);
    assertThat(Adapters.problems(name, settings))
        .hasSize(1)
        .first()
        .asString()
        .contains("is said by the url as well");
  }
}
