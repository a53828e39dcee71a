package io.ibench.workload.linkbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.DatabaseException;
import io.ibench.db.FreshDatabase;
import io.ibench.db.Product;
import io.ibench.db.Session;
import io.ibench.workload.Worker;
import io.ibench.workload.linkbench.LinkBenchKeys.Compat;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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
        assertThat(run.rowBytesInTables()).hasValue(run.valueBytes());
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
      assertThat(run.rowBytesInTables()).hasValue(run.valueBytes());
      run.request(2, 2_000);
      assertThat(counted(run)).isNotEqualTo(loaded);
      assertThat(run.rowsInTables()).hasValue(counted(run));
      assertThat(run.rowBytesInTables()).as("lengths of replaced values are unknown").isEmpty();
    }
  }

  /** Each request alone: its bytes are those of the rows that differ from before. */
  @ParameterizedTest
  @EnumSource(Compat.class)
  void aRequestCountsTheBytesOfWhatItWrites(Compat compat) throws Exception {
    try (FreshDatabase memory = FreshDatabase.of(Product.MEMORY, folder);
        Session session = memory.database().session()) {
      LinkBenchRun run =
          LinkBenchRun.on(
              memory.database(),
              Map.of("linkbench.maxid1", "101", "linkbench.compat", compat.name().toLowerCase()));
      run.load(1);
      run.act("index");
      Worker worker = run.requestWorker(session);
      Set<String> written = new TreeSet<>();
      for (int i = 0; i < 400; i++) {
        int operation = worker.next();
        worker.prepare(operation, LinkBenchRun.LOAD_MILLIS + i);
        Map<LinkBenchCounter, Long> before = counters(worker);
        long bytesBefore = run.valueBytes();
        int rows = worker.execute(operation);
        Map<LinkBenchCounter, Long> by = counters(worker);
        by.replaceAll((counter, value) -> value - before.get(counter));
        long bytes = by.get(LinkBenchCounter.ROW_BYTES_WRITTEN);
        long grown = run.valueBytes() - bytesBefore;
        String name = run.plan().operations().get(operation);
        long links = by.get(LinkBenchCounter.LINKS_ADDED);
        switch (name) {
          case "ADD_NODE" -> assertThat(bytes).as(name).isEqualTo(grown);
          case "DELETE_LINK" -> {
            long hidden = by.get(LinkBenchCounter.LINKS_HIDDEN);
            assertThat(bytes).as(name).isEqualTo(rows + hidden * 40);
          }
          case "ADD_LINK", "UPDATE_LINK" -> {
            // A new count grows the tables as well; a changed one is written, and does not.
            if (links > 0) {
              assertThat(bytes).as(name).isIn(grown, grown + 40);
            } else {
              long counts = by.get(LinkBenchCounter.LINKS_SHOWN) * 40;
              assertThat(bytes - counts).as(name).isBetween(37L, 37L + GraphTables.MAX_LINK_DATA);
            }
          }
          case "UPDATE_NODE" -> assertThat(bytes).as(name).isGreaterThanOrEqualTo(rows * 12L);
          default -> assertThat(bytes).as(name).isZero();
        }
        if (bytes > 0) {
          written.add(name);
        }
      }
      assertThat(written)
          .containsExactly("ADD_LINK", "ADD_NODE", "DELETE_LINK", "UPDATE_LINK", "UPDATE_NODE");
    }
  }

  private static Map<LinkBenchCounter, Long> counters(Worker worker) {
    Map<LinkBenchCounter, Long> counters = new EnumMap<>(LinkBenchCounter.class);
    for (LinkBenchCounter counter : LinkBenchCounter.values()) {
      counters.put(counter, worker.counters().get(counter.ordinal()));
    }
    return counters;
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
