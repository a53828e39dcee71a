package io.ibench.workload.linkbench;

import static io.ibench.workload.linkbench.Graph.TYPE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.ibench.db.Add;
import io.ibench.db.Assign;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.DatabaseException;
import io.ibench.db.FreshDatabase;
import io.ibench.db.Prepared;
import io.ibench.db.Product;
import io.ibench.db.Session;
import io.ibench.db.internal.TableRegister;
import io.ibench.workload.WorkloadRun.Outcome;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every id from 1 to 20 has three links of the first type and two of the second. */
class VerificationTest extends GraphContract {

  private static final List<Condition> COUNT_KEY =
      List.of(Condition.eq("id"), Condition.eq("link_type"));

  private LinkBenchRun run;

  @BeforeEach
  void load() throws Exception {
    Map<String, String> settings = new HashMap<>();
    settings.put("linkbench.maxid1", "21");
    settings.put("linkbench.degrees", LinkBenchRun.distribution(folder, "5 100"));
    run = LinkBenchRun.on(database, settings);
    run.load(1);
    run.act("index");
  }

  /** Executes one command with numbers as its parameters. */
  private int execute(Command command, long... parameters) throws DatabaseException {
    try (Session session = database.session()) {
      Prepared prepared = session.prepare(command);
      for (int i = 0; i < parameters.length; i++) {
        prepared.setLong(i, parameters[i]);
      }
      return prepared.execute();
    }
  }

  private void addToCount(long id, long type, long delta) throws DatabaseException {
    execute(
        new Command.Update(
            GraphTables.COUNTS,
            List.of(),
            List.of(new Add("count", delta)),
            COUNT_KEY,
            Optional.empty()),
        id,
        type);
  }

  private void insertCount(long id, long type, long count) throws DatabaseException {
    execute(
        new Command.Insert(GraphTables.COUNTS, GraphTables.COUNTS.columnNames(), 1),
        id,
        type,
        count,
        0,
        0);
  }

  private void insertLink(long id1, long id2, long type, long visibility) throws DatabaseException {
    try (Session session = database.session()) {
      Prepared insert =
          session.prepare(
              new Command.Insert(GraphTables.LINKS, GraphTables.LINKS.columnNames(), 1));
      long[] numbers = {id1, id2, type, visibility, 0, 0, 0};
      for (int i = 0; i < numbers.length; i++) {
        if (GraphTables.LINKS.columns().get(i).type().isNumber()) {
          insert.setLong(i, numbers[i]);
        } else {
          insert.setBytes(i, new byte[0], 0);
        }
      }
      insert.execute();
    }
  }

  private List<String> problems() throws Exception {
    return run.act("verify").problems();
  }

  @Test
  void findsNothingWrongWithWhatWasLoaded() throws Exception {
    Outcome outcome = run.act("verify");
    assertThat(outcome.problems()).isEmpty();
    assertThat(outcome.rows()).isEqualTo(100);
    assertThat(outcome.facts())
        .containsExactly(
            "40 counts equal 100 visible links", "totals as booked: 100 links, 20 nodes");
  }

  @Test
  void namesACountThatIsOffByOne() throws Exception {
    addToCount(7, TYPE, 1);
    addToCount(8, TYPE + 1, -1);
    assertThat(problems())
        .containsExactly(
            "counttable id 7, link_type 123456789: count expected 3, the visible links in linktable; found 4",
            "counttable id 8, link_type 123456790: count expected 2, the visible links in linktable; found 1");
  }

  @Test
  void namesTheFirstAndTheLastIdToo() throws Exception {
    addToCount(1, TYPE, 1);
    addToCount(20, TYPE + 1, 1);
    assertThat(problems())
        .containsExactly(
            "counttable id 1, link_type 123456789: count expected 3, the visible links in linktable; found 4",
            "counttable id 20, link_type 123456790: count expected 2, the visible links in linktable; found 3");
  }

  @Test
  void namesLinksWithoutACount() throws Exception {
    execute(new Command.Delete(GraphTables.COUNTS, COUNT_KEY, 0), 7, TYPE);
    execute(new Command.Delete(GraphTables.COUNTS, COUNT_KEY, 0), 20, TYPE + 1);
    assertThat(problems())
        .containsExactly(
            "counttable id 7, link_type 123456789: count expected 3, the visible links in linktable; found 0",
            "counttable id 20, link_type 123456790: count expected 2, the visible links in linktable; found 0");
  }

  @Test
  void namesACountWithoutLinks() throws Exception {
    insertCount(7, TYPE + 2, 6);
    insertCount(700, TYPE, 5);
    assertThat(problems())
        .containsExactly(
            "counttable id 7, link_type 123456791: count expected 0, the visible links in linktable; found 6",
            "counttable id 700, link_type 123456789: count expected 0, the visible links in linktable; found 5");
  }

  @Test
  void takesACountOfZeroForNoLinks() throws Exception {
    insertCount(7, TYPE + 2, 0);
    assertThat(problems()).isEmpty();
  }

  @Test
  void namesAVisibleLinkThatNobodyCounted() throws Exception {
    insertLink(9, 99, TYPE, GraphData.VISIBLE);
    assertThat(problems())
        .containsExactly(
            "counttable id 9, link_type 123456789: count expected 4, the visible links in linktable; found 3",
            "linktable rows: expected 100 as booked, found 101",
            "visible links: expected 100 as booked, found 101");
  }

  @Test
  void findsAHiddenLinkThatNobodyBooked() throws Exception {
    insertLink(9, 99, TYPE, GraphData.HIDDEN);
    assertThat(problems()).containsExactly("linktable rows: expected 100 as booked, found 101");
  }

  @Test
  void findsALinkHiddenBehindItsBack() throws Exception {
    execute(
        new Command.Update(
            GraphTables.LINKS,
            List.of(Assign.constant("visibility", GraphData.HIDDEN)),
            List.of(),
            List.of(Condition.eq("link_type"), Condition.eq("id1"), Condition.eq("id2")),
            Optional.empty()),
        TYPE,
        9,
        10);
    assertThat(problems())
        .containsExactly(
            "counttable id 9, link_type 123456789: count expected 2, the visible links in linktable; found 3",
            "visible links: expected 100 as booked, found 99");
  }

  @Test
  void findsANodeTooManyAndOneTooFew() throws Exception {
    try (Graph graph = new Graph(database.session())) {
      graph.addNode(GraphData.NODE_TYPE, "extra");
      assertThat(problems()).containsExactly("nodetable rows: expected 20 as booked, found 21");
      graph.deleteNode(1, GraphData.NODE_TYPE);
      graph.deleteNode(2, GraphData.NODE_TYPE);
    }
    assertThat(problems()).containsExactly("nodetable rows: expected 20 as booked, found 19");
  }

  @Test
  void showsTheFirstFiveOfMany() throws Exception {
    for (long id = 3; id < 10; id++) {
      addToCount(id, TYPE, 2);
    }
    assertThat(problems())
        .hasSize(6)
        .startsWith(
            "counttable id 3, link_type 123456789: count expected 3, the visible links in linktable; found 5")
        .endsWith("7 ids and types in all have a wrong count");
  }

  @Test
  void checksCountsButNotTotalsWhenNobodyKnowsThem() throws Exception {
    new TableRegister(database).remove("nodetable");
    LinkBenchRun later = LinkBenchRun.on(database, Map.of("linkbench.maxid1", "21"));
    addToCount(7, TYPE, 1);
    insertLink(9, 99, TYPE, GraphData.HIDDEN);
    Outcome outcome = later.act("verify");
    assertThat(outcome.problems())
        .containsExactly(
            "counttable id 7, link_type 123456789: count expected 3, the visible links in linktable; found 4");
    assertThat(outcome.facts()).anyMatch(fact -> fact.startsWith("totals not checked"));
  }

  @Test
  void samplesManyIdsAndFindsDamageThatIsEverywhere() throws Exception {
    Map<String, String> settings =
        Map.of(
            "linkbench.maxid1",
            "50001",
            "linkbench.verify",
            "sample",
            "linkbench.verify_sample",
            "1000");
    LinkBenchRun sample = LinkBenchRun.on(database, settings);
    assertThat(sample.act("verify").problems()).isEmpty();
    Prepared insert;
    try (Session session = database.session()) {
      insert =
          session.prepare(
              new Command.Insert(GraphTables.COUNTS, GraphTables.COUNTS.columnNames(), 2500));
      for (long id = 40; id <= 50_000; id += 20) {
        long[] row = {id, TYPE, 1, 0, 0};
        for (int column = 0; column < row.length; column++) {
          insert.setLong(column, row[column]);
        }
        insert.addBatch();
      }
      insert.execute();
    }
    List<String> problems = sample.act("verify").problems();
    assertThat(problems).hasSize(6);
    assertThat(problems.get(0))
        .endsWith("count expected 0, the visible links in linktable; found 1");
    assertThat(problems.get(5)).endsWith(" ids and types in all have a wrong count");
    // One of a hundred pairs is drawn, and one of 40 is damaged.
    assertThat(Long.parseLong(problems.get(5).split(" ")[0])).isBetween(6L, 40L);
  }

  /**
   * One id has all the links, more than are read at once; a random pair would seldom be its pair.
   */
  @Test
  void aSampleHoldsTheMostLinkedIdAndChecksTotals() throws Exception {
    // Such a server looks at every link for each pair.
    String pairs = product.readsWholeCollections() ? "200" : "300";
    Map<String, String> settings = new HashMap<>();
    settings.put("linkbench.maxid1", "6001");
    settings.put("linkbench.verify", "sample");
    settings.put("linkbench.verify_sample", pairs);
    settings.put("linkbench.tail", "upstream");
    settings.put("linkbench.degrees", LinkBenchRun.distribution(folder, "0 99.99 24001 100"));
    LinkBenchRun sample = LinkBenchRun.on(database, settings);
    sample.act("drop");
    sample.load(2);
    Outcome clean = sample.act("verify");
    assertThat(clean.problems()).isEmpty();
    assertThat(clean.rows()).isEqualTo(24_001);
    assertThat(clean.facts())
        .containsExactly(
            "2 counts equal 24,001 visible links, in a sample of "
                + pairs
                + " pairs of id and link type, the 200 with the most links among them",
            "totals as booked: 24,001 links, 6,000 nodes");
    long hub = 1 + LinkBenchSettings.from(LinkBenchRun.config(settings)).degrees().offset(0);
    addToCount(hub, TYPE + 1, 1);
    execute(new Command.Delete(GraphTables.NODES, List.of(Condition.eq("id")), 0), 5);
    Outcome damaged = sample.act("verify");
    assertThat(damaged.problems())
        .containsExactly(
            "counttable id "
                + hub
                + ", link_type 123456790: count expected 12,000, the visible links in linktable;"
                + " found 12,001",
            "nodetable rows: expected 6,000 as booked, found 5,999");
    assertThat(damaged.facts()).isEmpty();
  }

  @Test
  void anInterruptEndsAWalk() {
    if (product == Product.JDBC) {
      // On HSQLDB the run abandons the walk a few seconds later.
      assumeThat(FreshDatabase.jdbcProduct())
          .as("a driver that keeps interrupts")
          .isNotEqualTo("HSQLDB");
    }
    Thread.currentThread().interrupt();
    Throwable thrown = catchThrowable(() -> run.act("verify"));
    boolean stillInterrupted = Thread.interrupted();
    if (product.adapter().equals("mongodb")) {
      // The driver fails every call of an interrupted thread, and leaves the thread interrupted.
      assertThat(thrown).isInstanceOf(DatabaseException.class).hasMessageContaining("nterrupted");
      assertThat(stillInterrupted).isTrue();
    } else if (product == Product.JDBC && FreshDatabase.jdbcProduct().equals("Derby")) {
      // It closes the connection of an interrupted thread, and leaves the thread interrupted.
      assertThat(thrown).isInstanceOf(DatabaseException.class);
      assertThat(stillInterrupted).isTrue();
    } else {
      assertThat(thrown).isInstanceOf(InterruptedException.class);
      assertThat(stillInterrupted).isFalse();
    }
  }
}
