package io.ibench.workload.linkbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.FreshDatabase;
import io.ibench.db.Prepared;
import io.ibench.db.Product;
import io.ibench.db.Session;
import io.ibench.random.Random64;
import io.ibench.testing.Slow;
import io.ibench.workload.Plan.LoadedTable;
import io.ibench.workload.Worker;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class LoadContractTest extends GraphContract {

  private static final int HUB_LINKS = 25_001;

  private static Map<String, Long> planned(LinkBenchRun run) {
    return run.plan().tables().stream()
        .collect(Collectors.toMap(table -> table.table().name(), LoadedTable::rows));
  }

  @Test
  void anyNumberOfThreadsLoadsTheSameRows() throws Exception {
    Map<String, String> settings = Map.of("linkbench.maxid1", "2001", "linkbench.startid1", "1001");
    Map<String, String> reference;
    try (FreshDatabase memory = FreshDatabase.of(Product.MEMORY, folder)) {
      LinkBenchRun run = LinkBenchRun.on(memory.database(), settings);
      run.load(1);
      reference = run.contents();
    }
    for (int threads : new int[] {1, 7}) {
      LinkBenchRun run = LinkBenchRun.on(database, settings);
      run.act("drop");
      run.load(threads);
      assertThat(run.contents()).as("%d threads", threads).isEqualTo(reference);
      assertThat(run.rowCounts()).isEqualTo(planned(run));
    }
  }

  /** After a lost connection a worker asks the database which of the two it was. */
  @Test
  void aBatchIsKnownAsDoneOnceItIsDoneAndNotBefore() throws Exception {
    Map<String, String> settings = Map.of("linkbench.maxid1", "51", "load.rows_per_commit", "10");
    LinkBenchRun run = LinkBenchRun.on(database, settings);
    run.act("drop");
    run.act("create");
    try (Session session = database.session()) {
      Worker worker = run.loader(session);
      int batches = 0;
      for (int operation = worker.next(); operation != Worker.DONE; operation = worker.next()) {
        worker.prepare(operation, LinkBenchRun.LOAD_MILLIS);
        assertThat(worker.resolveOutcome(operation)).isEqualTo(Worker.NOT_EXECUTED);
        int rows = worker.execute(operation);
        assertThat(worker.resolveOutcome(operation)).isEqualTo(rows);
        batches++;
      }
      assertThat(batches).isGreaterThan(10);
    }
    assertThat(run.rowCounts()).isEqualTo(planned(run));
  }

  @Test
  void loadsAsManyRowsAsPlanned() throws Exception {
    for (int ids : new int[] {1, 2, 20}) {
      for (int types = 1; types <= 3; types++) {
        LinkBenchRun run =
            LinkBenchRun.on(
                database,
                Map.of(
                    "linkbench.maxid1", Integer.toString(ids + 1),
                    "linkbench.link_type_count", Integer.toString(types),
                    "load.rows_per_commit", "1"));
        run.act("drop");
        run.load(2);
        assertThat(run.rowCounts()).as("%d ids, %d types", ids, types).isEqualTo(planned(run));
        assertThat(run.act("verify").problems()).isEmpty();
      }
    }
  }

  @Test
  void loadsEveryLinkOfAHubOnce() throws Exception {
    Map<String, String> settings =
        Map.of(
            "linkbench.maxid1", "11",
            "linkbench.link_type_count", "1",
            "linkbench.degrees",
                LinkBenchRun.distribution(folder, "0 80 3 90 " + HUB_LINKS + " 100"));
    LinkBenchRun run = LinkBenchRun.on(database, settings);
    run.load(4);
    assertThat(run.rowCounts().get("linktable")).isEqualTo(HUB_LINKS + 3);
    try (Session session = database.session()) {
      Prepared hub = linksOfHub(session);
      assertThat(hub.execute()).isEqualTo(HUB_LINKS);
      long id1 = hub.getLong(0, 0);
      for (int row = 0; row < HUB_LINKS; row++) {
        assertThat(hub.getLong(row, 0)).isEqualTo(id1);
        assertThat(hub.getLong(row, 1)).isEqualTo(id1 + row);
      }
    }
    assertThat(run.act("verify").problems()).isEmpty();
  }

  /** As after kill -9 of the client. */
  @Slow
  @Test
  void aLoadThatStoppedAnywhereGoesOnWithoutALostOrDoubledRow() throws Exception {
    Map<String, String> settings =
        Map.of(
            "linkbench.maxid1", "1251",
            "load.threads", "3",
            "load.rows_per_commit", "125",
            "linkbench.link_type_count", "2",
            "linkbench.degrees", LinkBenchRun.distribution(folder, "0 60 2 99.88 3001 100"));
    LinkBenchRun whole = LinkBenchRun.on(database, settings);
    whole.load(1);
    Random64 order = new Random64(7);
    for (int batches : new int[] {0, 1, 3, 20, 45, 1_000_000}) {
      LinkBenchRun first = LinkBenchRun.on(database, settings);
      first.act("drop");
      first.loadPart(3, batches, order);
      long before = first.rowCounts().values().stream().mapToLong(Long::longValue).sum();
      LinkBenchRun second = LinkBenchRun.on(database, settings);
      assertThat(second.continueLoad(3)).as("found after %d batches", batches).isEqualTo(before);
      assertThat(second.contents()).as("after %d batches", batches).isEqualTo(whole.contents());
      assertThat(second.rowCounts()).isEqualTo(planned(second));
    }
  }

  private static Prepared linksOfHub(Session session) throws Exception {
    Command largestCount =
        new Command.Select(
            GraphTables.COUNTS,
            List.of("id", "count"),
            List.of(),
            Optional.empty(),
            List.of("count"),
            true,
            1,
            0);
    Prepared largest = session.prepare(largestCount);
    largest.execute();
    assertThat(largest.getLong(0, 1)).isEqualTo(HUB_LINKS);
    Command links =
        new Command.Select(
            GraphTables.LINKS,
            List.of("id1", "id2"),
            List.of(Condition.eq("id1"), Condition.eq("link_type", Graph.TYPE)),
            Optional.empty(),
            List.of("id2"),
            false,
            0,
            0);
    Prepared hub = session.prepare(links);
    hub.setLong(0, largest.getLong(0, 0));
    return hub;
  }
}
