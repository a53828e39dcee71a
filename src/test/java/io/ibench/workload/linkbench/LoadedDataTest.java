package io.ibench.workload.linkbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.internal.TableRegister;
import io.ibench.db.internal.TableRegister.Row;
import io.ibench.db.internal.TableRegister.State;
import io.ibench.workload.Plan;
import io.ibench.workload.internal.RegisteredDataset;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Data that was loaded once and is used by many runs, on every product. */
class LoadedDataTest extends GraphContract {

  private static final String LOAD = "drop, create, load, index";
  private static final String WORK = "request, verify";

  private VirtualRun run(String id, String steps) throws Exception {
    VirtualRun run = VirtualRun.of(database, id, steps, Map.of("request.operations", "400"));
    assertThat(run.succeeded()).as(run.results().toString()).isTrue();
    return run;
  }

  private Row row(String table) throws DatabaseException {
    return new TableRegister(database).rows(List.of(table)).get(table);
  }

  private TreeSet<Long> nodeIds() throws DatabaseException {
    TreeSet<Long> ids = new TreeSet<>();
    try (Session session = database.session()) {
      Prepared all =
          session.prepare(Command.Select.of(GraphTables.NODES, List.of("id"), List.of()));
      int rows = all.execute();
      for (int row = 0; row < rows; row++) {
        ids.add(all.getLong(row, 0));
      }
    }
    return ids;
  }

  @Test
  void requestsAndVerifiesAgainAndAgain() throws Exception {
    run("load", LOAD);
    for (int time = 0; time < 3; time++) {
      TreeSet<Long> before = nodeIds();
      VirtualRun run = run("run-" + time, WORK);

      assertThat(run.dataset().ordinal()).isEqualTo(time);
      assertThat(run.dataset().loadedBy()).contains("load");
      assertThat(run.facts()).anyMatch(fact -> fact.startsWith("totals as booked: "));
      assertThat(run.counter(LinkBenchCounter.LINKS_ADDED)).isPositive();
      TreeSet<Long> added = nodeIds();
      added.removeAll(before);
      assertThat(added).isNotEmpty().allMatch(id -> id > before.last());
    }
    assertThat(row("linktable").runsServed()).isEqualTo(3);
  }

  @Test
  void theRowSaysWhatTheTablesAre() throws Exception {
    VirtualRun load = run("load", LOAD);
    Row links = row("linktable");
    long rows = load.counter(LinkBenchCounter.LINKS_LOADED);

    assertThat(links.workload()).isEqualTo("linkbench");
    assertThat(links.runId()).isEqualTo("load");
    assertThat(links.seed()).isEqualTo(LinkBenchRun.SEED);
    assertThat(links.loadMillis()).isEqualTo(VirtualClock.EPOCH_MILLIS);
    assertThat(links.settings())
        .containsEntry("linkbench.maxid1", "201")
        .containsEntry("linkbench.tail", "scaled");
    assertThat(links.totals()).contains(Map.of("rows", rows, "visible", rows));
    assertThat(links.state()).isEqualTo(State.LOADED);
    assertThat(row("nodetable").totals()).contains(Map.of("rows", 200L, "added", 0L));
    assertThat(row("counttable").made()).isTrue();

    run("drop", "drop");
    assertThat(row("linktable")).isNull();
    assertThat(row("counttable")).isNull();
    assertThat(row("nodetable")).isNull();
  }

  @Test
  void aLaterVerificationFindsWhatChangedBetweenTwoRuns() throws Exception {
    run("load", LOAD);
    run("first", WORK);
    try (Graph graph = new Graph(database.session())) {
      graph.deleteNode(nodeIds().last(), GraphData.NODE_TYPE);
    }
    VirtualRun later = VirtualRun.of(database, "later", "verify");
    assertThat(later.problems()).singleElement().asString().startsWith("nodetable rows: ");
  }

  @Test
  void aStepThatWasInterruptedLeavesItsTotals() throws Exception {
    run("load", LOAD);
    VirtualRun interrupted = VirtualRun.interrupted(database, "interrupted", WORK, 300);
    assertThat(interrupted.results().get(0).interrupted()).isTrue();
    assertThat(interrupted.operations()).isEqualTo(300);

    assertThat(run("later", WORK).facts()).anyMatch(f -> f.startsWith("totals as booked: "));
  }

  @Test
  void aRunThatDiedLeavesTotalsUnknownAndVerifySaysSo() throws Exception {
    run("load", LOAD);
    Plan plan = VirtualRun.plan("request", Map.of());
    // What the engine does before a step writes; this run never does the rest.
    RegisteredDataset.read(plan, database, "linkbench", "dying").working();
    for (String later : List.of("later", "still later")) {
      VirtualRun run = run(later, WORK);
      assertThat(run.facts())
          .anyMatch(fact -> fact.matches("[\\d,]+ counts equal [\\d,]+ visible links"))
          .anyMatch(fact -> fact.startsWith("totals not checked: "));
    }
    assertThat(row("linktable").totals()).isEmpty();
    assertThat(row("linktable").runsServed()).isEqualTo(3);
  }

  @Test
  void aLoadThatWasInterruptedIsNotComplete() throws Exception {
    VirtualRun.interrupted(database, "interrupted", LOAD, 1);

    assertThat(row("linktable").state()).isEqualTo(State.LOADING);
    assertThat(row("linktable").totals()).isEmpty();
  }
}
