package io.ibench.workload.linkbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.DatabaseException;
import io.ibench.db.FreshDatabase;
import io.ibench.db.Product;
import io.ibench.db.Session;
import io.ibench.workload.Worker;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** LinkBench's own count of rows equals a count of the tables, at any time. */
class RowsInTablesTest {

  private static final Map<String, String> SETTINGS = Map.of("linkbench.maxid1", "101");

  @TempDir Path folder;

  private static long counted(LinkBenchRun run) throws DatabaseException {
    Map<String, Long> rows = run.rowCounts();
    return rows.get(GraphTables.NODES.name()) + rows.get(GraphTables.LINKS.name());
  }

  @Test
  void duringTheLoadTheyAreThoseThatWereLoaded() throws Exception {
    try (FreshDatabase memory = FreshDatabase.of(Product.MEMORY, folder);
        Session session = memory.database().session()) {
      LinkBenchRun run = LinkBenchRun.on(memory.database(), SETTINGS);
      run.act("create");
      assertThat(run.rowsInTables()).isEmpty();
      Worker worker = run.loader(session);
      int checks = 0;
      int operation = worker.next();
      while (operation != Worker.DONE) {
        worker.prepare(operation, LinkBenchRun.LOAD_MILLIS);
        worker.execute(operation);
        assertThat(run.rowsInTables()).hasValue(counted(run));
        checks++;
        operation = worker.next();
      }
      assertThat(checks).isGreaterThan(2);
    }
  }

  @Test
  void afterTheLoadAndAfterRequestsTheyAreThoseThatAreThere() throws Exception {
    try (FreshDatabase memory = FreshDatabase.of(Product.MEMORY, folder)) {
      LinkBenchRun run = LinkBenchRun.on(memory.database(), SETTINGS);
      run.load(2);
      run.act("index");
      long loaded = counted(run);
      assertThat(run.rowsInTables()).hasValue(loaded);
      run.request(2, 2_000);
      assertThat(counted(run)).isNotEqualTo(loaded);
      assertThat(run.rowsInTables()).hasValue(counted(run));
    }
  }

  @Test
  void ofTablesThatAreDroppedThereAreNone() throws Exception {
    try (FreshDatabase memory = FreshDatabase.of(Product.MEMORY, folder)) {
      LinkBenchRun run = LinkBenchRun.on(memory.database(), SETTINGS);
      run.load(1);
      run.act("drop");
      assertThat(run.rowsInTables()).isEmpty();
    }
  }
}
