package io.ibench.workload.linkbench;

import static io.ibench.workload.linkbench.Graph.TYPE;
import static io.ibench.workload.linkbench.Graph.hidden;
import static io.ibench.workload.linkbench.Graph.visible;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.DatabaseException;
import io.ibench.workload.linkbench.Graph.Link;
import io.ibench.workload.linkbench.LinkBenchKeys.Compat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The original's own tests of a link store, except for links that are removed for good. */
class LinkStoreSuiteTest extends GraphContract {

  private static final long NOW = 1_700_000_000_000L;

  @BeforeEach
  void create() throws DatabaseException {
    Graph.create(database);
  }

  private interface Check {
    void of(Graph graph, long id1) throws DatabaseException;
  }

  /** With each way to write links, and its own id1. */
  private void check(int rangeLimit, Check check) throws DatabaseException {
    for (Compat compat : List.of(Compat.NONE, Compat.UPSTREAM)) {
      try (Graph graph = new Graph(database.session(), compat, rangeLimit)) {
        check.of(graph, 1000 * (1 + compat.ordinal()));
      }
    }
  }

  private static void assertCounted(Graph graph, long id1, long type, Link... links)
      throws DatabaseException {
    assertThat(graph.list(id1, type)).containsExactly(links);
    assertThat(graph.count(id1, type)).isEqualTo(links.length);
  }

  @Test
  void aLinkIsAddedHiddenAndShownAgain() throws DatabaseException {
    check(
        10,
        (graph, id1) -> {
          Link link = visible(id1, 5, "data", NOW);
          graph.put(link);
          assertThat(graph.get(id1, TYPE, 5)).containsExactly(link);
          assertCounted(graph, id1, TYPE, link);
          graph.hide(id1, TYPE, 5, NOW + 1);
          assertThat(graph.get(id1, TYPE, 5)).containsExactly(hidden(link));
          assertCounted(graph, id1, TYPE);
          Link shown = visible(id1, 5, "shown again", NOW + 2);
          graph.put(shown);
          assertCounted(graph, id1, TYPE, shown);
          graph.put(shown);
          assertThat(graph.get(id1, TYPE, 5)).containsExactly(shown);
          assertCounted(graph, id1, TYPE, shown);
        });
  }

  /** One link, one of another type, one that is hidden, and three of another id. */
  private static void putSeveral(Graph graph, long id1) throws DatabaseException {
    graph.put(visible(id1, 1, "one", NOW));
    graph.put(new Link(id1, 1, TYPE + 1, GraphData.VISIBLE, "other type", NOW, 0));
    graph.put(hidden(visible(id1 + 1, 1, "hidden", NOW)));
    for (int i = 1; i <= 3; i++) {
      graph.put(visible(id1 + 2, i, "link " + i, NOW + i));
    }
  }

  @Test
  void linksOfSeveralIdsAndTypesAreCountedApart() throws DatabaseException {
    check(
        10,
        (graph, id1) -> {
          putSeveral(graph, id1);
          assertThat(graph.count(id1, TYPE)).isEqualTo(1);
          assertThat(graph.count(id1, TYPE + 1)).isEqualTo(1);
          assertThat(graph.count(id1 + 1, TYPE)).isNotPositive();
          assertThat(graph.count(id1 + 2, TYPE)).isEqualTo(3);
          assertCounted(
              graph,
              id1 + 2,
              TYPE,
              visible(id1 + 2, 3, "link 3", NOW + 3),
              visible(id1 + 2, 2, "link 2", NOW + 2),
              visible(id1 + 2, 1, "link 1", NOW + 1));
        });
  }

  @Test
  void listsOfLimitOneGiveTheNewestAndThenTheNext() throws DatabaseException {
    check(
        1,
        (graph, id1) -> {
          putSeveral(graph, id1);
          assertThat(graph.list(id1 + 2, TYPE))
              .containsExactly(visible(id1 + 2, 3, "link 3", NOW + 3));
          assertThat(graph.history(id1 + 2, TYPE, 0, NOW + 3))
              .containsExactly(visible(id1 + 2, 2, "link 2", NOW + 2));
        });
  }

  @Test
  void listsGoOnAfterTheFirstLinkUpToTheLimit() throws DatabaseException {
    check(
        2,
        (graph, id1) -> {
          putSeveral(graph, id1);
          assertThat(graph.history(id1 + 2, TYPE, 0, Long.MAX_VALUE))
              .containsExactly(
                  visible(id1 + 2, 2, "link 2", NOW + 2), visible(id1 + 2, 1, "link 1", NOW + 1));
          assertThat(graph.list(id1 + 2, TYPE, NOW + 1, NOW + 2))
              .containsExactly(
                  visible(id1 + 2, 2, "link 2", NOW + 2), visible(id1 + 2, 1, "link 1", NOW + 1));
          assertThat(graph.list(id1 + 2, TYPE, NOW + 2, NOW + 2))
              .containsExactly(visible(id1 + 2, 2, "link 2", NOW + 2));
        });
  }

  @Test
  void severalLinksAreGotTogetherWithoutTheMissingOne() throws DatabaseException {
    check(
        10,
        (graph, id1) -> {
          Link first = visible(id1, 7, "first", NOW);
          Link second = visible(id1, 8, "second", NOW);
          graph.put(first);
          graph.put(second);
          assertThat(graph.get(id1, TYPE, 7, 9, 8)).containsExactlyInAnyOrder(first, second);
        });
  }

  @Test
  void aLinkThatWasNeverVisibleIsNotCountedWhenHiddenAgain() throws DatabaseException {
    check(
        10,
        (graph, id1) -> {
          Link link = visible(id1, 5, "data", NOW);
          graph.put(hidden(link));
          assertThat(graph.list(id1, TYPE)).isEmpty();
          assertThat(graph.count(id1, TYPE)).isNotPositive();
          graph.hide(id1, TYPE, 5, NOW);
          graph.hide(id1, TYPE, 5, NOW);
          assertThat(graph.list(id1, TYPE)).isEmpty();
          assertThat(graph.count(id1, TYPE)).isNotPositive();
          graph.put(link);
          assertCounted(graph, id1, TYPE, link);
        });
  }

  @Test
  void aLinkThatIsAddedTwiceHoldsWhatCameLast() throws DatabaseException {
    check(
        10,
        (graph, id1) -> {
          graph.put(visible(id1, 5, "the first and longer data", NOW));
          Link second = visible(id1, 5, "second", NOW + 1);
          graph.put(second);
          assertThat(graph.get(id1, TYPE, 5)).containsExactly(second);
          assertCounted(graph, id1, TYPE, second);
          Link third = hidden(visible(id1, 5, "third", NOW + 2));
          graph.put(third);
          assertThat(graph.get(id1, TYPE, 5)).containsExactly(third);
          assertCounted(graph, id1, TYPE);
        });
  }

  private void assertKept(String data, String shorter) throws DatabaseException {
    check(
        10,
        (graph, id1) -> {
          for (String each : List.of(data, shorter)) {
            Link link = visible(id1, 5, each, NOW);
            graph.put(link);
            assertThat(graph.get(id1, TYPE, 5)).containsExactly(link);
            assertCounted(graph, id1, TYPE, link);
          }
        });
  }

  @Test
  void dataThatWouldEndAStatementIsKept() throws DatabaseException {
    assertKept("' or \" or ; or \\ or \\' or -- or /* or ? or %s", "';\\");
  }

  private static String bytes(int first, int last) {
    StringBuilder bytes = new StringBuilder();
    for (int value = first; value <= last; value++) {
      bytes.append((char) value);
    }
    return bytes.toString();
  }

  @Test
  void dataOfAllBytesIsKept() throws DatabaseException {
    assertKept(bytes(0, 127), bytes(0, 60));
    assertKept(bytes(128, 158), bytes(130, 150));
    assertKept(bytes(160, 255), bytes(200, 255));
  }
}
