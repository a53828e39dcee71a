package io.ibench.workload.linkbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.config.Config;
import io.ibench.workload.linkbench.Graph.Link;
import io.ibench.workload.linkbench.LinkBenchRun.Answers;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The original's own tests of its loader and its requesters. */
class GraphMixTest extends GraphContract {

  private static final int IDS = 50;

  /** So many that the shares are right within one percent. */
  private static final int MANY = 6000;

  private static final int FEW = 1500;

  /** Every id has three links of the one type. */
  private LinkBenchRun loaded(Map<String, String> more) throws Exception {
    Map<String, String> settings = new HashMap<>(more);
    settings.put("linkbench.maxid1", Integer.toString(IDS + 1));
    settings.put("linkbench.link_type_count", "1");
    settings.put("linkbench.degrees", LinkBenchRun.distribution(folder, "3 100"));
    LinkBenchRun run = LinkBenchRun.on(database, settings);
    run.load(2);
    run.act("index");
    return run;
  }

  @Test
  void everyIdIsLoadedWithItsLinksAndTheirCount() throws Exception {
    LinkBenchRun run = loaded(Map.of());
    assertThat(run.rowCounts()).containsEntry("counttable", (long) IDS);
    try (Graph graph = new Graph(database.session())) {
      for (long id1 = 1; id1 <= IDS; id1++) {
        assertThat(graph.count(id1, Graph.TYPE)).isEqualTo(3);
        assertThat(graph.list(id1, Graph.TYPE))
            .hasSize(3)
            .isSortedAccordingTo(Comparator.comparingLong(Link::time).reversed())
            .allMatch(link -> link.time() <= LinkBenchRun.LOAD_MILLIS)
            .allMatch(link -> link.visibility() == GraphData.VISIBLE)
            .allMatch(link -> link.type() == Graph.TYPE);
      }
    }
  }

  @Test
  void requestsComeInTheirSharesAndMeetWhatTheyCount() throws Exception {
    LinkBenchRun run = loaded(Map.of());
    // The client draws the requests, so their shares are the same on every product.
    int requests = product.isEmbedded() ? MANY : FEW;
    Answers answers = run.request(1, requests).get(0);
    Map<String, Integer> done = new HashMap<>();
    Map<String, Long> rows = new HashMap<>();
    for (String line : answers.lines()) {
      String[] fields = line.split(" ");
      done.merge(fields[1], 1, Integer::sum);
      rows.merge(fields[1], Long.parseLong(fields[2]), Long::sum);
    }
    assertThat(done).hasSize(LinkOperation.REQUESTS);
    Config defaults = Config.of(Map.of());
    LinkBenchKeys.MIX.forEach(
        (operation, key) ->
            assertThat(100.0 * done.get(operation.name()) / requests)
                .as(operation.name())
                .isCloseTo(defaults.get(key), within(product.isEmbedded() ? 1.0 : 3.0)));
    for (HitRate rate : HitRate.values()) {
      long found = answers.counters().get(rate.found());
      long missed = answers.counters().get(rate.missed());
      assertThat(found).as(rate.name()).isPositive();
      if (rate == HitRate.MULTIGET_LINK) {
        assertThat(found).isEqualTo(rows.get(rate.name()));
        assertThat(found + missed).isGreaterThan(done.get(rate.name()));
      } else {
        assertThat(found + missed).as(rate.name()).isEqualTo((long) done.get(rate.name()));
      }
    }
    assertThat(answers.counters().get(HitRate.GET_NODE.found())).isEqualTo(rows.get("GET_NODE"));
    assertThat(answers.counters().get(HitRate.DELETE_LINK.found()))
        .isEqualTo(rows.get("DELETE_LINK"));
    assertThat(run.act("verify").problems()).isEmpty();
  }
}
