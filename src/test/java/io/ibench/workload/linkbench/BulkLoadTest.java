package io.ibench.workload.linkbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Adapters;
import io.ibench.db.Database;
import io.ibench.db.FreshDatabase;
import io.ibench.db.MariadbSchema;
import io.ibench.db.Product;
import io.ibench.testing.Servers;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class BulkLoadTest {

  @TempDir Path folder;

  @Test
  void loadsInBulkWhatIsLoadedElsewhere() throws Exception {
    Map<String, String> settings = Map.of("linkbench.maxid1", "3001");
    Map<String, String> reference;
    try (FreshDatabase memory = FreshDatabase.of(Product.MEMORY, folder)) {
      LinkBenchRun run = LinkBenchRun.on(memory.database(), settings);
      run.load(1);
      reference = run.contents();
    }
    try (MariadbSchema schema = new MariadbSchema(Servers.requireMariadb())) {
      Map<String, String> bulk = schema.settings(schema.url());
      bulk.put("batch", "bulk");
      try (Database database = Adapters.open("mariadb", bulk)) {
        LinkBenchRun run = LinkBenchRun.on(database, settings);
        run.load(3);
        assertThat(run.contents()).isEqualTo(reference);
        assertThat(run.act("verify").problems()).isEmpty();
      }
    }
  }
}
