package io.ibench.db.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Adapters;
import io.ibench.db.Database;
import io.ibench.db.DiagnosticText;
import io.ibench.db.MariadbSchema;
import io.ibench.db.Product;
import io.ibench.db.jdbc.Accounts;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.Servers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(300)
@NeedsServer
@Isolated
public class MysqlDiagnosticsTest {

  private static final String PASSWORD = "Qv7-tell,nobody";

  public static Map<String, String> texts(Database database) throws Exception {
    return database.diagnostics(List.of(Accounts.TABLE)).stream()
        .collect(Collectors.toMap(DiagnosticText::name, DiagnosticText::text));
  }

  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "MYSQL"})
  void whatMayNotBeSeenHasTheReasonAndSecretsAreHidden(Product product) throws Exception {
    try (MariadbSchema schema = new MariadbSchema(Servers.requireMariadb(), product)) {
      String user = "'texts'@'127.0.0.1'";
      schema.createUser(user, PASSWORD);
      schema.execute("GRANT ALL ON " + schema.name() + ".* TO " + user);
      schema.execute("SET GLOBAL init_connect = 'SET @word = \"" + PASSWORD + "\"'");
      Map<String, String> settings = new HashMap<>(schema.settings(schema.url()));
      settings.put("user", "texts");
      settings.put("password", PASSWORD);
      try (Database limited = Adapters.open(product.adapter(), settings)) {
        Accounts.create(limited);
        Map<String, String> texts = texts(limited);
        assertThat(texts.get("innodb_status.txt"))
            .startsWith("not available: ")
            .contains("PROCESS privilege")
            .hasLineCount(1);
        assertThat(texts.get("binary_logs.txt")).startsWith("not available: ");
        assertThat(texts.get("global_variables.txt"))
            .contains("\ninit_connect\t***\n")
            .contains("\ninnodb_page_size\t16384\n");
        assertThat(texts.get("global_status.txt")).contains("\nInnodb_page_size\t16384\n");
        assertThat(texts.get("table_definitions.txt")).contains("CREATE TABLE `accounts` (\n");
        assertThat(texts.get("index_statistics.txt")).contains("Cardinality: ");
        assertThat(String.join("\n", texts.values())).doesNotContain("tell,nobody", "nobody");
      } finally {
        schema.execute("SET GLOBAL init_connect = DEFAULT");
        schema.execute("DROP USER " + user);
      }
    }
  }

  @Test
  void myRocksTellsOfItsColumnFamilies() throws Exception {
    try (MariadbSchema schema = new MariadbSchema(Servers.requireMyRocks(), Product.MYROCKS);
        Database database = schema.open(schema.url())) {
      Accounts.create(database);
      Map<String, String> texts = texts(database);
      assertThat(texts.get("rocksdb_status.txt")).contains("rocksdb.block.cache.miss COUNT");
      assertThat(texts.get("rocksdb_cfstats.txt")).contains("\ndefault\t");
      assertThat(texts.get("rocksdb_dbstats.txt")).contains("\nDB_BLOCK_CACHE_USAGE\t");
      assertThat(texts).containsKeys("rocksdb_compaction_stats.txt", "rocksdb_cf_options.txt");
    }
  }
}
