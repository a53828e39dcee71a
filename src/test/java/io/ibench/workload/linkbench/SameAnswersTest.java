package io.ibench.workload.linkbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Database;
import io.ibench.db.FreshDatabase;
import io.ibench.db.Product;
import io.ibench.workload.linkbench.LinkBenchRun.Answers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** One seed gives the same data and the same answers on every product as in memory. */
class SameAnswersTest extends GraphContract {

  private static final int REQUESTS = 3000;

  /** Few ids, short lists and much paging, so that requests meet rows of earlier ones. */
  private static final Map<String, String> SETTINGS =
      Map.of(
          "linkbench.maxid1", "401",
          "linkbench.range_limit", "6",
          "linkbench.getlinklist_history", "25",
          "load.rows_per_commit", "37");

  /** The other settings that can differ. */
  private static final Map<String, String> OTHERWISE =
      Map.of("linkbench.compat", "upstream", "linkbench.node_reads", "all");

  private record Outcome(List<Answers> answers, Map<String, String> contents) {}

  private static Outcome run(Database database, int loaders, Map<String, String> more)
      throws Exception {
    Map<String, String> settings = new HashMap<>(SETTINGS);
    settings.putAll(more);
    settings.put("load.threads", Integer.toString(loaders));
    LinkBenchRun run = LinkBenchRun.on(database, settings);
    run.act("drop");
    run.load(loaders);
    run.act("index");
    List<Answers> answers = run.request(1, REQUESTS);
    assertThat(run.act("verify").problems()).isEmpty();
    return new Outcome(answers, run.contents());
  }

  private Outcome reference(Map<String, String> more) throws Exception {
    try (FreshDatabase memory = FreshDatabase.of(Product.MEMORY, folder)) {
      return run(memory.database(), 1, more);
    }
  }

  @Test
  void everyRequestFindsTheSameRowsAndContents() throws Exception {
    assertSame(run(database, 3, Map.of()), reference(Map.of()));
  }

  @Test
  void alsoInTheAncestorsOwnWay() throws Exception {
    Outcome reference = reference(OTHERWISE);
    assertSame(run(database, 2, OTHERWISE), reference);
    assertThat(reference.contents()).isNotEqualTo(reference(Map.of()).contents());
  }

  private static void assertSame(Outcome outcome, Outcome reference) {
    List<String> lines = outcome.answers().get(0).lines();
    assertThat(lines).hasSize(REQUESTS);
    for (int i = 0; i < REQUESTS; i++) {
      assertThat(lines.get(i)).isEqualTo(reference.answers().get(0).lines().get(i));
    }
    assertThat(outcome.answers().get(0).counters())
        .isEqualTo(reference.answers().get(0).counters());
    assertThat(outcome.contents()).isEqualTo(reference.contents());
  }

  @Test
  void requestsOfEveryKindFindSomething() throws Exception {
    Outcome reference = reference(Map.of());
    List<String> lines = reference.answers().get(0).lines();
    for (LinkOperation operation : LinkOperation.values()) {
      if (operation.ordinal() < LinkOperation.REQUESTS) {
        assertThat(lines).anyMatch(line -> line.matches("\\d+ " + operation + " [1-9].*"));
      }
    }
    List<Long> counters = reference.answers().get(0).counters();
    Set<LinkBenchCounter> notOfRequests =
        Set.of(
            LinkBenchCounter.OUTCOME_UNKNOWN,
            LinkBenchCounter.NODES_LOADED,
            LinkBenchCounter.LINKS_LOADED,
            LinkBenchCounter.ROWS_VERIFIED);
    for (LinkBenchCounter counter : LinkBenchCounter.values()) {
      if (!notOfRequests.contains(counter)) {
        assertThat(counters.get(counter.ordinal())).as(counter.name()).isPositive();
      }
    }
  }
}
