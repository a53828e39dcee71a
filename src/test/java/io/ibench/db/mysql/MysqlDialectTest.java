package io.ibench.db.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Add;
import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.Table;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What follows from the version that a server reports. */
class MysqlDialectTest {

  private static final Table COUNTS =
      new Table(
          "counts",
          List.of(Column.number("id", ColumnType.LONG), Column.number("count", ColumnType.LONG)),
          List.of("id"),
          false,
          List.of());

  private static MysqlDialect dialect(String version) {
    return MysqlDialect.of(version).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "5.5.62-log, false, tx_isolation, -, false",
    "5.6.51, false, tx_isolation, -, false",
    "5.6.51-91.0-log, false, tx_isolation, -, false",
    "5.6.35-202104-fb.b2ba47ae-log, false, tx_isolation, -, false",
    "5.7.8-rc, false, tx_isolation, innodb_sys_tablespaces, false",
    "5.7.19-log, false, tx_isolation, innodb_sys_tablespaces, false",
    "5.7.44-48-log, false, transaction_isolation, innodb_sys_tablespaces, false",
    "8.0.18, false, transaction_isolation, innodb_tablespaces, true",
    "8.0.19-debug, true, transaction_isolation, innodb_tablespaces, true",
    "8.0.36-28, true, transaction_isolation, innodb_tablespaces, true",
    "8.0.36-0ubuntu0.22.04.1, true, transaction_isolation, innodb_tablespaces, true",
    "8.0.39-azure, true, transaction_isolation, innodb_tablespaces, true",
    "8.4.3, true, transaction_isolation, innodb_tablespaces, true",
    "8.4.3-3, true, transaction_isolation, innodb_tablespaces, true",
    "9.1.0-commercial, true, transaction_isolation, innodb_tablespaces, true",
    "9.7.0, true, transaction_isolation, innodb_tablespaces, true",
    "26.1.0, true, transaction_isolation, innodb_tablespaces, true",
    "10.2.44-MariaDB, false, tx_isolation, innodb_sys_tablespaces, false",
    "10.6.18-MariaDB-log, false, tx_isolation, innodb_sys_tablespaces, false",
    "10.6.16-11-MariaDB-enterprise-log, false, tx_isolation, innodb_sys_tablespaces, false",
    "5.5.5-10.6.18-MariaDB, false, tx_isolation, innodb_sys_tablespaces, false",
    "10.11.14-MariaDB-0+deb12u2, false, tx_isolation, innodb_sys_tablespaces, false",
    "5.5.5-10.11.14-MariaDB, false, tx_isolation, innodb_sys_tablespaces, false",
    "11.0.6-MariaDB, false, tx_isolation, innodb_sys_tablespaces, false",
    "11.4.2-MariaDB-ubu2404, false, transaction_isolation, innodb_sys_tablespaces, false",
    "11.8.3-MariaDB, false, transaction_isolation, innodb_sys_tablespaces, false"
  })
  void namesWhatTheServerKnows(
      String version, String alias, String isolation, String tablespaces, String expires) {
    MysqlDialect dialect = dialect(version);
    assertThat(dialect.isolationVariable()).isEqualTo(isolation);
    assertThat(dialect.listsFileSizes() ? dialect.tablespaces() : "-").isEqualTo(tablespaces);
    assertThat(dialect.freshStatistics().isPresent()).isEqualTo(Boolean.valueOf(expires));
    assertThat(dialect.rowAlias().isEmpty()).isNotEqualTo(Boolean.valueOf(alias));
    assertThat(dialect.hasBulk()).isEqualTo(version.contains("MariaDB"));
    assertThat(dialect.hasBlocks()).isEqualTo(version.contains("MariaDB"));
    assertThat(dialect.listsPlainNames()).isEqualTo(tablespaces.equals("innodb_tablespaces"));
    boolean plain = version.contains("MariaDB") || version.matches("5\\.[56]\\..*");
    assertThat(dialect.explain()).isEqualTo(plain ? "EXPLAIN " : "EXPLAIN FORMAT=TRADITIONAL ");
  }

  @ParameterizedTest
  @CsvSource({
    "5.5.9, MySQL 5.5, information_schema, false, false",
    "5.5.62-log, MySQL 5.5, information_schema, false, false",
    "5.6.14, MySQL 5.6, information_schema, true, true",
    "5.6.51-91.0-log, MySQL 5.6, information_schema, true, true",
    "5.6.35-202104-fb.b2ba47ae-log, MySQL 5.6, information_schema, true, true",
    "5.7.8-rc, '', performance_schema, true, false",
    "8.4.3, '', performance_schema, true, false",
    "10.2.44-MariaDB, '', information_schema, false, false",
    "5.5.5-10.11.14-MariaDB, '', information_schema, false, false"
  })
  void asksAnOldServerOnlyForWhatItHasAndWarnsOfIt(
      String version, String warned, String statusSchema, boolean metrics, boolean late) {
    MysqlDialect dialect = dialect(version);
    assertThat(dialect.warning().orElse(""))
        .isEqualTo(
            warned.isEmpty() ? "" : warned + ": ibench is not tested on releases before 5.7");
    assertThat(dialect.sessionStatus()).isEqualTo(statusSchema + ".session_status");
    assertThat(dialect.historyLength().isPresent()).isEqualTo(metrics);
    assertThat(dialect.hasLateStatistics()).isEqualTo(late);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "5.4.3-beta",
        "5.1.73",
        "5.5.68-MariaDB",
        "10.1.48-MariaDB",
        "5.5.5-10.1.48-MariaDB",
        "5.5.5-10.0.38-MariaDB",
        "8.0.11-TiDB-v7.5.0",
        "5.7.25-OceanBase-v4.2.1.0",
        "8.0.30-Vitess",
        "5.7.99-doris",
        "FerretDB 2.7",
        "PostgreSQL 15.3",
        "8",
        "8.0",
        ""
      })
  void knowsNoServerThatIsTooOldOrAnotherProduct(String version) {
    assertThat(MysqlDialect.of(version)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "8.4.3, MySQL Community Server - GPL, MySQL",
    "5.7.44, Source distribution, MySQL",
    "8.0.36-28, 'Percona Server (GPL), Release 28', Percona Server",
    "8.0.36-28.1, 'Percona XtraDB Cluster (GPL), Release rel28', Percona XtraDB Cluster",
    "10.11.14-MariaDB-0+deb12u2, Debian 12, MariaDB",
    "11.8.9-MariaDB, -- Please help get to 100k stars at https://example.org/server, MariaDB",
    "11.4.2-MariaDB, mariadb.org binary distribution, MariaDB",
    "9.1.0, '', MySQL",
    "9.7.0, (Debian), MySQL"
  })
  void namesTheProductWithoutItsDistribution(String version, String comment, String product) {
    assertThat(dialect(version).product(comment)).isEqualTo(product);
  }

  @ParameterizedTest
  @CsvSource({
    "10.11.14-MariaDB, Debian 12, plugin_load_add = ha_rocksdb",
    "8.0.36-28, 'Percona Server (GPL), Release 28', ps-admin --enable-rocksdb",
    "5.6.51-91.0, 'Percona Server (GPL), Release 91.0', a part of Facebook's MySQL 5.6",
    "5.6.35, Source distribution, Facebook's MySQL 5.6; rocksdb in its configuration enables it",
    "9.7.0, (Debian), 'a part of MariaDB and of Percona Server, and not of MySQL'",
    "8.4.3, MySQL Community Server - GPL, and not of MySQL"
  })
  void saysHowToComeByMyRocks(String version, String comment, String words) {
    assertThat(dialect(version).installingMyRocks(comment)).contains(words);
  }

  @Test
  void looksAtSessionsInTheListThatStopsNone() {
    assertThat(dialect("8.0.22").processes(true)).isEqualTo("performance_schema.processlist");
    assertThat(dialect("8.0.22").processes(false)).isEqualTo("information_schema.processlist");
    assertThat(dialect("8.0.21").processes(true)).isEqualTo("information_schema.processlist");
    assertThat(dialect("11.4.2-MariaDB").processes(true))
        .isEqualTo("information_schema.processlist");
  }

  private static String upsert(String version, List<String> set, Optional<String> old) {
    MysqlSql sql = new MysqlSql(dialect(version), new Storage("InnoDB", 0, false, ""), 1);
    return sql.upsert(
        new Command.Upsert(
            COUNTS,
            old.isPresent() ? List.of("id", "count") : List.of("id"),
            set,
            old.isPresent() ? List.of() : List.of(new Add("count", -1)),
            old));
  }

  @Test
  void namesTheIncomingRowWhereTheServerHasANameForIt() {
    assertThat(upsert("10.11.14-MariaDB", List.of("count"), Optional.of("count")))
        .isEqualTo(
            "INSERT INTO counts (id, count) VALUES (?, ?) ON DUPLICATE KEY UPDATE"
                + " count = IF(LAST_INSERT_ID(counts.count + 1), VALUES(count), 0)");
    assertThat(upsert("8.0.18", List.of("count"), Optional.of("count")))
        .isEqualTo(upsert("10.11.14-MariaDB", List.of("count"), Optional.of("count")));
    assertThat(upsert("8.4.3", List.of("count"), Optional.of("count")))
        .isEqualTo(
            "INSERT INTO counts (id, count) VALUES (?, ?) AS incoming ON DUPLICATE KEY UPDATE"
                + " count = IF(LAST_INSERT_ID(counts.count + 1), incoming.count, 0)");
  }

  @Test
  void tellsTheRowThatExistsFromTheIncomingOne() {
    assertThat(upsert("9.1.0", List.of(), Optional.empty()))
        .isEqualTo(
            "INSERT INTO counts (id, count) VALUES (?, -1) AS incoming ON DUPLICATE KEY UPDATE"
                + " count = counts.count + (-1)");
  }
}
