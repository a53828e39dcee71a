package io.ibench.workload.linkbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Config;
import io.ibench.db.Database;
import io.ibench.db.FreshDatabase;
import io.ibench.db.Product;
import io.ibench.random.Random64;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.linkbench.LinkBenchRun.Answers;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Which nodes are read; where all loaded nodes are deleted, only added ones can be found. The
 * choice of nodes is the client's and the same for every product.
 */
class NodeReadsTest {

  private static final int IDS = 10;
  private static final int REQUESTS = 2600;

  @TempDir private Path folder;

  private static Map<String, String> settings(String reads) {
    Map<String, String> settings = new HashMap<>();
    settings.put("linkbench.node_reads", reads);
    settings.put("linkbench.maxid1", Integer.toString(IDS + 1));
    LinkBenchKeys.MIX.values().forEach(percent -> settings.put(percent.name(), "0"));
    settings.put("linkbench.addnode", "50");
    settings.put("linkbench.getnode", "50");
    return settings;
  }

  /** On a database that holds nothing else. */
  static LinkBenchRun withoutLoadedNodes(Database database, String reads) throws Exception {
    LinkBenchRun run = LinkBenchRun.on(database, settings(reads));
    run.load(1);
    run.act("index");
    try (Graph graph = new Graph(database.session())) {
      for (long id = 1; id <= IDS; id++) {
        assertThat(graph.deleteNode(id, GraphData.NODE_TYPE)).isEqualTo(1);
      }
    }
    return run;
  }

  private Answers answers(String reads) throws Exception {
    try (FreshDatabase memory = FreshDatabase.of(Product.MEMORY, folder)) {
      return withoutLoadedNodes(memory.database(), reads).request(1, REQUESTS).get(0);
    }
  }

  static long counter(Answers answers, LinkBenchCounter counter) {
    return answers.counters().get(counter.ordinal());
  }

  @Test
  void loadedFindsNoneOfTheAddedNodes() throws Exception {
    Answers answers = answers("loaded");
    assertThat(counter(answers, LinkBenchCounter.NODES_ADDED)).isGreaterThan(1200);
    assertThat(counter(answers, LinkBenchCounter.GET_NODE_FOUND)).isZero();
    assertThat(counter(answers, LinkBenchCounter.GET_NODE_MISSED)).isGreaterThan(1200);
  }

  /** The first thousand reads know no added node, the others about a thousand. */
  @Test
  void allFindsAddedNodes() throws Exception {
    Answers answers = answers("all");
    long reads =
        counter(answers, LinkBenchCounter.GET_NODE_FOUND)
            + counter(answers, LinkBenchCounter.GET_NODE_MISSED);
    long later = reads - NodeChooser.RECOUNT;
    assertThat(later).isGreaterThan(200);
    assertThat(counter(answers, LinkBenchCounter.GET_NODE_FOUND))
        .isBetween(later * 95 / 100, later);
  }

  @Test
  void oneSeedGivesTheSameReads() throws Exception {
    assertThat(answers("all")).isEqualTo(answers("all"));
  }

  @Test
  void addedNodesAreReadAsOftenAsLoadedOnesOnAverage() {
    LinkBenchSettings settings = LinkBenchSettings.from(Config.of(settings("all")));
    GraphBooks books = new GraphBooks(settings.degrees().totals(), settings.ids());
    WorkloadCounters worker = new WorkloadCounters(LinkBenchCounter.values().length);
    worker.add(LinkBenchCounter.NODES_ADDED.ordinal(), 30);
    books.add(worker);
    NodeChooser chooser = new NodeChooser(settings, books);
    Random64 random = new Random64(3);
    long[] drawn = new long[IDS + 31];
    for (int i = 0; i < 40_000; i++) {
      drawn[Math.toIntExact(chooser.draw(random))]++;
    }
    long loaded = 0;
    for (int id = 1; id <= IDS; id++) {
      assertThat(drawn[id]).isPositive();
      loaded += drawn[id];
    }
    assertThat(loaded).isBetween(9_600L, 10_400L);
    for (int id = IDS + 1; id <= IDS + 30; id++) {
      assertThat(drawn[id]).as("node %d", id).isBetween(800L, 1200L);
    }
  }
}
