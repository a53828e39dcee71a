package io.ibench.workload.linkbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Adapters;
import io.ibench.db.Database;
import io.ibench.db.EachProduct;
import io.ibench.db.Product;
import io.ibench.workload.WorkloadRun.Outcome;
import io.ibench.workload.linkbench.LinkBenchRun.Answers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Eight sessions add, update and delete the same few links. */
@EachProduct(onePool = true)
class HotLinksTest extends GraphContract {

  private static final int THREADS = 8;
  private static final int REQUESTS = 250;

  private Map<String, String> settings() throws Exception {
    Map<String, String> settings = new HashMap<>();
    settings.put("linkbench.maxid1", "3");
    settings.put("linkbench.link_type_count", "2");
    settings.put("linkbench.degrees", LinkBenchRun.distribution(folder, "12 100"));
    LinkBenchKeys.MIX.values().forEach(percent -> settings.put(percent.name(), "0"));
    settings.put("linkbench.addlink", "30");
    settings.put("linkbench.updatelink", "25");
    settings.put("linkbench.deletelink", "45");
    return settings;
  }

  private static long sum(List<Answers> answers, LinkBenchCounter counter) {
    return answers.stream().mapToLong(worker -> worker.counters().get(counter.ordinal())).sum();
  }

  @Test
  void leaveCountsAndTotalsThatAreRight() throws Exception {
    assertRightAfterRequests(settings(), product.hasExactUpserts() ? THREADS : 1);
  }

  @Test
  void leaveThemRightWhenWrittenByTheAncestorsStatements() throws Exception {
    Map<String, String> settings = settings();
    settings.put("linkbench.compat", "upstream");
    if (!product.hasTransactions()) {
      // They read a link before they write it: without transactions one session must do it all.
      assertRightAfterRequests(settings, 1);
      return;
    }
    assertRightAfterRequests(settings, THREADS);
  }

  /** Conflicts are found at the commit, and the engine repeats the request. */
  @Test
  void leaveThemRightWithoutLocks() throws Exception {
    Assumptions.assumeTrue(product == Product.ROCKSDB, "only RocksDB has such transactions");
    Map<String, String> optimistic =
        Map.of(
            "dir",
            folder.resolve("optimistic").toString(),
            "sync",
            "normal",
            "transactions",
            "optimistic");
    try (Database other = Adapters.open("rocksdb", optimistic)) {
      assertRightAfterRequests(other, settings(), THREADS);
    }
  }

  private void assertRightAfterRequests(Map<String, String> settings, int threads)
      throws Exception {
    assertRightAfterRequests(database, settings, threads);
  }

  private static void assertRightAfterRequests(
      Database database, Map<String, String> settings, int threads) throws Exception {
    LinkBenchRun run = LinkBenchRun.on(database, settings);
    run.load(1);
    run.act("index");
    long loaded = run.rowCounts().get("linktable");
    assertThat(loaded).isEqualTo(run.plan().tables().get(0).rows());

    List<Answers> answers = run.request(threads, REQUESTS);

    assertThat(sum(answers, LinkBenchCounter.LINKS_HIDDEN)).isPositive();
    assertThat(sum(answers, LinkBenchCounter.LINKS_SHOWN)).isPositive();
    long rows = loaded + sum(answers, LinkBenchCounter.LINKS_ADDED);
    assertThat(run.rowCounts()).containsEntry("linktable", rows);
    long visible =
        rows
            + sum(answers, LinkBenchCounter.LINKS_SHOWN)
            - sum(answers, LinkBenchCounter.LINKS_HIDDEN);
    Outcome verified = run.act("verify");
    assertThat(verified.problems()).isEmpty();
    assertThat(verified.rows()).isEqualTo(rows);
    assertThat(verified.facts())
        .anyMatch(fact -> fact.endsWith("counts equal " + visible + " visible links"));
  }
}
