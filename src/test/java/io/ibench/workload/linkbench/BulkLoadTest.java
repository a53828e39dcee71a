package io.ibench.workload.linkbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Adapters;
import io.ibench.db.Database;
import io.ibench.db.FreshDatabase;
import io.ibench.db.Product;
import io.ibench.db.ServerSchema;
import io.ibench.testing.NeedsServer;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(300)
@NeedsServer
class BulkLoadTest {

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(
      value = Product.class,
      names = {"MARIADB", "POSTGRES"})
  void loadsInBulkWhatIsLoadedElsewhere(Product product) throws Exception {
    Map<String, String> settings = Map.of("linkbench.maxid1", "3001");
    Map<String, String> reference;
    try (FreshDatabase memory = FreshDatabase.of(Product.MEMORY, folder)) {
      LinkBenchRun run = LinkBenchRun.on(memory.database(), settings);
      run.load(1);
      reference = run.contents();
    }
    try (ServerSchema schema = ServerSchema.of(product)) {
      Map<String, String> bulk = schema.settings(schema.url());
      bulk.put("batch", "bulk");
      try (Database database = Adapters.open(product.adapter(), bulk)) {
        LinkBenchRun run = LinkBenchRun.on(database, settings);
        run.load(3);
        assertThat(run.contents()).isEqualTo(reference);
        assertThat(run.act("verify").problems()).isEmpty();
      }
    }
  }
}
