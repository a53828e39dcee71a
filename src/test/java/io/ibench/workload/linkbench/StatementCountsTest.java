package io.ibench.workload.linkbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Adapters;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Product;
import io.ibench.db.ServerSchema;
import io.ibench.db.Session;
import io.ibench.testing.NeedsServer;
import io.ibench.workload.Worker;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Which statements LinkBench's operations execute on a server, by its own counts. */
@ParameterizedClass(name = "{0}")
@EnumSource(names = {"MARIADB", "MYSQL", "MYROCKS"})
@NeedsServer
@Isolated
class StatementCountsTest {

  /** What a driver may send between two operations. */
  private static final Set<String> CHATTER =
      Set.of(
          "Com_change_db",
          "Com_set_option",
          "Com_show_variables",
          "Com_show_warnings",
          "Com_stmt_close",
          "Com_stmt_prepare",
          "Com_stmt_reset");

  @Parameter private Product product;

  private ServerSchema schema;
  private Database database;

  @BeforeEach
  void open() throws DatabaseException {
    schema = ServerSchema.of(product);
    database = schema.open(schema.url(schema.port()));
  }

  @AfterEach
  void close() throws DatabaseException {
    if (database != null) {
      database.close();
      schema.close();
    }
  }

  @Test
  void requestsAreNothingButExecutionsOnceTheyHaveBegun() throws Exception {
    LinkBenchRun run = LinkBenchRun.on(database, Map.of("linkbench.maxid1", "201"));
    run.load(2);
    run.act("index");
    try (Session session = database.session();
        Connection observer = schema.connect()) {
      Worker worker = run.requestWorker(session);
      request(worker, 200);
      Map<String, Long> before = statements(observer);
      request(worker, 500);
      Map<String, Long> after = statements(observer);
      assertThat(after.remove("Com_stmt_execute"))
          .isGreaterThanOrEqualTo(before.remove("Com_stmt_execute") + 500);
      assertThat(after).isEqualTo(before).hasSize(CHATTER.size());
    }
  }

  /** Far below the number of operations: a statement is prepared once on each connection. */
  @Test
  void aPooledConnectionKeepsItsStatementsForTheNextOperation() throws Exception {
    LinkBenchRun run = LinkBenchRun.on(database, Map.of("linkbench.maxid1", "201"));
    run.load(2);
    run.act("index");
    Map<String, String> settings = new HashMap<>(schema.settings(schema.url(schema.port())));
    settings.put("session", "operation");
    settings.put("pool.connections", "1");
    try (Database pooled = Adapters.open(product.adapter(), settings);
        Session session = pooled.sessionForWorker();
        Connection observer = schema.connect()) {
      Worker worker = run.requestWorker(session);
      Map<String, Long> before = statements(observer);
      request(worker, 500);
      Map<String, Long> after = statements(observer);
      assertThat(after.get("Com_stmt_execute"))
          .isGreaterThanOrEqualTo(before.get("Com_stmt_execute") + 500);
      assertThat(after.get("Com_stmt_prepare")).isLessThan(before.get("Com_stmt_prepare") + 50);
      assertThat(after.get("Com_stmt_close")).isLessThan(before.get("Com_stmt_close") + 50);
    }
  }

  private static void request(Worker worker, int operations) throws DatabaseException {
    for (int i = 0; i < operations; i++) {
      int operation = worker.next();
      worker.prepare(operation, LinkBenchRun.LOAD_MILLIS + i);
      worker.execute(operation);
    }
  }

  /** How often the server received each of these statements, and executions. */
  private static Map<String, Long> statements(Connection observer) throws SQLException {
    Map<String, Long> counts = new HashMap<>();
    try (var statement = observer.createStatement();
        var rows = statement.executeQuery("SHOW GLOBAL STATUS LIKE 'Com\\_%'")) {
      while (rows.next()) {
        if (CHATTER.contains(rows.getString(1)) || rows.getString(1).equals("Com_stmt_execute")) {
          counts.put(rows.getString(1), rows.getLong(2));
        }
      }
    }
    return counts;
  }
}
