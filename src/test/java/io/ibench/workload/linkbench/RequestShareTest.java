package io.ibench.workload.linkbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.config.Config;
import io.ibench.db.FreshDatabase;
import io.ibench.db.Product;
import io.ibench.random.Random64;
import io.ibench.workload.linkbench.LinkBenchRun.Answers;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequestShareTest {

  private static final int DRAWS = 1_000_000;

  @TempDir Path folder;

  @Test
  void drawsOperationsInTheirPublishedShares() {
    RequestMix mix = RequestMix.from(Config.of(Map.of()));
    Random64 random = new Random64(1);
    int[] drawn = new int[LinkOperation.values().length];
    for (int i = 0; i < DRAWS; i++) {
      drawn[mix.next(random)]++;
    }
    Map<LinkOperation, Double> percents =
        Map.of(
            LinkOperation.ADD_LINK, 8.99,
            LinkOperation.DELETE_LINK, 2.99,
            LinkOperation.UPDATE_LINK, 8.01,
            LinkOperation.COUNT_LINK, 4.89,
            LinkOperation.MULTIGET_LINK, 0.53,
            LinkOperation.GET_LINKS_LIST, 50.71,
            LinkOperation.ADD_NODE, 2.57,
            LinkOperation.UPDATE_NODE, 7.37,
            LinkOperation.DELETE_NODE, 1.01,
            LinkOperation.GET_NODE, 12.93);
    percents.forEach(
        (operation, percent) ->
            assertThat(drawn[operation.ordinal()] * 100.0 / DRAWS)
                .as(operation.name())
                .isCloseTo(percent, within(0.2)));
  }

  @Test
  void pagesFurtherBackAsOftenAsItIsTold() throws Exception {
    Map<String, String> settings = new HashMap<>();
    LinkBenchKeys.MIX.values().forEach(percent -> settings.put(percent.name(), "0"));
    settings.put("linkbench.getlinklist", "100");
    settings.put("linkbench.maxid1", "11");
    settings.put("linkbench.link_type_count", "1");
    settings.put("linkbench.degrees", LinkBenchRun.distribution(folder, "200 100"));
    settings.put("linkbench.range_limit", "10");
    settings.put("linkbench.getlinklist_history", "25");
    try (FreshDatabase memory = FreshDatabase.of(Product.MEMORY, folder)) {
      LinkBenchRun run = LinkBenchRun.on(memory.database(), settings);
      run.load(1);
      run.act("index");
      Answers answers = run.request(1, 4000).get(0);
      assertThat(answers.tallies().get(Tally.HISTORY_QUERIES.ordinal())).isBetween(900L, 1100L);
    }
  }
}
