package io.ibench.workload.oltp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.FreshDatabase;
import io.ibench.db.Prepared;
import io.ibench.db.Product;
import io.ibench.db.RowHash;
import io.ibench.db.Session;
import io.ibench.db.Transaction.Begin;
import io.ibench.random.Random64;
import io.ibench.workload.Laps;
import io.ibench.workload.Step;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.WorkloadRun;
import io.ibench.workload.internal.RegisteredDataset;
import io.ibench.workload.oltp.OltpBooks.OfTable;
import io.ibench.workload.oltp.OltpKeys.On;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What one transaction of each script does, reads and counts, on 50 rows. With {@code ids = 1} all
 * of it is about the row with the id 1, or the k 1, however it is drawn.
 */
class OltpWorkerTest {

  private static final int ROWS = 50;
  private static final String C = "(\\d{11}-){9}\\d{11}";
  private static final String PAD = "(\\d{11}-){4}\\d{11}";

  private FreshDatabase fresh;
  private OltpTrial trial;
  private Session session;
  private OltpPlan plan;
  private WorkloadRun run;

  @BeforeEach
  void load() throws Exception {
    fresh = FreshDatabase.of(Product.MEMORY, Path.of("unused"));
    trial = new OltpTrial(fresh.database());
    trial.run(OltpTrial.LOAD, "oltp.rows = " + ROWS, "oltp.tables = 2");
    session = fresh.database().session();
  }

  @AfterEach
  void close() throws Exception {
    session.close();
    fresh.close();
  }

  private Worker worker(String script, String... settings) throws DatabaseException {
    return worker(Laps.NONE, script, settings);
  }

  /** The worker of the last step, whose rows are read value by value. */
  private Worker worker(Laps laps, String script, String... settings) throws DatabaseException {
    List<String> all =
        new ArrayList<>(
            List.of(
                "oltp.rows = " + ROWS,
                "oltp.answers = all",
                "oltp.operations = 1",
                "oltp.range_size = 5"));
    if (!script.equals("scan")) {
      all.add("oltp.ids = 1");
    }
    all.addAll(List.of(settings));
    plan = OltpTrial.plan(script, all.toArray(String[]::new));
    Step.Work step = (Step.Work) plan.steps().get(plan.steps().size() - 1);
    run = plan.begin(0, RegisteredDataset.read(plan, fresh.database(), "oltp", "test"));
    return run.worker(step, step.groups().get(0), 0, session, new Random64(1), laps);
  }

  private static int execute(Worker worker) throws DatabaseException {
    int operation = worker.next();
    worker.prepare(operation, 0);
    return worker.execute(operation);
  }

  private static Map<OltpCounter, Long> counted(Worker worker) {
    Map<OltpCounter, Long> counted = new EnumMap<>(OltpCounter.class);
    for (OltpCounter counter : OltpCounter.values()) {
      long value = worker.counters().get(counter.ordinal());
      if (value != 0) {
        counted.put(counter, value);
      }
    }
    return counted;
  }

  private static Map<OfTable, Long> booked(Worker worker) {
    Map<OfTable, Long> booked = new EnumMap<>(OfTable.class);
    for (OfTable what : OfTable.values()) {
      long value = worker.booked().get(what.ordinal());
      if (value != 0) {
        booked.put(what, value);
      }
    }
    return booked;
  }

  private OltpTable table() {
    return plan.oltpTables().get(0);
  }

  /** The rows of sbtest1 in the order of their ids. */
  private List<String> rows() throws Exception {
    return trial.rows();
  }

  private long k(int row) throws Exception {
    return Long.parseLong(rows().get(row).split(",")[1]);
  }

  @Test
  void aPointSelectReadsOneRow() throws Exception {
    Worker worker = worker("point_select");
    assertThat(execute(worker)).isEqualTo(1);
    assertThat(counted(worker))
        .isEqualTo(
            Map.of(OltpCounter.TRANSACTIONS, 1L, OltpCounter.READS, 1L, OltpCounter.ROWS_READ, 1L));
    assertThat(booked(worker)).isEmpty();
  }

  @Test
  void readOnlyReadsPointsRangesAndOneSum() throws Exception {
    Worker worker = worker("read_only");
    assertThat(execute(worker)).isEqualTo(10 + 5 + 1 + 5 + 5);
    assertThat(counted(worker))
        .isEqualTo(
            Map.of(
                OltpCounter.TRANSACTIONS,
                1L,
                OltpCounter.READS,
                14L,
                OltpCounter.OTHER,
                2L,
                OltpCounter.ROWS_READ,
                26L));
  }

  @ParameterizedTest
  @CsvSource({"sysbench, false, 2", "merged, false, 2", "sysbench, true, 0"})
  void readWriteChangesOneRowAndReplacesIt(String trips, boolean skipTrx, long other)
      throws Exception {
    Worker worker = worker("read_write", "oltp.trips = " + trips, "oltp.skip_trx = " + skipTrx);
    assertThat(execute(worker)).isEqualTo(26 + 4);
    assertThat(counted(worker))
        .containsEntry(OltpCounter.TRANSACTIONS, 1L)
        .containsEntry(OltpCounter.READS, 14L)
        .containsEntry(OltpCounter.WRITES, 4L)
        .containsEntry(OltpCounter.ROWS_READ, 26L)
        .containsEntry(OltpCounter.INSERTED, 1L)
        .containsEntry(OltpCounter.DELETED, 1L)
        .containsEntry(OltpCounter.K_ADDED, 1L)
        .containsEntry(OltpCounter.ROW_BYTES_WRITTEN, 4L + 119 + 186)
        .doesNotContainKey(OltpCounter.UNMATCHED);
    assertThat(worker.counters().get(OltpCounter.OTHER.ordinal())).isEqualTo(other);
    assertThat(booked(worker))
        .isEqualTo(Map.of(OfTable.INSERTED, 1L, OfTable.DELETED, 1L, OfTable.ADDED, 1L));
    assertThat(rows()).hasSize(ROWS);
    assertThat(k(0)).isEqualTo(1);
    assertThat(rows().get(0)).matches("1,1," + C + "," + PAD);
  }

  /** A transaction that was left open would refuse to begin again. */
  @ParameterizedTest
  @CsvSource({
    "'point_selects=1,range_selects=false,index_updates=0,non_index_updates=0,delete_inserts=0',"
        + " READ, true",
    "'simple_ranges=1,sum_ranges=0,order_ranges=0,distinct_ranges=0,index_updates=0,"
        + "non_index_updates=0,delete_inserts=0', READ, true",
    "'sum_ranges=1,order_ranges=0,distinct_ranges=0,index_updates=0,non_index_updates=0,"
        + "delete_inserts=0', READ, true",
    "'order_ranges=1,distinct_ranges=0,index_updates=0,non_index_updates=0,delete_inserts=0',"
        + " READ, true",
    "'index_updates=0,non_index_updates=0,delete_inserts=0', READ, true",
    "'simple_ranges=2,sum_ranges=0,order_ranges=0,distinct_ranges=0,index_updates=0,"
        + "non_index_updates=0,delete_inserts=0', READ, false",
    "'non_index_updates=0,delete_inserts=0', FREE, true",
    "'delete_inserts=0', FREE, true",
    "'delete_inserts=1', FREE, true",
    "'delete_inserts=2', FREE, false",
  })
  void theLastStatementCommitsWhenItIsTheOnlyOneOfItsKind(
      String settings, Begin begin, boolean merges) throws Exception {
    List<String> all = new ArrayList<>(List.of("oltp.trips = merged"));
    for (String setting : settings.split(",")) {
      all.add("oltp." + setting);
    }
    Worker worker = worker("read_write", all.toArray(String[]::new));
    for (int i = 0; i < 3; i++) {
      execute(worker);
    }
    assertThat(worker.counters().get(OltpCounter.TRANSACTIONS.ordinal())).isEqualTo(3);
    assertThat(worker.counters().get(OltpCounter.OTHER.ordinal())).isEqualTo(6);
    assertThat(rows()).hasSize(ROWS);
    ScriptStatements statements = statements();
    assertThat(statements.mergesCommit()).isEqualTo(merges);
    assertThat(statements.begin()).isEqualTo(begin);
  }

  private ScriptStatements statements() throws DatabaseException {
    StepSettings step = plan.settings(plan.steps().get(0));
    return new ScriptStatements(
        plan.settings(),
        plan.oltpTables(),
        step,
        new IdSource(plan.settings(), step.draws(), new Random64(1)),
        session,
        Laps.NONE,
        0);
  }

  @Test
  void aTransactionBeginsWithATripAsInSysbench() throws Exception {
    worker("read_write");
    assertThat(statements().begin()).isEqualTo(Begin.TRIP);
    assertThat(statements().mergesCommit()).isFalse();
    assertThat(statements().transaction()).isPresent();
    worker("read_only");
    assertThat(statements().begin()).isEqualTo(Begin.READ_TRIP);
    worker("read_only", "oltp.trips = merged", "oltp.skip_trx = true");
    assertThat(statements().mergesCommit()).isFalse();
    assertThat(statements().transaction()).isEmpty();
  }

  @Test
  void updatesOfKAddOneEach() throws Exception {
    long k = k(0);
    Worker worker = worker("update_index", "oltp.index_updates = 3");
    assertThat(execute(worker)).isEqualTo(3);
    assertThat(counted(worker))
        .isEqualTo(
            Map.of(
                OltpCounter.TRANSACTIONS,
                1L,
                OltpCounter.WRITES,
                3L,
                OltpCounter.K_ADDED,
                3L,
                OltpCounter.ROW_BYTES_WRITTEN,
                12L));
    assertThat(booked(worker)).isEqualTo(Map.of(OfTable.ADDED, 3L));
    assertThat(k(0)).isEqualTo(k + 3);
  }

  @Test
  void anUpdateOfCLeavesTheOtherColumns() throws Exception {
    String[] before = rows().get(0).split(",");
    Worker worker = worker("update_non_index");
    assertThat(execute(worker)).isEqualTo(1);
    String[] after = rows().get(0).split(",");
    assertThat(after[1]).isEqualTo(before[1]);
    assertThat(after[2]).isNotEqualTo(before[2]).matches(C);
    assertThat(after[3]).isEqualTo(before[3]);
    assertThat(counted(worker))
        .isEqualTo(
            Map.of(
                OltpCounter.TRANSACTIONS,
                1L,
                OltpCounter.WRITES,
                1L,
                OltpCounter.ROW_BYTES_WRITTEN,
                119L));
    assertThat(booked(worker)).isEmpty();
  }

  @Test
  void anUpdateOfAListIsOneWriteOfEachRow() throws Exception {
    List<String> before = rows();
    Worker worker = worker("inlist_update", "oltp.random_points = 2", "oltp.ids = 0");
    int changed = execute(worker);
    List<String> after = rows();
    after.removeAll(before);
    assertThat(after).hasSize(changed);
    assertThat(changed).isEqualTo(2);
    assertThat(after.get(0).split(",")[2]).isEqualTo(after.get(1).split(",")[2]);
    assertThat(counted(worker))
        .isEqualTo(
            Map.of(
                OltpCounter.TRANSACTIONS,
                1L,
                OltpCounter.WRITES,
                1L,
                OltpCounter.ROW_BYTES_WRITTEN,
                238L));
  }

  @Test
  void theSecondDeleteOfARowFindsNone() throws Exception {
    Worker worker = worker("delete");
    assertThat(execute(worker)).isEqualTo(1);
    assertThat(counted(worker)).doesNotContainKey(OltpCounter.UNMATCHED);
    assertThat(execute(worker)).isZero();
    assertThat(counted(worker))
        .isEqualTo(
            Map.of(
                OltpCounter.TRANSACTIONS,
                2L,
                OltpCounter.WRITES,
                2L,
                OltpCounter.DELETED,
                1L,
                OltpCounter.UNMATCHED,
                1L));
    assertThat(booked(worker)).isEqualTo(Map.of(OfTable.DELETED, 1L));
    assertThat(rows()).hasSize(ROWS - 1);
    Worker updates = worker("update_index, write_only", "oltp.delete_inserts = 1");
    assertThat(execute(updates)).isEqualTo(1);
    assertThat(counted(updates)).containsEntry(OltpCounter.UNMATCHED, 3L);
    assertThat(rows()).hasSize(ROWS);
  }

  @ParameterizedTest
  @CsvSource({"true, 51", "false, 0"})
  void anInsertAddsARow(boolean generated, long expected) throws Exception {
    Worker worker = worker("insert", "oltp.auto_inc = " + generated);
    assertThat(execute(worker)).isEqualTo(1);
    assertThat(counted(worker))
        .isEqualTo(
            Map.of(
                OltpCounter.TRANSACTIONS,
                1L,
                OltpCounter.WRITES,
                1L,
                OltpCounter.INSERTED,
                1L,
                OltpCounter.ROW_BYTES_WRITTEN,
                186L));
    String[] row = rows().get(ROWS).split(",");
    long id = generated ? expected : new NewIds(ROWS, 0).next();
    assertThat(row[0]).isEqualTo(Long.toString(id));
    assertThat(row[1]).isEqualTo("1");
    assertThat(row[2]).matches(C);
    assertThat(row[3]).matches(PAD);
    assertThat(booked(worker))
        .isEqualTo(
            generated
                ? Map.of(OfTable.INSERTED, 1L)
                : Map.of(OfTable.INSERTED, 1L, OfTable.TAKEN, 1L));
  }

  /** The hash of what a command answers to these numbers, as a worker has it of its first one. */
  private long answer(Command command, long... values) throws DatabaseException {
    Prepared prepared = session.prepare(command);
    if (command.where().get(0).op() == Condition.Op.EQ) {
      prepared.setLong(0, values[0]);
    } else {
      prepared.setLongs(0, values, values.length);
    }
    prepared.readValues(true);
    prepared.execute();
    return RowHash.mix(0, prepared.resultHash());
  }

  @Test
  void aSearchReadsItsListOrRange() throws Exception {
    Worker worker = worker("inlist_select", "oltp.random_points = 4", "oltp.hot_points = true");
    assertThat(execute(worker)).isEqualTo(4);
    assertThat(worker.checksum(1)).isEqualTo(answer(table().cOfList(4), 26, 27, 28, 29));

    worker = worker("inlist_select", "oltp.random_points = 4");
    assertThat(execute(worker)).isEqualTo(1);
    assertThat(worker.checksum(1)).isEqualTo(answer(table().cOfList(4), 1, 1, 1, 1));

    worker = worker("select_random_points", "oltp.random_points = 2");
    execute(worker);
    assertThat(worker.checksum(1)).isEqualTo(answer(table().rowsOfList(2), 1, 1));

    worker = worker("select_random_ranges", "oltp.number_of_ranges = 2", "oltp.delta = 7");
    assertThat(execute(worker)).isEqualTo(1);
    assertThat(worker.checksum(1)).isEqualTo(answer(table().countOfRanges(2), 1, 8, 1, 8));

    worker = worker("read_only_count");
    assertThat(execute(worker)).isEqualTo(1);
    assertThat(worker.checksum(1)).isEqualTo(answer(table().countOfRange(), 1, 5));

    worker = worker("points_covered", "oltp.random_points = 2", "oltp.covered = false");
    assertThat(execute(worker)).isEqualTo(1);
    assertThat(worker.checksum(1)).isEqualTo(answer(table().pointsOn(On.ID, false, 2), 1, 1));

    worker = worker("range_covered", "oltp.on = id");
    assertThat(execute(worker)).isEqualTo(6);
    assertThat(worker.checksum(1)).isEqualTo(answer(table().rangeOn(On.ID, true), 1, 6));

    worker = worker("range_covered", "oltp.on = k", "oltp.covered = false");
    execute(worker);
    assertThat(worker.checksum(1)).isEqualTo(answer(table().rangeOn(On.K, false), 1, 6));

    worker = worker("scan");
    assertThat(execute(worker)).isZero();
    assertThat(counted(worker))
        .isEqualTo(Map.of(OltpCounter.TRANSACTIONS, 1L, OltpCounter.READS, 1L));
  }

  @Test
  void theStatementsOfATransactionAreInItsHashInTheirOrder() throws Exception {
    Worker worker = worker("read_only", "oltp.point_selects = 1", "oltp.distinct_ranges = 0");
    execute(worker);
    long hash = 0;
    OltpTable table = table();
    for (Command command : List.of(table.point(), table.range(), table.sum(), table.ordered())) {
      Prepared prepared = session.prepare(command);
      if (command.equals(table.point())) {
        prepared.setLong(0, 1);
      } else {
        prepared.setLongs(0, new long[] {1, 5}, 2);
      }
      prepared.readValues(true);
      prepared.execute();
      hash = RowHash.mix(hash, prepared.resultHash());
    }
    assertThat(worker.checksum(1)).isEqualTo(hash);
    assertThat(worker.checksum(0)).isZero();
  }

  @Test
  void rowsThatAreOnlyCountedAreInTheHashAsTheirNumber() throws Exception {
    Worker worker = worker("range_covered", "oltp.answers = none");
    execute(worker);
    assertThat(worker.checksum(1)).isEqualTo(RowHash.mix(0, 6));
    execute(worker);
    assertThat(worker.checksum(1)).isEqualTo(RowHash.mix(RowHash.mix(0, 6), 6));
  }

  @Test
  void writesAreInTheHashAsTheirRows() throws Exception {
    Worker worker = worker("write_only");
    execute(worker);
    assertThat(worker.checksum(1)).isEqualTo(RowHash.mix(RowHash.mix(RowHash.mix(0, 1), 1), 2 + 1));
    worker = worker("insert");
    execute(worker);
    assertThat(worker.checksum(1)).isEqualTo(RowHash.mix(0, 1));
    worker = worker("delete");
    execute(worker);
    execute(worker);
    assertThat(worker.checksum(1)).isEqualTo(RowHash.mix(RowHash.mix(0, 1), 0));
  }

  /** It replaces the same row by the same one, sets the same c, and adds 1 to the same k. */
  @Test
  void aRepeatedTransactionHasTheSameValues() throws Exception {
    Worker worker = worker("write_only", "oltp.ids = 0");
    worker.prepare(1, 0);
    assertThat(worker.execute(1)).isEqualTo(4);
    List<String> first = rows();
    assertThat(worker.execute(1)).isEqualTo(4);
    List<String> changed = rows();
    changed.removeAll(first);
    assertThat(changed).hasSize(1);
    int id = Integer.parseInt(changed.get(0).split(",")[0]);
    assertThat(k(id - 1)).isEqualTo(Long.parseLong(first.get(id - 1).split(",")[1]) + 1);
  }

  @Test
  void deletesWithInsertsAreRepeatedWhenTheKeyIsThere() throws Exception {
    Worker worker = worker("write_only");
    assertThat(worker.isRepeatable(1, FailureKind.DUPLICATE_KEY)).isTrue();
    assertThat(worker.isRepeatable(1, FailureKind.FATAL)).isFalse();
    assertThat(worker("update_index").isRepeatable(1, FailureKind.DUPLICATE_KEY)).isFalse();
  }

  @Test
  void onlyTheOutcomeOfReadsIsKnown() throws Exception {
    assertThat(worker("read_only").resolveOutcome(1)).isEqualTo(Worker.NOT_EXECUTED);
    assertThat(worker("read_write").resolveOutcome(1)).isEqualTo(Worker.UNKNOWN_OUTCOME);
  }

  /** Without a transaction it is the first statement that may have been executed. */
  @ParameterizedTest
  @CsvSource({
    "write_only, false, 'INSERTED_UNCERTAIN DELETED_UNCERTAIN ADDED_UNCERTAIN '",
    "write_only, true, 'ADDED_UNCERTAIN '",
    "delete, false, 'DELETED_UNCERTAIN '",
    "insert, false, 'INSERTED_UNCERTAIN '",
    "update_non_index, false, ''",
  })
  void aWriteWithAnUnknownOutcomeMayHaveChangedRows(
      String script, boolean skipTrx, String uncertain) throws Exception {
    Worker worker = worker(script, "oltp.skip_trx = " + skipTrx);
    worker.prepare(1, 0);
    worker.failed(1, false);
    assertThat(counted(worker)).isEmpty();
    assertThat(booked(worker)).isEmpty();
    worker.failed(1, true);
    assertThat(counted(worker)).isEqualTo(Map.of(OltpCounter.UNCERTAIN, 1L));
    StringBuilder found = new StringBuilder();
    booked(worker).forEach((what, count) -> found.append(what).append(' '));
    assertThat(found.toString()).isEqualTo(uncertain);
    assertThat(booked(worker).values()).allMatch(count -> count == 1);
  }

  @Test
  void aReadWithAnUnknownOutcomeIsNothing() throws Exception {
    Worker worker = worker("read_only");
    worker.prepare(1, 0);
    worker.failed(1, true);
    assertThat(counted(worker)).isEmpty();
  }

  /** Notes the parts of an operation; {@code -1} begins and {@code -2} ends one. */
  private static final class NotedLaps implements Laps {
    private final List<Integer> noted = new ArrayList<>();

    @Override
    public void begin() {
      noted.add(-1);
    }

    @Override
    public void lap(int part) {
      noted.add(part);
    }

    @Override
    public int mark() {
      return noted.size();
    }

    @Override
    public void backTo(int mark) {
      noted.removeIf(part -> part >= 0);
    }

    @Override
    public void end() {
      noted.add(-2);
    }
  }

  @Test
  void eachStatementIsAPart() throws Exception {
    NotedLaps laps = new NotedLaps();
    execute(worker(laps, "read_write", "oltp.point_selects = 2"));
    assertThat(laps.noted).containsExactly(-1, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -2);
  }

  @Test
  void thePartsOfASecondScriptFollowThoseOfTheFirst() throws Exception {
    NotedLaps laps = new NotedLaps();
    execute(worker(laps, "read_only, write_only"));
    assertThat(laps.noted).containsExactly(-1, 11, 17, 18, 19, 20, 21, -2);
  }

  @Test
  void mergedTripsAreNoPartsOfTheirOwn() throws Exception {
    NotedLaps laps = new NotedLaps();
    execute(worker(laps, "write_only", "oltp.trips = merged"));
    assertThat(laps.noted).containsExactly(-1, 6, 7, 8, 9, -2);
    laps = new NotedLaps();
    execute(worker(laps, "write_only", "oltp.trips = merged", "oltp.delete_inserts = 2"));
    assertThat(laps.noted).containsExactly(-1, 6, 7, 8, 9, 8, 9, 10, -2);
  }

  @Test
  void aRepetitionForgetsThePartsOfTheFailedAttempt() throws Exception {
    NotedLaps laps = new NotedLaps();
    Worker worker = worker(laps, "write_only");
    execute(worker);
    worker.execute(1);
    assertThat(laps.noted).containsExactly(-1, -2, -1, 0, 6, 7, 8, 9, 10, -2);
  }

  @Test
  void scriptsWhosePartsAreNotReportedHaveNone() throws Exception {
    NotedLaps laps = new NotedLaps();
    execute(worker(laps, "point_select"));
    assertThat(laps.noted).isEmpty();
  }

  @Test
  void statementsWithoutATransactionAreTimedAnewInEachOperation() throws Exception {
    NotedLaps laps = new NotedLaps();
    Worker worker = worker(laps, "write_only", "oltp.skip_trx = true");
    execute(worker);
    execute(worker);
    assertThat(laps.noted).containsExactly(-1, -2, -1, 6, 7, 8, 9, -2);
  }

  /** A server keeps each of them. */
  @ParameterizedTest
  @CsvSource({
    "read_write, 8",
    "'read_write,index_updates=0', 7",
    "'read_write,non_index_updates=0', 7",
    "'read_write,delete_inserts=0', 7",
    "'read_write,point_selects=0', 7",
    "'read_write,simple_ranges=0', 7",
    "'read_write,range_selects=false', 4",
    "scan, 1",
    "inlist_update, 1",
  })
  void onlyStatementsThatAreExecutedArePrepared(String settings, int prepared) throws Exception {
    String[] parts = settings.split(",");
    worker(parts[0], parts.length == 1 ? "oltp.threads = 1" : "oltp." + parts[1]);
    assertThat(statements().prepare(0, new NewIds[0], new WorkloadCounters(20))).hasSize(prepared);
  }

  @Test
  void eachTransactionIsOnOneOfTheTables() throws Exception {
    Worker worker = worker("update_index", "oltp.tables = 2", "oltp.index_updates = 2");
    for (int i = 0; i < 20; i++) {
      execute(worker);
    }
    long first = worker.booked().get(OfTable.ADDED.ordinal());
    long second = worker.booked().get(OfTable.values().length + OfTable.ADDED.ordinal());
    assertThat(first).isEven().isBetween(8L, 32L);
    assertThat(first + second).isEqualTo(40);
    long before = trial.rows().stream().mapToLong(row -> Long.parseLong(row.split(",")[1])).sum();
    trial.run(OltpTrial.LOAD, "oltp.rows = " + ROWS, "oltp.tables = 2");
    assertThat(before - OltpTrial.sumOfK(trial.rows())).isEqualTo(first);
  }

  /** With one more thread than tables, threads share a table. */
  @Test
  void aThreadScansItsOwnTable() throws Exception {
    worker("scan", "oltp.tables = 2");
    IdSource source =
        new IdSource(plan.settings(), plan.settings(plan.steps().get(0)).draws(), new Random64(1));
    for (int thread = 0; thread < 4; thread++) {
      Statements scans = new Statements.Scans(source, new Prepared[2], thread);
      assertThat(scans.drawTable()).isEqualTo(thread % 2);
    }
  }

  @Test
  void connectionsAreReplacedAfterSoManyTransactions() throws Exception {
    Worker worker = worker("write_only", "oltp.reconnect = 2");
    List<Integer> chosen = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      int operation = worker.next();
      chosen.add(operation);
      worker.prepare(operation, 0);
      assertThat(worker.execute(operation)).isEqualTo(operation == 2 ? 0 : 4);
    }
    assertThat(chosen).containsExactly(1, 1, 2, 1, 1, 2, 1);
    assertThat(worker.counters().get(OltpCounter.TRANSACTIONS.ordinal())).isEqualTo(5);
    assertThat(booked(worker)).containsEntry(OfTable.INSERTED, 5L);
    assertThat(worker.checksum(1)).isNotZero();
    assertThat(worker.checksum(2)).isZero();
  }

  @Test
  void aFailedConnectionChangesNoRow() throws Exception {
    Worker worker = worker("write_only", "oltp.reconnect = 1");
    assertThat(worker.isRepeatable(1, FailureKind.DUPLICATE_KEY)).isTrue();
    assertThat(worker.isRepeatable(2, FailureKind.DUPLICATE_KEY)).isFalse();
    assertThat(worker.resolveOutcome(1)).isEqualTo(Worker.UNKNOWN_OUTCOME);
    assertThat(worker.resolveOutcome(2)).isEqualTo(Worker.NOT_EXECUTED);
    worker.failed(2, true);
    assertThat(counted(worker)).isEmpty();
    worker.failed(1, true);
    assertThat(counted(worker)).containsEntry(OltpCounter.UNCERTAIN, 1L);
    worker.rollback();
  }

  /** A transaction of another session would wait for one that is not rolled back. */
  @Test
  void aFailedTransactionIsUndone() throws Exception {
    Worker worker = worker("write_only", "oltp.reconnect = 5");
    List<String> before = rows();
    session.transaction().begin();
    Prepared delete = session.transaction().prepare(table().delete());
    delete.setLong(0, 1);
    delete.execute();
    worker.rollback();
    assertThat(rows()).isEqualTo(before);
  }

  @Test
  void aStepOnATableWithFewerRowsIsNotCompared() throws Exception {
    trial.run("delete", "oltp.rows = " + ROWS, "oltp.tables = 2", "delete.operations = 1");
    Worker worker = worker("point_select", "oltp.ids = 0", "oltp.tables = 2");
    execute(worker);
    assertThat(run.finished((Step.Work) plan.steps().get(0), WorkloadRun.End.COMPLETE))
        .isEqualTo(WorkloadRun.Outcome.NOTHING);
  }

  @Test
  void eachStepIsComparedByItself() throws Exception {
    worker("point_select, other", "oltp.ids = 0", "other.like = point_select");
    Step.Work first = (Step.Work) plan.steps().get(0);
    Step.Work second = (Step.Work) plan.steps().get(1);
    execute(run.worker(first, first.groups().get(0), 0, session, new Random64(1)));
    assertThat(run.finished(first, WorkloadRun.End.COMPLETE).facts()).hasSize(1);
    run.worker(second, second.groups().get(0), 0, session, new Random64(1));
    assertThat(run.finished(second, WorkloadRun.End.COMPLETE))
        .isEqualTo(WorkloadRun.Outcome.NOTHING);
  }

  @Test
  void aStepOnAFullTableComparesItsRowsWithTheExpectedOnes() throws Exception {
    Worker worker = worker("point_select", "oltp.ids = 0");
    Step.Work step = (Step.Work) plan.steps().get(0);
    assertThat(run.finished(step, WorkloadRun.End.COMPLETE)).isEqualTo(WorkloadRun.Outcome.NOTHING);
    execute(worker);
    execute(worker);
    assertThat(run.finished(step, WorkloadRun.End.COMPLETE).facts())
        .containsExactly("rows read per transaction: 1.000, expected 1.000");
    worker("point_select");
    assertThat(run.finished(step, WorkloadRun.End.COMPLETE)).isEqualTo(WorkloadRun.Outcome.NOTHING);
  }
}
