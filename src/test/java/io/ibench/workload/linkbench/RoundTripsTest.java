package io.ibench.workload.linkbench;

import static io.ibench.workload.linkbench.Graph.TYPE;
import static io.ibench.workload.linkbench.Graph.hidden;
import static io.ibench.workload.linkbench.Graph.visible;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ibench.db.Adapters;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Product;
import io.ibench.db.ServerSchema;
import io.ibench.db.Session;
import io.ibench.testing.TcpProxy;
import io.ibench.workload.Worker;
import io.ibench.workload.linkbench.LinkBenchKeys.Compat;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What LinkBench's operations send to a server, counted on the way there and by the server. */
@ParameterizedClass(name = "{0}")
@EnumSource(names = {"MARIADB", "MYSQL", "MYROCKS", "POSTGRES"})
class RoundTripsTest {

  /** What a driver may be tempted to say between two operations. */
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
  private TcpProxy proxy;
  private Database database;

  @BeforeEach
  void open() throws DatabaseException {
    schema = ServerSchema.of(product);
    proxy = TcpProxy.to("127.0.0.1", schema.port());
    database = schema.open(schema.url(proxy.port()));
  }

  @AfterEach
  void close() throws DatabaseException {
    if (database != null) {
      database.close();
      proxy.close();
      schema.close();
    }
  }

  private interface Operation {
    Object perform() throws DatabaseException;
  }

  private void assertTrips(int expected, Operation operation) throws DatabaseException {
    proxy.reset();
    Object result = operation.perform();
    assertThat(proxy.roundTrips()).as("trips of what gave %s", result).isEqualTo(expected);
  }

  @Test
  void readsAndNodeOperationsTakeOneTrip() throws DatabaseException {
    Graph.create(database);
    try (Graph graph = new Graph(database.session())) {
      graph.put(visible(1, 2, "data", 100));
      for (int again = 0; again < 2; again++) {
        assertTrips(1, () -> graph.addNode(GraphData.NODE_TYPE, "data"));
        assertTrips(1, () -> graph.getNode(1, GraphData.NODE_TYPE));
        assertTrips(
            1, () -> graph.updateNode(new Graph.Node(1, GraphData.NODE_TYPE, 2, 3, "other")));
        assertTrips(1, () -> graph.deleteNode(99, GraphData.NODE_TYPE));
        assertTrips(1, () -> graph.count(1, TYPE));
        assertTrips(1, () -> graph.count(99, TYPE));
        assertTrips(1, () -> graph.get(1, TYPE, 2));
        assertTrips(1, () -> graph.get(1, TYPE, 2, 3, 4, 5, 6));
        assertTrips(1, () -> graph.list(1, TYPE));
        assertTrips(1, () -> graph.list(99, TYPE));
        assertTrips(1, () -> graph.history(1, TYPE, 0, 100));
      }
    }
  }

  @Test
  void writesOfLinksTakeTwoTripsOrThreeWhenTheCommitTakesOne() throws DatabaseException {
    Graph.create(database);
    int counted = product.isPostgres() ? 2 : 3;
    try (Graph graph = new Graph(database.session())) {
      for (long id2 = 1; id2 <= 2; id2++) {
        long own = id2;
        assertTrips(counted, () -> graph.put(visible(1, own, "data", 100)));
        assertTrips(2, () -> graph.put(visible(1, own, "other", 101)));
        assertTrips(counted, () -> graph.hide(1, TYPE, own, 102));
        assertTrips(2, () -> graph.hide(1, TYPE, own, 103));
        assertTrips(counted, () -> graph.put(visible(1, own, "again", 104)));
        assertTrips(2, () -> graph.hide(1, TYPE, own + 100, 105));
      }
    }
  }

  @Test
  void theAncestorsWritesOfLinksTakeThreeTripsOrFourWhenTheyShowALinkAgain()
      throws DatabaseException {
    Graph.create(database);
    int counted = product.isPostgres() ? 2 : 3;
    try (Graph graph = new Graph(database.session(), Compat.UPSTREAM, Graph.RANGE_LIMIT)) {
      for (long id2 = 1; id2 <= 2; id2++) {
        long own = id2;
        assertTrips(counted, () -> graph.put(visible(1, own, "data", 100)));
        assertTrips(counted, () -> graph.put(visible(1, own, "other", 101)));
        assertTrips(counted, () -> graph.put(visible(1, own, "other", 101)));
        assertTrips(counted, () -> graph.hide(1, TYPE, own, 102));
        assertTrips(counted + 1, () -> graph.put(visible(1, own, "again", 104)));
        assertTrips(2, () -> graph.hide(1, TYPE, own + 100, 105));
        assertTrips(2, () -> graph.put(hidden(visible(1, own + 200, "data", 106))));
      }
    }
  }

  @Test
  void requestsAreNothingButExecutionsOnceTheyHaveBegun() throws Exception {
    assumeTrue(product.isMysqlFamily(), "counts of statements by their kinds");
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

  /** Below the number of operations by far: a statement is prepared once on each connection. */
  @Test
  void aPooledConnectionKeepsItsStatementsForTheNextOperation() throws Exception {
    assumeTrue(product.isMysqlFamily(), "counts of statements by their kinds");
    LinkBenchRun run = LinkBenchRun.on(database, Map.of("linkbench.maxid1", "201"));
    run.load(2);
    run.act("index");
    Map<String, String> settings = new HashMap<>(schema.settings(schema.url(proxy.port())));
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

  /** How often the server has met each of them, and executions. */
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
