package io.ibench.workload.linkbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.EachProduct;
import io.ibench.db.Product;
import io.ibench.measure.Listeners;
import io.ibench.measure.StepResult;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All ten requests by many threads on three ids, so that nearly every write meets another. */
@EachProduct(onePool = true)
class HotGraphTest extends GraphContract {

  private static final Map<String, String> MIX =
      Map.of(
          "linkbench.addlink", "25",
          "linkbench.updatelink", "20",
          "linkbench.deletelink", "35",
          "linkbench.countlink", "4",
          "linkbench.getlink", "4",
          "linkbench.getlinklist", "4",
          "linkbench.addnode", "2",
          "linkbench.updatenode", "2",
          "linkbench.deletenode", "2",
          "linkbench.getnode", "2");

  private Map<String, String> settings(int threads, String compat) throws IOException {
    Map<String, String> settings = new HashMap<>(MIX);
    settings.put("steps", "create, load, index, request, verify");
    settings.put("linkbench.compat", compat);
    settings.put("linkbench.maxid1", "4");
    settings.put("linkbench.degrees", LinkBenchRun.distribution(folder, "7 100"));
    settings.put("load.threads", "2");
    settings.put("request.threads", Integer.toString(threads));
    settings.put("request.operations", Long.toString(operations()));
    return settings;
  }

  /** Few enough that a server that syncs every commit takes a second. */
  private long operations() {
    return product == Product.MEMORY ? 8000 : 960;
  }

  @ParameterizedTest
  @CsvSource({"8, none", "64, none", "8, upstream", "64, upstream"})
  void losesNoCountAndFailsNoRequest(int threads, String compat) throws Exception {
    Map<String, StepResult> results =
        EngineOnGraph.run(database, settings(threads, compat), new Listeners(List.of()));
    assertThat(results).hasSize(5);
    assertThat(results.values()).allSatisfy(result -> assertThat(result.failure()).isEmpty());
    StoredGraph stored = StoredGraph.read(database);
    boolean upstream = compat.equals("upstream");
    if (!product.hasExactUpserts() || upstream && !product.hasTransactions()) {
      // The original reads a link before it writes it, so others write in between, and a writer
      // with a wrong answer counts twice: verify must report it.
      assertThat(results.get("verify").problems().isEmpty())
          .isEqualTo(stored.counts().equals(stored.visible()));
      return;
    }
    assertThat(results.values()).allSatisfy(result -> assertThat(result.problems()).isEmpty());
    StepResult request = results.get("request");
    assertThat(request.whole().successes()).isEqualTo(operations());
    assertThat(request.whole().failures()).isZero();
    if (!product.mayRetry()) {
      assertThat(request.whole().retries()).as("its writers queue").isZero();
    }
    assertThat(stored.counts()).isEqualTo(stored.visible());
    assertThat(stored.links()).anyMatch(link -> !link.visible());
    assertThat(results.get("verify").rows()).isEqualTo(stored.links().size());
  }
}
