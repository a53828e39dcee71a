package io.ibench.workload.linkbench;

import static io.ibench.workload.linkbench.Graph.TYPE;
import static io.ibench.workload.linkbench.Graph.hidden;
import static io.ibench.workload.linkbench.Graph.visible;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.workload.linkbench.Graph.Link;
import io.ibench.workload.linkbench.Graph.Node;
import io.ibench.workload.linkbench.LinkBenchKeys.Compat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GraphStoreContractTest extends GraphContract {

  private static final long HIDDEN = GraphData.HIDDEN;
  private static final long NODE = GraphData.NODE_TYPE;

  private Graph graph;

  /** The statements that write links. */
  Compat compat() {
    return Compat.NONE;
  }

  private Graph open(Session session) throws DatabaseException {
    return new Graph(session, compat(), Graph.RANGE_LIMIT);
  }

  @BeforeEach
  void createGraph() throws DatabaseException {
    Graph.create(database);
    graph = open(database.session());
  }

  @AfterEach
  void closeGraph() throws DatabaseException {
    if (graph != null) {
      graph.close();
    }
  }

  /** What another session sees, on its own thread. */
  private List<Link> committed(long id1, long type, long... id2s) {
    return CompletableFuture.supplyAsync(
            () -> {
              try (Graph other = open(database.session())) {
                return other.get(id1, type, id2s);
              } catch (DatabaseException e) {
                throw new CompletionException(e);
              }
            })
        .orTimeout(PATIENCE_SECONDS / 2, TimeUnit.SECONDS)
        .join();
  }

  @Test
  void addsANewLinkAndCountsIt() throws DatabaseException {
    Link link = visible(1, 2, "data", 100);
    assertThat(graph.count(1, TYPE)).isEqualTo(-1);
    assertThat(graph.put(link)).isEqualTo(Prepared.ABSENT);
    assertThat(graph.get(1, TYPE, 2)).containsExactly(link);
    assertThat(graph.list(1, TYPE)).containsExactly(link);
    assertThat(graph.count(1, TYPE)).isEqualTo(1);
    assertThat(committed(1, TYPE, 2)).containsExactly(link);
  }

  @Test
  void replacesALinkThatExistsAndCountsItOnce() throws DatabaseException {
    graph.put(visible(1, 2, "data", 100));
    Link shorter = visible(1, 2, "d", 99);
    assertThat(graph.put(shorter)).isEqualTo(GraphData.VISIBLE);
    assertThat(graph.get(1, TYPE, 2)).containsExactly(shorter);
    assertThat(graph.list(1, TYPE)).containsExactly(shorter);
    assertThat(graph.count(1, TYPE)).isEqualTo(1);
    assertThat(graph.put(shorter)).isEqualTo(GraphData.VISIBLE);
    assertThat(graph.get(1, TYPE, 2)).containsExactly(shorter);
    assertThat(graph.count(1, TYPE)).isEqualTo(1);
    assertThat(committed(1, TYPE, 2)).containsExactly(shorter);
  }

  @Test
  void hidesALinkWhichGetShowsAndListDoesNot() throws DatabaseException {
    Link link = visible(1, 2, "data", 100);
    graph.put(link);
    assertThat(graph.hide(1, TYPE, 2, 200)).isEqualTo(GraphData.VISIBLE);
    assertThat(graph.get(1, TYPE, 2)).containsExactly(hidden(link));
    assertThat(graph.list(1, TYPE)).isEmpty();
    assertThat(graph.count(1, TYPE)).isZero();
    assertThat(committed(1, TYPE, 2)).containsExactly(hidden(link));
  }

  @Test
  void tellsAHiddenLinkFromAMissingOneAndCountsNeither() throws DatabaseException {
    graph.put(visible(1, 2, "data", 100));
    graph.put(visible(1, 3, "data", 100));
    graph.hide(1, TYPE, 2, 200);
    assertThat(graph.hide(1, TYPE, 2, 300)).isEqualTo(HIDDEN);
    assertThat(graph.count(1, TYPE)).isEqualTo(1);
    assertThat(graph.hide(1, TYPE, 4, 300)).isEqualTo(Prepared.ABSENT);
    assertThat(graph.count(1, TYPE)).isEqualTo(1);
    assertThat(graph.hide(9, TYPE, 4, 300)).isEqualTo(Prepared.ABSENT);
    assertThat(graph.count(9, TYPE)).isEqualTo(-1);
    assertThat(graph.get(1, TYPE, 4)).isEmpty();
  }

  @Test
  void showsAHiddenLinkAgainWhenItIsAdded() throws DatabaseException {
    graph.put(visible(1, 2, "data", 100));
    graph.hide(1, TYPE, 2, 200);
    Link again = visible(1, 2, "other", 300);
    assertThat(graph.put(again)).isEqualTo(HIDDEN);
    assertThat(graph.list(1, TYPE)).containsExactly(again);
    assertThat(graph.count(1, TYPE)).isEqualTo(1);
  }

  @Test
  void commitsANewHiddenLinkAndCountsNothing() throws DatabaseException {
    Link link = hidden(visible(1, 2, "data", 100));
    assertThat(graph.put(link)).isEqualTo(Prepared.ABSENT);
    assertThat(committed(1, TYPE, 2)).containsExactly(link);
    assertThat(graph.count(1, TYPE)).isNotPositive();
    assertThat(graph.list(1, TYPE)).isEmpty();
    assertThat(graph.hide(1, TYPE, 2, 200)).isEqualTo(HIDDEN);
    assertThat(graph.count(1, TYPE)).isNotPositive();
    assertThat(graph.put(visible(1, 2, "data", 300))).isEqualTo(HIDDEN);
    assertThat(graph.count(1, TYPE)).isEqualTo(1);
  }

  @Test
  void holdsNothingAfterAWriteThatChangedNothing() throws DatabaseException {
    Link link = visible(1, 2, "data", 100);
    graph.put(link);
    graph.put(link);
    assertWritable(link);
    graph.hide(1, TYPE, 3, 200);
    assertWritable(visible(1, 3, "data", 300));
    graph.hide(1, TYPE, 2, 200);
    graph.hide(1, TYPE, 2, 200);
    assertWritable(link);
    assertThat(graph.count(1, TYPE)).isEqualTo(2);
  }

  /** Another session need not wait for this one's transaction. */
  private void assertWritable(Link link) {
    CompletableFuture.runAsync(
            () -> {
              try (Graph other = open(database.session())) {
                other.put(link);
              } catch (DatabaseException e) {
                throw new CompletionException(e);
              }
            })
        .orTimeout(PATIENCE_SECONDS / 4, TimeUnit.SECONDS)
        .join();
  }

  @Test
  void hidesALinkByReplacingItWithAHiddenOne() throws DatabaseException {
    graph.put(visible(1, 2, "data", 100));
    Link replaced = hidden(visible(1, 2, "other", 101));
    assertThat(graph.put(replaced)).isEqualTo(GraphData.VISIBLE);
    assertThat(graph.get(1, TYPE, 2)).containsExactly(replaced);
    assertThat(graph.count(1, TYPE)).isZero();
    assertThat(graph.put(replaced)).isEqualTo(HIDDEN);
    assertThat(graph.count(1, TYPE)).isZero();
  }

  @Test
  void countsEachIdAndTypeByItself() throws DatabaseException {
    graph.put(visible(1, 2, "a", 100));
    graph.put(visible(2, 2, "b", 100));
    for (long id2 = 1; id2 <= 3; id2++) {
      graph.put(new Link(1, id2, TYPE + 1, GraphData.VISIBLE, "c", 100, 0));
    }
    graph.hide(2, TYPE, 2, 101);
    assertThat(graph.count(1, TYPE)).isEqualTo(1);
    assertThat(graph.count(2, TYPE)).isZero();
    assertThat(graph.count(1, TYPE + 1)).isEqualTo(3);
    assertThat(graph.count(2, TYPE + 1)).isEqualTo(-1);
    assertThat(graph.list(1, TYPE)).containsExactly(visible(1, 2, "a", 100));
  }

  @Test
  void getsSeveralLinksHiddenOnesToo() throws DatabaseException {
    for (long id2 = 1; id2 <= 4; id2++) {
      graph.put(visible(1, id2, "d" + id2, 100));
    }
    graph.hide(1, TYPE, 3, 200);
    assertThat(graph.get(1, TYPE, 3, 99, 1))
        .containsExactlyInAnyOrder(visible(1, 1, "d1", 100), hidden(visible(1, 3, "d3", 100)));
    assertThat(graph.get(1, TYPE, 99)).isEmpty();
    assertThat(graph.get(1, TYPE + 1, 1)).isEmpty();
    assertThat(graph.get(1, TYPE, 8, 7, 6, 5, 4, 3, 2, 1)).hasSize(4);
  }

  @Test
  void keepsBinaryPayloadsOfLinks() throws DatabaseException {
    StringBuilder bytes = new StringBuilder();
    for (char value = 1; value < 256; value++) {
      bytes.append(value);
    }
    Link link = visible(1, 2, bytes.toString(), 100);
    graph.put(link);
    assertThat(graph.get(1, TYPE, 2)).containsExactly(link);
    Link shorter = visible(1, 2, "\0'\\\";", 100);
    graph.put(shorter);
    assertThat(graph.list(1, TYPE)).containsExactly(shorter);
    Link empty = visible(1, 2, "", 100);
    graph.put(empty);
    assertThat(graph.list(1, TYPE)).containsExactly(empty);
  }

  @Test
  void addsReadsUpdatesAndDeletesNodes() throws DatabaseException {
    assertThat(graph.addNode(NODE, "first")).isEqualTo(1);
    assertThat(graph.addNode(NODE, "second")).isEqualTo(1);
    assertThat(graph.getNode(2, NODE))
        .containsExactly(new Node(2, NODE, 1, 1_700_000_000L, "second"));
    Node changed = new Node(2, NODE, 2, 4_000_000_000L, "\0\u00ffchanged".repeat(900));
    assertThat(graph.updateNode(changed)).isEqualTo(1);
    assertThat(graph.updateNode(changed)).isEqualTo(1);
    assertThat(graph.getNode(2, NODE)).containsExactly(changed);
    assertThat(graph.deleteNode(2, NODE)).isEqualTo(1);
    assertThat(graph.deleteNode(2, NODE)).isZero();
    assertThat(graph.getNode(2, NODE)).isEmpty();
    assertThat(graph.updateNode(changed)).isZero();
    assertThat(graph.getNode(1, NODE)).hasSize(1);
    graph.addNode(NODE, "third");
    assertThat(graph.getNode(2, NODE)).isEmpty();
    assertThat(graph.getNode(3, NODE)).hasSize(1);
  }

  @Test
  void leavesNodesOfAnotherTypeAlone() throws DatabaseException {
    graph.addNode(NODE, "data");
    Node node = new Node(1, NODE, 1, 1_700_000_000L, "data");
    assertThat(graph.getNode(1, NODE + 1)).isEmpty();
    assertThat(graph.updateNode(new Node(1, NODE + 1, 2, 5, "changed"))).isZero();
    assertThat(graph.deleteNode(1, NODE + 1)).isZero();
    assertThat(graph.getNode(1, NODE)).containsExactly(node);
  }

  @Test
  void leavesLinksAndCountsWhenANodeIsDeleted() throws DatabaseException {
    graph.addNode(NODE, "data");
    graph.put(visible(1, 2, "data", 100));
    graph.deleteNode(1, NODE);
    assertThat(graph.count(1, TYPE)).isEqualTo(1);
    assertThat(graph.list(1, TYPE)).hasSize(1);
  }

  @Test
  void repeatsAWriteAfterARollbackWithWhatWasBound() throws DatabaseException {
    Link link = visible(1, 2, "data", 100);
    graph.put(link);
    graph.store.rollback();
    assertThat(graph.store.putLink()).isEqualTo(GraphData.VISIBLE);
    assertThat(graph.count(1, TYPE)).isEqualTo(1);
    graph.hide(1, TYPE, 2, 200);
    graph.store.rollback();
    assertThat(graph.store.hideLink()).isEqualTo(HIDDEN);
    assertThat(graph.store.putLink()).isEqualTo(HIDDEN);
    assertThat(graph.list(1, TYPE)).containsExactly(link);
    assertThat(graph.count(1, TYPE)).isEqualTo(1);
  }
}
