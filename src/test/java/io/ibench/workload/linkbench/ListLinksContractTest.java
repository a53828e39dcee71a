package io.ibench.workload.linkbench;

import static io.ibench.workload.linkbench.Graph.TYPE;
import static io.ibench.workload.linkbench.Graph.visible;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.DatabaseException;
import io.ibench.workload.linkbench.Graph.Link;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ListLinksContractTest extends GraphContract {

  private Graph graph;

  @BeforeEach
  void createGraph() throws DatabaseException {
    Graph.create(database);
    graph = new Graph(database.session());
  }

  @AfterEach
  void closeGraph() throws DatabaseException {
    if (graph != null) {
      graph.close();
    }
  }

  /** Links 1 to 4 at times 100, 300, 300, 200, and a hidden one at 300. */
  private void fiveLinks() throws DatabaseException {
    long[] times = {100, 300, 300, 200, 300};
    for (int i = 0; i < times.length; i++) {
      graph.put(visible(1, i + 1, "d", times[i]));
    }
    graph.hide(1, TYPE, 5, 400);
  }

  private static List<Long> id2s(List<Link> links) {
    return links.stream().map(Link::id2).toList();
  }

  @Test
  void listsTheNewestFirstAndOfTheSameTimeTheHighestId() throws DatabaseException {
    fiveLinks();
    assertThat(id2s(graph.list(1, TYPE))).containsExactly(3L, 2L, 4L, 1L);
  }

  @Test
  void listsNoMoreThanTheLimit() throws DatabaseException {
    fiveLinks();
    for (long id2 = 6; id2 <= 9; id2++) {
      graph.put(visible(1, id2, "d", 250));
    }
    assertThat(id2s(graph.list(1, TYPE))).containsExactly(3L, 2L, 9L, 8L, 7L);
    assertThat(id2s(graph.history(1, TYPE, 0, 300))).containsExactly(2L, 9L, 8L, 7L, 6L);
  }

  @Test
  void listsHistoryWithoutItsFirstLink() throws DatabaseException {
    fiveLinks();
    assertThat(id2s(graph.history(1, TYPE, 0, Long.MAX_VALUE))).containsExactly(2L, 4L, 1L);
    assertThat(id2s(graph.history(1, TYPE, 0, 200))).containsExactly(1L);
    assertThat(graph.history(1, TYPE, 0, 100)).isEmpty();
  }

  @Test
  void listsATimeWindowWithBothEnds() throws DatabaseException {
    fiveLinks();
    assertThat(id2s(graph.list(1, TYPE, 100, 300))).containsExactly(3L, 2L, 4L, 1L);
    assertThat(id2s(graph.list(1, TYPE, 101, 299))).containsExactly(4L);
    assertThat(id2s(graph.list(1, TYPE, 200, 200))).containsExactly(4L);
    assertThat(graph.list(1, TYPE, 201, 299)).isEmpty();
    assertThat(graph.list(2, TYPE)).isEmpty();
  }
}
