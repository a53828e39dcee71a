package io.ibench.workload.linkbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.DatabaseException;
import io.ibench.db.Session;
import io.ibench.workload.linkbench.Graph.Node;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The original's own tests of a node store. */
class NodeStoreSuiteTest extends GraphContract {

  private static final long TYPE = GraphData.NODE_TYPE;
  private static final long SECONDS = 1_700_000_000L;

  private void load(int nodes) throws Exception {
    LinkBenchRun run =
        LinkBenchRun.on(database, Map.of("linkbench.maxid1", Integer.toString(nodes + 1)));
    run.act("drop");
    run.load(1);
    run.act("index");
  }

  private static Node node(long id, String data) {
    return new Node(id, TYPE, 1, SECONDS, data);
  }

  @Test
  void idsFollowThoseLoaded() throws Exception {
    load(3);
    try (Graph graph = new Graph(database.session())) {
      graph.addNode(TYPE, "fourth");
      graph.addNode(TYPE, "fifth");
      assertThat(graph.getNode(4, TYPE)).containsExactly(node(4, "fourth"));
      assertThat(graph.getNode(5, TYPE)).containsExactly(node(5, "fifth"));
      assertThat(graph.getNode(6, TYPE)).isEmpty();
    }
  }

  @Test
  void idsFollowFewerNodesAfterAnotherLoad() throws Exception {
    load(9);
    load(1);
    try (Graph graph = new Graph(database.session())) {
      graph.addNode(TYPE, "second");
      assertThat(graph.getNode(2, TYPE)).containsExactly(node(2, "second"));
      assertThat(graph.getNode(3, TYPE)).isEmpty();
    }
  }

  @Test
  void theCallersArrayIsNeitherChangedNorKept() throws Exception {
    load(1);
    byte[] data = "data".getBytes(StandardCharsets.ISO_8859_1);
    try (Session session = database.session();
        Graph reader = new Graph(database.session())) {
      GraphStore store = new GraphStore(session, LinkBenchKeys.Compat.NONE, 1, 1, false);
      var add = store.bindAddNode(TYPE, 1, SECONDS, data, data.length);
      data[0] = 'x';
      add.execute();
      assertThat(reader.getNode(2, TYPE)).containsExactly(node(2, "data"));
      assertThat(data).containsExactly('x', 'a', 't', 'a');
      data[1] = 'y';
      assertThat(reader.getNode(2, TYPE)).containsExactly(node(2, "data"));
    }
  }

  @Test
  void aNodeIsDeletedOnceAndByItsTypeOnly() throws Exception {
    load(1);
    try (Graph graph = new Graph(database.session())) {
      graph.addNode(TYPE, "data");
      assertThat(graph.deleteNode(2, TYPE + 1)).isZero();
      assertThat(graph.getNode(2, TYPE)).hasSize(1);
      assertThat(graph.deleteNode(2, TYPE)).isEqualTo(1);
      assertThat(graph.getNode(2, TYPE)).isEmpty();
      assertThat(graph.deleteNode(2, TYPE)).isZero();
      assertThat(graph.deleteNode(1_000_000, TYPE)).isZero();
      assertThat(graph.getNode(1, TYPE)).hasSize(1);
    }
  }

  private static String everyByte(int length) {
    StringBuilder data = new StringBuilder();
    for (int i = 0; i < length; i++) {
      data.append((char) (i % 256));
    }
    return data.toString();
  }

  private void assertUpdated(Graph graph, String data) throws DatabaseException {
    Node changed = new Node(2, TYPE, 2, SECONDS + 1, data);
    assertThat(graph.updateNode(changed)).isEqualTo(1);
    assertThat(graph.getNode(2, TYPE)).containsExactly(changed);
  }

  @Test
  void dataOfAllBytesIsAddedAndUpdated() throws Exception {
    load(1);
    try (Graph graph = new Graph(database.session())) {
      String four = everyByte(4096);
      String eight = everyByte(8192);
      graph.addNode(TYPE, four);
      assertThat(graph.getNode(2, TYPE)).containsExactly(node(2, four));
      assertUpdated(graph, eight);
      assertUpdated(graph, "");
      assertUpdated(graph, four);
      graph.addNode(TYPE, eight);
      assertThat(graph.getNode(3, TYPE)).containsExactly(node(3, eight));
    }
  }
}
