package io.ibench.db.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Database;
import io.ibench.db.MariadbSchema;
import io.ibench.db.Product;
import io.ibench.db.ServerLocation;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.PrivateMariadb;
import io.ibench.testing.Servers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
@NeedsServer
class MysqlSettingsTest {

  private static Map<String, String> settings(PrivateMariadb server, Product product)
      throws Exception {
    try (MariadbSchema schema = new MariadbSchema(server, product);
        Database database = schema.open(schema.url())) {
      return database.description().settings();
    }
  }

  @Test
  void eachEngineHasItsOwnWithTheMostImportantFirst() throws Exception {
    Map<String, String> innodb = settings(Servers.requireMariadb(), Product.MARIADB);
    assertThat(List.copyOf(innodb.keySet()).subList(0, 2))
        .containsExactly("innodb_buffer_pool_size", "innodb_log_file_size");
    assertThat(innodb)
        .containsEntry("innodb_buffer_pool_size", "134217728")
        .containsKeys("innodb_flush_method", "innodb_doublewrite", "max_connections");
    assertThat(innodb.keySet()).noneMatch(name -> name.startsWith("rocksdb"));
    Map<String, String> rocks = settings(Servers.requireMyRocks(), Product.MYROCKS);
    assertThat(rocks).containsEntry("rocksdb_block_cache_size", "67108864");
    assertThat(rocks.keySet()).noneMatch(name -> name.startsWith("innodb"));
    assertThat(rocks).doesNotContainKey("rocksdb_override_cf_options");
  }

  @Test
  void variablesAreThoseOfIbenchsOwnSessions() throws Exception {
    PrivateMariadb server = Servers.requireMariadb();
    try (MariadbSchema schema = new MariadbSchema(server)) {
      String url = schema.url();
      String own = url + (url.contains("?") ? "&" : "?") + "sessionVariables=unique_checks=0";
      try (Database usual = schema.open(url);
          Database changed = schema.open(own)) {
        assertThat(usual.description().settings()).containsEntry("unique_checks", "ON");
        assertThat(changed.description().settings()).containsEntry("unique_checks", "OFF");
      }
    }
  }

  @Test
  void theSizeOfLogFilesIsNotShownWhereTheLogHasACapacity() {
    List<String> names =
        List.of("innodb_redo_log_capacity", "innodb_log_file_size", "innodb_log_files_in_group");
    Map<String, String> values =
        Map.of(
            "innodb_redo_log_capacity", "104857600",
            "innodb_log_file_size", "50331648",
            "innodb_log_files_in_group", "2");
    assertThat(MysqlSettings.shown(names, values))
        .containsExactly(Map.entry("innodb_redo_log_capacity", "104857600"));
    assertThat(MysqlSettings.shown(names, Map.of("innodb_log_file_size", "50331648")))
        .containsExactly(Map.entry("innodb_log_file_size", "50331648"));
  }

  /** They decide what a read, a write or a commit does, and what is an error. */
  @Test
  void hasWhatDecidesTheResultsOfNewerServers() {
    assertThat(MysqlSettings.names(new Storage("InnoDB", 0, false, "")))
        .doesNotHaveDuplicates()
        .contains("innodb_snapshot_isolation", "innodb_doublewrite", "innodb_log_file_mmap")
        .contains("innodb_data_file_buffering", "innodb_data_file_write_through")
        .contains("innodb_log_file_buffering", "innodb_log_file_write_through")
        .contains("innodb_redo_log_capacity", "innodb_dedicated_server")
        .contains("innodb_log_writer_threads", "binlog_transaction_compression", "gtid_mode");
  }

  @Test
  void thePidFileIsNamed() throws Exception {
    PrivateMariadb server = Servers.requireMariadb();
    try (MariadbSchema schema = new MariadbSchema(server);
        Database database = schema.open(schema.url())) {
      ServerLocation place = database.location();
      assertThat(place.pid()).hasValue(server.pid());
      assertThat(place.pidFile()).hasValue(server.socket().resolveSibling("pid"));
    }
  }
}
