package io.ibench.workload.simple;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.config.Config;
import io.ibench.config.Problem;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FreshDatabase;
import io.ibench.db.Product;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.db.internal.TableRegister;
import io.ibench.measure.BoundaryMetric;
import io.ibench.measure.OperationSummary;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.WorkloadCounter;
import io.ibench.random.Random64;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.TableContents;
import io.ibench.workload.Worker;
import io.ibench.workload.WrappedPlan;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A simple workload in memory: what it finds, what it books, and what it refuses. */
class SimpleWorkloadTest {

  private static final Binder BINDS_NONE = (command, values) -> {};

  @TempDir private Path folder;
  private FreshDatabase fresh;
  private Database database;

  @BeforeEach
  void open() throws DatabaseException {
    fresh = FreshDatabase.of(Product.MEMORY, folder);
    database = fresh.database();
  }

  @AfterEach
  void close() throws DatabaseException {
    fresh.close();
  }

  private void change(Command command) throws DatabaseException {
    try (Session session = database.session()) {
      assertThat(session.prepare(command).execute()).isPositive();
    }
  }

  @Test
  void verifyFindsLostAndForeignRowsWrongCountsAndWrongSums() throws Exception {
    assertThat(ShopRun.of(database, ShopRun.ALL).problems()).isEmpty();
    change(Shop.EVENTS.delete().first(1));
    change(Shop.METERS.update().add("total", 1).where(where("id", 3)));
    change(Shop.CUSTOMERS.update().add("orders", 5).where(where("id", 7)));
    change(Shop.ORDER_TABLE.update().set("customer", 99).where(where("id", 4)));
    change(Shop.ORDER_TABLE.update().set("status", 9).where(where("id", 5)));

    List<String> problems = ShopRun.of(database, "verify").problems();

    assertThat(problems).hasSize(5);
    assertThat(problems.get(0)).matches("events: expected (\\d+) rows as booked, found \\d+");
    assertThat(problems.get(1)).startsWith("sum of meters.total: expected ");
    assertThat(problems.get(2))
        .startsWith("customers.orders: 2 of 20 counts are wrong; the first: id = 4 has the count ");
    assertThat(problems.get(3)).isEqualTo("customer: 1 rows of orders have no row in customers");
    assertThat(problems.get(4)).isEqualTo("statuses: 1 orders have no such status");
  }

  @Test
  void theBytesOfValuesAreThoseOfTheTablesAfterTheLoadAndThoseThatRequestsWriteByHand()
      throws Exception {
    ShopRun loads = ShopRun.of(database, "drop, create, load");
    long inTables = 0;
    try (Session session = database.session()) {
      for (Table table :
          List.of(Shop.CUSTOMERS, Shop.ORDER_TABLE, Shop.NOTES, Shop.METERS, Shop.EVENTS)) {
        inTables += TableContents.valueBytes(session, table);
      }
    }
    PeriodResult load = loads.results().get(2).whole();
    assertThat(load.end().values()).containsEntry(BoundaryMetric.ROW_BYTES, inTables);

    PeriodResult requests = ShopRun.of(database, ShopRun.ALL).results().get(4).whole();
    Plan plan = ShopRun.plan(ShopRun.ALL);
    int bytes = plan.counters().indexOf(WorkloadCounter.rowBytesWritten());
    long expected = 0;
    for (OperationSummary each : requests.operations()) {
      long count = each.count();
      expected +=
          switch (plan.operations().get(each.operation())) {
            case "NEW_ORDER" -> count * (8 + 8 + 1 + 40 + 8);
            // The status that was read is written into another row.
            case "COPY_STATUS" -> each.rows() - count;
            case "METER", "EVENT" -> count * (8 + 8);
            default -> 0;
          };
    }
    assertThat(requests.workloadCounters()[bytes]).isEqualTo(expected);
    assertThat(requests.end().values()).doesNotContainKey(BoundaryMetric.ROW_BYTES);
  }

  private static Condition where(String column, long value) {
    return Condition.eq(column, value);
  }

  private static boolean isEvent(Command command) {
    return command instanceof Command.Insert && command.table().equals(Shop.EVENTS);
  }

  @Test
  void anInsertWithAKeyOfItsOwnIsLookedUpAfterItsAnswerWasLost() throws Exception {
    for (boolean executes : new boolean[] {true, false}) {
      Database losing =
          LostAnswer.of(
              database,
              command -> isEvent(command) && ((Command.Insert) command).maxBatch() == 1,
              executes);
      ShopRun run = ShopRun.of(losing, ShopRun.ALL);
      assertThat(run.problems()).isEmpty();
      assertThat(run.facts()).anyMatch(fact -> fact.matches("events: [1-9]\\d* rows as booked"));
    }
  }

  @Test
  void aWriteWithAnUnknownOutcomeWidensWhatVerifyAcceptsAlsoInLaterRuns() throws Exception {
    Database losing = LostAnswer.of(database, Command.Delete.class::isInstance, true);
    ShopRun unsure = ShopRun.of(losing, ShopRun.ALL);
    assertThat(unsure.problems()).isEmpty();
    assertThat(unsure.facts())
        .anyMatch(fact -> fact.matches("notes: .* of which up to 0 more and 1 fewer are possible"));
    assertThat(ShopRun.of(database, "verify").problems()).isEmpty();
    change(Shop.NOTES.delete().first(1));
    assertThat(ShopRun.of(database, "verify").problems()).hasSize(1);
  }

  @Test
  void theEngineKeepsTheRegister() throws Exception {
    ShopRun run = ShopRun.of(database, ShopRun.ALL);
    TableRegister.Row row = run.dataset().row(Shop.EVENTS).orElseThrow();
    assertThat(row.state()).isEqualTo(TableRegister.State.LOADED);
    assertThat(row.runsServed()).isEqualTo(1);
    assertThat(row.settings()).containsEntry("seed", "7").containsEntry("shop.orders", "500");
    assertThat(run.dataset().totals().orElseThrow().get("meters"))
        .containsKeys("rows", "sum_total");
  }

  @Test
  void aLoadThatInsertsOtherRowsThanPlannedIsAProblemAndIsNotComplete() throws Exception {
    UnaryOperator<Worker> forgetful =
        worker ->
            new WrappedPlan.WrappedWorker(worker) {
              @Override
              public int next() {
                int operation = super.next();
                return operation == 2 ? super.next() : operation;
              }
            };
    ShopRun run = ShopRun.of(database, forgetful, "create, load", "load.threads=1");
    assertThat(run.problems())
        .hasSize(1)
        .first()
        .asString()
        .matches("the load inserted \\d+ rows, but the workload's tables must have 590");
    assertThat(run.dataset().row(Shop.NOTES).orElseThrow().state())
        .isEqualTo(TableRegister.State.LOADING);
  }

  @Test
  void aMixChangesTheSharesAndRefusesUnknownOperations() {
    Step.Work request = request(ShopRun.plan("request", "request.mix=EVENT 1, METER 3"));
    assertThat(request.groups().get(0).mix()).isEqualTo(Map.of("EVENT", 1.0, "METER", 3.0));
    assertThat(problems("request.mix=EVNT"))
        .containsExactly(
            "settings: request.mix = EVNT: names EVNT, no operation here; allowed: GET_ORDER,"
                + " LATEST, NEW_ORDER, COPY_STATUS, DELETE_NOTE, METER, EVENT");
    assertThat(problems("request.mix=EVENT 0")).hasSize(1);
  }

  @Test
  void aBrokenKeyIsTheOnlyProblem() {
    assertThat(problems("shop.orders=none")).hasSize(1).first().asString().contains("shop.orders");
  }

  private static Step.Work request(Plan plan) {
    return (Step.Work) plan.steps().get(0);
  }

  private static List<String> problems(String setting) {
    Config config = ShopRun.config("request", setting);
    new Shop().plan(config);
    return config.problems().stream().map(Problem::toString).toList();
  }

  @Test
  void groupsHaveThreadsRatesAndMixesOfTheirOwn() {
    Definition definition = new Definition();
    Table table = Table.named("t").key("id").number("n");
    definition.table(table, 10, (row, id, values) -> row.setLong(1, 0));
    definition.operation("GET", 1, table.select().where("id"), Binder.any(table));
    definition.operation("ADD", 1, table.update().add("n", 1).where("id"), Binder.any(table));
    definition.group("readers", "GET");
    definition.group("writers", "ADD");
    Config own =
        Config.of(
            Map.of(
                "steps", "again",
                "again.like", "request",
                "request.until", "1s",
                "request.readers.threads", "3",
                "again.writers.rate", "5/s"));
    Plan plan = definition.plan("two", own);
    assertThat(own.problems()).isEmpty();
    Step.Work step = request(plan);
    assertThat(step.groups()).extracting(Step.Group::name).containsExactly("readers", "writers");
    assertThat(step.groups()).extracting(Step.Group::threads).containsExactly(3, 4);
    assertThat(step.groups().get(0).mix()).containsOnlyKeys("GET");
    assertThat(step.groups().get(1).rate().perSecond()).isEqualTo(5);
  }

  @Test
  void everyMistakeOfADefinitionIsReportedAtOnce() {
    Definition definition = new Definition();
    Table table = Table.named("t").key("id").smallNumber("n").bytes("b", 4).index("i", "x");
    definition.table(table, 10, (row, id, values) -> row.setLong(1, 0));
    definition.table(table, -1, (row, id, values) -> row.setLong(1, 0));
    definition.operation("A", 0, table.select("y").where("id"), Binder.any(table));
    definition.operation("A", 1, table.select().where("id").first(5), Binder.any(table));
    definition.operation("B", 1, table.update().set("id").where("id"), Binder.any(table));
    definition.operation("C", 1, table.insert("id"), Binder.any(table));
    definition.group("g", "A", "Z");
    definition.checkCount(table, "n", table, "id", Condition.eq("n"), where("y", 1), where("b", 1));
    assertThat(mistakes(definition))
        .containsExactly(
            "table t, index i, names the column x, which t does not have; it has id, n, b",
            "table t is defined twice",
            "table t has -1 rows; allowed: 0 or more",
            "operation A has the share 0.0; allowed: above 0",
            "operation A names the column y, which t does not have; it has id, n, b",
            "operation A has the name of another operation",
            "operation A reads a limited number of rows without an order: each database may"
                + " differ",
            "operation B changes the primary key id",
            "operation C inserts no value for n, b",
            "group g names the operation Z, which is not defined",
            "operation B belongs to no group",
            "operation C belongs to no group",
            "the check of t.n names the column y, which t does not have; it has id, n, b",
            "the check of t.n compares n with a parameter; allowed: a constant",
            "the check of t.n compares b, which is no number");
  }

  @Test
  void bindersAreTriedBeforeAnyDatabaseIsTouched() {
    Definition definition = new Definition();
    Table table = Table.named("t").key("id").smallNumber("n").bytes("b", 4);
    Table other = Table.named("u").key("id");
    definition.table(table, 10, (row, id, values) -> row.setLong(1, 128));
    definition.operation("FORGETS", 1, table.update().set("n").where("id"), Binder.any(table));
    definition.operation(
        "LONG",
        1,
        table.update().set("b").where("id"),
        (command, values) -> values.letters(command, 0, 5));
    definition.operation("FOREIGN", 1, table.select().where("id"), Binder.any(other));
    definition.operation(
        "NUMBER",
        1,
        table.update().set("b").where("id"),
        (command, values) -> command.setLong(0, 1));
    assertThat(mistakes(definition))
        .containsExactly(
            "table t, row 1, cannot be bound: column n gets 128; allowed: 0 .. 127",
            "operation FORGETS does not bind id",
            "operation LONG cannot be bound: column b gets 5 bytes; allowed: 4",
            "operation FOREIGN cannot be bound: u is not a table of this definition with a primary"
                + " key of one LONG column",
            "operation NUMBER cannot be bound: column b is bytes, and gets the number 1");
  }

  @Test
  void aMistakeInOneOperationHidesNoneOfAnother() {
    Definition definition = new Definition();
    Table table = Table.named("t").key("id").number("n");
    definition.table(table, 10, (row, id, values) -> row.setLong(1, 0));
    definition.operation("WRONG", 1, table.select("y").where("id"), Binder.any(table));
    definition.operation("TWICE", 1, table.update().set("n").add("n", 1).where("id"), BINDS_NONE);
    definition.operation("ADDS", 1, table.update().add("n").where("id"), BINDS_NONE);
    definition.transaction(
        "FORGETS",
        1,
        (commands, values) -> commands[0].setLong(0, 5),
        table.update().set("n").where("id"),
        table.update().add("n").where(where("id", 1)));
    assertThat(mistakes(definition))
        .containsExactly(
            "operation WRONG names the column y, which t does not have; it has id, n",
            "operation TWICE changes the column n twice",
            "operation ADDS does not bind n, id",
            "operation FORGETS does not bind id of command 0, n of command 1");
  }

  @Test
  void anyKeyButOneIsEachOtherKeyEquallyOften() {
    Table table = Table.named("t").key("id");
    KeySpace[] keys = {KeySpace.fixed(table, 5)};
    for (long but = 0; but <= 6; but++) {
      Values values = new Values(new Random64(but), keys, 1);
      long[] drawn = new long[7];
      for (int i = 0; i < 100_000; i++) {
        drawn[(int) values.anyBut(table, but)]++;
      }
      int others = but >= 1 && but <= 5 ? 4 : 5;
      for (int key = 0; key < drawn.length; key++) {
        boolean other = key >= 1 && key <= 5 && key != but;
        assertThat(drawn[key])
            .as("%d but %d", key, but)
            .isCloseTo(other ? 100_000 / others : 0, within(other ? 800L : 0L));
      }
    }
  }

  private static List<String> mistakes(Definition definition) {
    Config config = Config.of(Map.of("steps", "verify"));
    definition.plan("w", config);
    return config.problems().stream().map(Problem::message).toList();
  }

  @Test
  void examplesComeFromTheOperations() {
    Plan plan = ShopRun.plan("verify");
    assertThat(plan.examples())
        .extracting(Plan.Example::operation)
        .containsExactly(
            "GET_ORDER",
            "LATEST",
            "NEW_ORDER",
            "NEW_ORDER",
            "COPY_STATUS",
            "COPY_STATUS",
            "DELETE_NOTE",
            "METER",
            "EVENT");
    plan.examples().forEach(example -> example.command().checkValues(example.values()));
  }
}
