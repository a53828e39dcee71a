package io.ibench.workload.linkbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ibench.db.Adapters;
import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FreshDatabase;
import io.ibench.db.MariadbSchema;
import io.ibench.db.Product;
import io.ibench.db.Table;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.Servers;
import io.ibench.workload.linkbench.LinkBenchRun.Answers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** LinkBench on tables with other storage than the default. */
@Timeout(GraphContract.PATIENCE_SECONDS)
@ParameterizedClass(name = "{0}")
@EnumSource(names = {"MARIADB", "MYSQL", "MYROCKS", "POOLED", "POOLED_MARIADB"})
@Execution(ExecutionMode.CONCURRENT)
@NeedsServer
class TableLayoutTest {

  private static final Map<String, String> SETTINGS =
      Map.of("linkbench.maxid1", "401", "linkbench.range_limit", "6");

  @Parameter private Product product;

  @TempDir Path folder;

  private MariadbSchema schema;

  @BeforeEach
  void create() {
    schema =
        new MariadbSchema(
            product == Product.MYROCKS ? Servers.requireMyRocks() : Servers.requireMariadb(),
            product);
  }

  @AfterEach
  void drop() {
    if (schema != null) {
      schema.close();
    }
  }

  private Database with(String key, String value) throws DatabaseException {
    Map<String, String> settings = schema.settings(schema.url());
    settings.put(key, value);
    return Adapters.open(product.adapter(), settings);
  }

  private List<String> ask(String question) throws SQLException {
    List<String> answers = new ArrayList<>();
    try (Connection connection = schema.connect();
        var statement = connection.createStatement();
        var results = statement.executeQuery(question)) {
      while (results.next()) {
        answers.add(results.getString(1));
      }
    }
    return answers;
  }

  private static List<Answers> loadAndRequest(LinkBenchRun run) throws Exception {
    run.load(2);
    run.act("index");
    return run.request(1, 1000);
  }

  @Test
  void partitionedTablesGiveTheSameAnswersAndTellTheirSize() throws Exception {
    List<Answers> reference;
    try (FreshDatabase memory = FreshDatabase.of(Product.MEMORY, folder)) {
      reference = loadAndRequest(LinkBenchRun.on(memory.database(), SETTINGS));
    }
    try (Database database = with("partitions", "4")) {
      LinkBenchRun run = LinkBenchRun.on(database, SETTINGS);
      assertThat(loadAndRequest(run)).isEqualTo(reference);
      assertThat(run.act("verify").problems()).isEmpty();
      assertThat(database.size(GraphTables.ALL).bytes()).isPresent();
    }
    for (String table : List.of("linktable", "counttable", "nodetable")) {
      assertThat(
              ask(
                  "SELECT partition_expression FROM information_schema.partitions"
                      + " WHERE table_schema = DATABASE() AND table_name = '"
                      + table
                      + "'"))
          .as(table)
          .hasSize(4)
          .containsOnly(table.equals("linktable") ? "`id1`" : "`id`");
    }
  }

  @Test
  void aListIsReadFromOnePartition() throws Exception {
    try (Database database = with("partitions", "16")) {
      Graph.create(database);
      try (Connection connection = schema.connect();
          var statement = connection.createStatement();
          var plan =
              statement.executeQuery(
                  "EXPLAIN PARTITIONS SELECT id2 FROM linktable FORCE INDEX (id1_type)"
                      + " WHERE id1 = 7 AND link_type = 1 AND visibility = 1"
                      + " ORDER BY time DESC, id2 DESC")) {
        assertThat(plan.next()).isTrue();
        assertThat(plan.getString("partitions")).matches("p\\d+");
        assertThat(plan.getString("key")).isEqualTo("id1_type");
      }
    }
  }

  @Test
  void tableOptionsThatTheServerRefusesAreNamedInOneLine() throws Exception {
    try (Database database = with("table_options", "ROW_FORMAT=NONSENSE")) {
      assertThatExceptionOfType(DatabaseException.class)
          .isThrownBy(() -> database.create(GraphTables.LINKS))
          .withMessageStartingWith(
              "CREATE TABLE linktable with engine = "
                  + (product == Product.MYROCKS ? "RocksDB" : "InnoDB")
                  + ", table_options = ROW_FORMAT=NONSENSE: ")
          .withMessageNotContaining("\n");
      assertThat(database.exists("linktable")).isFalse();
    }
  }

  @Test
  void textHasTheCharacterSetThatIsGiven() throws Exception {
    Table texts =
        new Table(
            "texts",
            List.of(Column.number("id", ColumnType.LONG), Column.text("word", 20)),
            List.of("id"),
            false,
            List.of());
    try (Database database = with("text.collation", "latin1_bin")) {
      database.create(texts);
      assertThat(database.description().settings()).containsEntry("text.collation", "latin1_bin");
    }
    assertThat(
            ask(
                "SELECT CONCAT(character_set_name, ' ', collation_name) FROM"
                    + " information_schema.columns WHERE table_schema = DATABASE()"
                    + " AND table_name = 'texts' AND column_name = 'word'"))
        .containsExactly("latin1 latin1_bin");
  }

  @Test
  void tableOptionsReachTheServer() throws Exception {
    try (Database database = with("table_options", "COMMENT='made so'")) {
      database.create(GraphTables.NODES);
    }
    assertThat(
            ask(
                "SELECT table_comment FROM information_schema.tables"
                    + " WHERE table_schema = DATABASE()"))
        .containsExactly("made so");
  }
}
