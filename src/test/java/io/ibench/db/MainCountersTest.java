package io.ibench.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

@ParameterizedClass(name = "{0}")
@EachProduct
class MainCountersTest {

  @Parameter Product product;

  @TempDir Path folder;

  /** The server of the tests has no WiredTiger: MongodbCountersTest is about its names. */
  @Test
  void eachIsOneThatTheProductTellsAndAtMostTwentyAre() throws Exception {
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      Database database = fresh.database();
      List<MainCounter> main = database.mainCounters();
      assertThat(main).hasSizeLessThanOrEqualTo(20);
      assertThat(main.stream().map(MainCounter::name)).doesNotHaveDuplicates();
      if (product.keepsDocuments()) {
        return;
      }
      Map<String, Boolean> told =
          database.counters().stream()
              .collect(Collectors.toMap(ServerCounter::name, ServerCounter::rising));
      for (MainCounter one : main) {
        assertThat(told).containsEntry(one.name(), one.rising());
      }
    }
  }
}
