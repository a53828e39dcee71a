package io.ibench.workload.linkbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ibench.db.Adapters;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.MariadbSchema;
import io.ibench.db.Product;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.PrivateMariadb;
import io.ibench.testing.Servers;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * How MyRocks stores LinkBench's tables; the contract tests prove that it stores them correctly.
 */
@Timeout(GraphContract.PATIENCE_SECONDS)
@NeedsServer
class MyRocksTest {

  @Test
  void everyKeyAndIndexHasAFamilyAndTheTimeIndexAReverseOne() throws Exception {
    PrivateMariadb server = Servers.requireMyRocks();
    try (MariadbSchema schema = new MariadbSchema(server, Product.MYROCKS);
        Database database = schema.open(schema.url())) {
      LinkBenchRun run = LinkBenchRun.on(database, Map.of("linkbench.maxid1", "11"));
      run.load(1);
      run.act("index");
      assertThat(families(schema))
          .isEqualTo(
              Map.of(
                  "linktable.PRIMARY", "cf_linktable_pk",
                  "linktable.id1_type", "rev:cf_linktable_id1_type",
                  "counttable.PRIMARY", "cf_counttable_pk",
                  "nodetable.PRIMARY", "cf_nodetable_pk",
                  "ibench_tables.PRIMARY", "default"));
      assertThat(database.description().engine()).isEqualTo("RocksDB");
      assertThat(database.description().durability()).contains("rocksdb_flush_log_at_trx_commit=");
      assertThat(database.size(GraphTables.ALL).source())
          .isEqualTo("information_schema.rocksdb_compaction_stats SizeBytes (live SST files)");
      assertThat(database.location().directories())
          .anyMatch(directory -> directory.endsWith("#rocksdb"));
    }
  }

  private static Map<String, String> families(MariadbSchema schema) throws SQLException {
    Map<String, String> families = new TreeMap<>();
    try (Connection connection = schema.connect();
        var statement = connection.createStatement();
        var results =
            statement.executeQuery(
                "SELECT table_name, index_name, cf FROM information_schema.rocksdb_ddl"
                    + " WHERE table_schema = DATABASE()")) {
      while (results.next()) {
        families.put(results.getString(1) + "." + results.getString(2), results.getString(3));
      }
    }
    return families;
  }

  @Test
  void anIsolationThatTheEngineDoesNotHaveIsRefusedBeforeATableIsTouched() throws Exception {
    PrivateMariadb server = Servers.requireMyRocks();
    try (MariadbSchema schema = new MariadbSchema(server, Product.MYROCKS)) {
      String url = schema.url() + "&sessionVariables=tx_isolation=";
      assertThatExceptionOfType(DatabaseException.class)
          .isThrownBy(() -> schema.open(url + "'SERIALIZABLE'").close())
          .withMessage(
              "the server's isolation is SERIALIZABLE; MyRocks has READ-COMMITTED and"
                  + " REPEATABLE-READ only");
      try (Database database = schema.open(url + "'READ-COMMITTED'")) {
        assertThat(database.description().isolation()).isEqualTo("READ-COMMITTED");
      }
    }
  }

  @Test
  void aServerWithoutTheEngineSaysHowToLoadIt() {
    try (PrivateMariadb server = Servers.requireOwnMariadb();
        MariadbSchema schema = new MariadbSchema(server)) {
      Map<String, String> settings = schema.settings(schema.url());
      settings.put("engine", "RocksDB");
      assertThatExceptionOfType(DatabaseException.class)
          .isThrownBy(() -> Adapters.open("mariadb", settings).close())
          .withMessage(
              "the server has no engine = RocksDB; MyRocks is a plug-in; an administrator loads"
                  + " it: plugin_load_add = ha_rocksdb in the server's configuration, and a restart");
      settings.put("engine", "Falcon");
      assertThatExceptionOfType(DatabaseException.class)
          .isThrownBy(() -> Adapters.open("mariadb", settings).close())
          .withMessageMatching("the server has no engine = Falcon; it has .*InnoDB.*");
    }
  }
}
