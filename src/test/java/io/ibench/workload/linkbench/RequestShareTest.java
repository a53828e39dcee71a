package io.ibench.workload.linkbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.config.Config;
import io.ibench.random.Random64;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RequestShareTest {

  private static final int DRAWS = 1_000_000;

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
}
