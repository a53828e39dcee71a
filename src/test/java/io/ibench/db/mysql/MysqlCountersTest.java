package io.ibench.db.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Database;
import io.ibench.db.MainCounter;
import io.ibench.db.MariadbSchema;
import io.ibench.db.Prepared;
import io.ibench.db.Product;
import io.ibench.db.ServerCounter;
import io.ibench.db.Session;
import io.ibench.db.jdbc.Accounts;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.Servers;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(300)
@NeedsServer
class MysqlCountersTest {

  /** A selection of names from the manual of MySQL 8.4, in the form of SHOW GLOBAL STATUS. */
  private static List<String> mysql() throws IOException {
    try (InputStream in = MysqlCountersTest.class.getResourceAsStream("mysql-8.4-status.tsv")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  /** The server of the tests is a MariaDB: MainCountersTest is about its names. */
  @Test
  void theMainOnesOfMysqlAreAmongThoseThatAreStored() {
    List<MainCounter> main = MysqlMainCounters.of(new Storage("InnoDB", 0, false, ""), false);
    assertThat(main).hasSize(20);
    for (MainCounter one : main) {
      assertThat(MysqlCounters.of(one.name(), "1"))
          .contains(new ServerCounter(one.name(), 1, one.rising()));
    }
  }

  @Test
  void whatMysqlTellsIsTakenForWhatItIs() throws IOException {
    List<String> levels = new ArrayList<>();
    List<String> leftOut = new ArrayList<>();
    List<String> rising = new ArrayList<>();
    for (String line : mysql()) {
      String[] cells = line.split("\t", -1);
      Optional<ServerCounter> counter = MysqlCounters.of(cells[0], cells[1]);
      if (counter.isEmpty()) {
        leftOut.add(cells[0]);
      } else {
        (counter.get().rising() ? rising : levels).add(counter.get().name());
      }
    }
    assertThat(levels)
        .containsExactly(
            "innodb_buffer_pool_bytes_dirty",
            "innodb_buffer_pool_pages_data",
            "innodb_buffer_pool_pages_dirty",
            "innodb_buffer_pool_pages_free",
            "innodb_data_pending_reads",
            "innodb_num_open_files",
            "innodb_os_log_pending_fsyncs",
            "innodb_redo_log_capacity_resized",
            "innodb_redo_log_logical_size",
            "innodb_redo_log_physical_size",
            "innodb_row_lock_current_waits",
            "innodb_row_lock_time_max",
            "innodb_undo_tablespaces_active",
            "innodb_undo_tablespaces_total",
            "max_used_connections",
            "open_tables",
            "threads_connected",
            "threads_running");
    assertThat(leftOut)
        .containsExactly(
            "Acl_cache_items_count",
            "Caching_sha2_password_rsa_public_key",
            "Com_show_status",
            "Error_log_buffered_bytes",
            "Global_connection_memory",
            "Innodb_buffer_pool_dump_status",
            "Innodb_buffer_pool_resize_status_code",
            "Innodb_page_size",
            "Innodb_redo_log_enabled",
            "Innodb_redo_log_read_only",
            "Innodb_redo_log_resize_status",
            "Innodb_redo_log_uuid",
            "Innodb_row_lock_time_avg",
            "Innodb_sampled_pages_read",
            "Last_query_cost",
            "Mysqlx_aborted_clients",
            "Rsa_public_key",
            "Ssl_server_not_after",
            "Tls_library_version");
    assertThat(rising)
        .contains("innodb_os_log_fsyncs", "innodb_redo_log_current_lsn", "innodb_dblwr_writes")
        .hasSize(mysql().size() - levels.size() - leftOut.size());
  }

  @Test
  void whatIsNoWholeNumberIsLeftOut() {
    assertThat(MysqlCounters.of("Innodb_data_reads", "")).isEmpty();
    assertThat(MysqlCounters.of("Innodb_data_reads", "NULL")).isEmpty();
    assertThat(MysqlCounters.of("Innodb_data_reads", "18446744073709551615")).isEmpty();
    assertThat(MysqlCounters.of("Innodb_data_reads", "9223372036854775807"))
        .contains(ServerCounter.rising("innodb_data_reads", Long.MAX_VALUE));
    assertThat(MysqlCounters.of("Memory_used", "-12"))
        .contains(ServerCounter.level("memory_used", -12));
  }

  @Test
  void aMemberOfARisingFamilyMayBeALevel() {
    assertThat(MysqlCounters.of("Rocksdb_number_keys_written", "7"))
        .contains(ServerCounter.rising("rocksdb_number_keys_written", 7));
    assertThat(MysqlCounters.of("Rocksdb_num_iterators", "7"))
        .contains(ServerCounter.level("rocksdb_num_iterators", 7));
    assertThat(MysqlCounters.of("Rocksdb_a_new_one", "7")).isEmpty();
  }

  private static Map<String, Long> counters(Database database) throws Exception {
    return database.counters().stream()
        .collect(Collectors.toMap(ServerCounter::name, ServerCounter::value));
  }

  /** Other clients may use the server as well. */
  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "MYSQL", "MYROCKS"})
  void rowsThatAreInsertedAreInTheCounters(Product product) throws Exception {
    try (MariadbSchema schema =
            new MariadbSchema(
                product == Product.MYROCKS ? Servers.requireMyRocks() : Servers.requireMariadb(),
                product);
        Database database = schema.open(schema.url())) {
      Accounts.create(database);
      Map<String, Long> before = counters(database);
      try (Session session = database.session()) {
        Prepared insert = session.prepare(Accounts.INSERT);
        for (long id = 3; id < 53; id++) {
          Accounts.bound(insert, id, 0).execute();
        }
      }
      Map<String, Long> after = counters(database);
      List<String> grown =
          product == Product.MYROCKS
              ? List.of("rocksdb_rows_inserted", "rocksdb_number_keys_written")
              : List.of("innodb_buffer_pool_write_requests", "innodb_log_write_requests");
      for (String name : grown) {
        assertThat(after.get(name) - before.get(name)).as(name).isGreaterThanOrEqualTo(50);
      }
      assertThat(after.get("handler_write") - before.get("handler_write"))
          .isGreaterThanOrEqualTo(50);
      assertThat(after.get("com_insert") - before.get("com_insert")).isGreaterThanOrEqualTo(50);
      assertThat(after).containsKeys("innodb_checkpoint_age", "innodb_history_list_length");
    }
  }
}
