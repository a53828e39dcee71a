package io.ibench.workload.linkbench;

import static io.ibench.workload.linkbench.Graph.TYPE;
import static io.ibench.workload.linkbench.Graph.hidden;
import static io.ibench.workload.linkbench.Graph.visible;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Adapters;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Product;
import io.ibench.db.ServerSchema;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.TcpProxy;
import io.ibench.workload.linkbench.LinkBenchKeys.Compat;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What LinkBench's operations send to a server, counted on the way and by the server. */
@ParameterizedClass(name = "{0}")
@EnumSource(names = {"MARIADB", "MYSQL", "MYROCKS", "POSTGRES"})
@Execution(ExecutionMode.CONCURRENT)
@NeedsServer
class RoundTripsTest {

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
  void writesOfLinksTakeTwoTripsAsTheLastStatementCommits() throws DatabaseException {
    Graph.create(database);
    try (Graph graph = new Graph(database.session())) {
      for (long id2 = 1; id2 <= 2; id2++) {
        long own = id2;
        assertTrips(2, () -> graph.put(visible(1, own, "data", 100)));
        assertTrips(2, () -> graph.put(visible(1, own, "other", 101)));
        assertTrips(2, () -> graph.hide(1, TYPE, own, 102));
        assertTrips(2, () -> graph.hide(1, TYPE, own, 103));
        assertTrips(2, () -> graph.put(visible(1, own, "again", 104)));
        assertTrips(2, () -> graph.hide(1, TYPE, own + 100, 105));
      }
    }
  }

  @Test
  void theAncestorsWritesOfLinksTakeTwoTripsOrThreeWhenTheyShowALinkAgain()
      throws DatabaseException {
    Graph.create(database);
    try (Graph graph = new Graph(database.session(), Compat.UPSTREAM, Graph.RANGE_LIMIT)) {
      for (long id2 = 1; id2 <= 2; id2++) {
        long own = id2;
        assertTrips(2, () -> graph.put(visible(1, own, "data", 100)));
        assertTrips(2, () -> graph.put(visible(1, own, "other", 101)));
        assertTrips(2, () -> graph.put(visible(1, own, "other", 101)));
        assertTrips(2, () -> graph.hide(1, TYPE, own, 102));
        assertTrips(3, () -> graph.put(visible(1, own, "again", 104)));
        assertTrips(2, () -> graph.hide(1, TYPE, own + 100, 105));
        assertTrips(2, () -> graph.put(hidden(visible(1, own + 200, "data", 106))));
      }
    }
  }

  /** Each connection keeps its statements for the next borrower. */
  @Test
  void readsOnAPooledConnectionTakeOneTripAsWell() throws DatabaseException {
    Graph.create(database);
    Map<String, String> settings = new HashMap<>(schema.settings(schema.url(proxy.port())));
    settings.put("session", "operation");
    settings.put("pool.connections", "1");
    try (Database pooled = Adapters.open(product.adapter(), settings);
        Graph graph = new Graph(pooled.sessionForWorker())) {
      graph.count(1, TYPE);
      graph.get(1, TYPE, 2);
      for (int again = 0; again < 2; again++) {
        assertTrips(1, () -> graph.count(1, TYPE));
        assertTrips(1, () -> graph.get(1, TYPE, 2));
      }
    }
  }
}
