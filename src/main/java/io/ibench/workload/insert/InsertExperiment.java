package io.ibench.workload.insert;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Session;
import io.ibench.measure.Role;
import io.ibench.random.Random64;
import io.ibench.workload.ActionContext;
import io.ibench.workload.Dataset;
import io.ibench.workload.Division;
import io.ibench.workload.Step;
import io.ibench.workload.Worker;
import io.ibench.workload.table.Lines;
import io.ibench.workload.table.Seat;
import io.ibench.workload.table.TableRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** One run of the insert benchmark: the expected rows and the keys of its tables. */
final class InsertExperiment extends TableRun<InsertPlan, InsertBooks> {

  private final InsertSettings settings;
  private final List<PurchaseTable> purchaseTables;
  private final List<KeyRange> keys = new ArrayList<>();

  /** The workers of the last step that hold snapshots. */
  private final List<SnapshotWorker> snapshots = new ArrayList<>();

  /** Whether the step that runs or ran last deletes rows. */
  private volatile boolean deletes;

  /** By table, the rows that an earlier process has loaded. */
  private long[] foundRows = {};

  InsertExperiment(InsertPlan plan, Dataset dataset, Division division) {
    super(plan, new InsertBooks(plan.purchaseTables()), dataset, division);
    this.settings = plan.settings();
    this.purchaseTables = plan.purchaseTables();
    purchaseTables.forEach(table -> keys.add(new KeyRange()));
  }

  @Override
  protected Outcome verify(Database database, ActionContext context)
      throws DatabaseException, InterruptedException {
    return new InsertVerification(purchaseTables, books, database, context.progress()).run();
  }

  @Override
  protected Outcome createTables(Database database) throws DatabaseException {
    for (PurchaseTable table : purchaseTables) {
      dataset.create(table.table());
      if (plan.indexesAtStart()) {
        database.createIndexes(table.table(), table.table().indexes());
      }
    }
    return Outcome.NOTHING;
  }

  /** All tables at the same time, as each client of the ancestor indexes its own. */
  @Override
  protected Outcome index(Database database) throws DatabaseException, InterruptedException {
    List<AllAtOnce.Task> tasks = new ArrayList<>();
    for (PurchaseTable table : purchaseTables) {
      tasks.add(() -> database.createIndexes(table.table(), table.table().indexes()));
    }
    AllAtOnce.run("index", tasks);
    return new Outcome(books.knowsRows() ? books.allRows() : 0, List.of(), List.of());
  }

  @Override
  protected Worker create(Seat seat) throws DatabaseException {
    int client = seat.number() / seat.group().threads();
    int table = settings.tableOf(client);
    Worker worker = worker(seat, client, table);
    books.add(table, worker.counters());
    return worker;
  }

  private Worker worker(Seat seat, int client, int number) throws DatabaseException {
    Step.Work step = seat.step();
    Step.Group group = seat.group();
    Session session = seat.session();
    PurchaseTable table = purchaseTables.get(number);
    KeyRange range = keys.get(number);
    int rowsPerCommit = group.rowsPerOperation();
    long rows =
        step.rows().isPresent()
            ? share(step.rows().getAsLong(), client, group.clients())
            : Long.MAX_VALUE;
    return switch (group.role()) {
      case INSERT ->
          new InsertWorker(
              settings,
              table,
              range,
              group.clients() / purchaseTables.size(),
              client / purchaseTables.size(),
              rows,
              rowsPerCommit,
              session,
              seat.loads() ? loadStream(client) : seat.random(),
              seat.loads() && foundRows.length > 0 ? foundRows[number] : 0);
      case DELETE ->
          new DeleteWorker(
              settings, table, range, rowsPerCommit, (int) (rows % rowsPerCommit), session);
      case AUXILIARY -> snapshots(new SnapshotWorker(table, session, System::nanoTime));
      case QUERY -> new QueryWorker(settings, table, range, group.mix(), session, seat.random());
    };
  }

  /** What is left of a step that was resumed may be no multiple of the clients. */
  private static long share(long rows, int client, int clients) {
    return rows / clients + (client < rows % clients ? 1 : 0);
  }

  @Override
  public int totalsOf(Step.Work step, Step.Group group, int number) {
    return settings.tableOf(number / group.threads());
  }

  @Override
  public OptionalLong rowBytesInTables() {
    PurchaseColumns columns = settings.columns();
    OptionalInt length = settings.data().length();
    return books.rowBytes(
        length.isPresent()
            ? OptionalLong.of(columns.numberBytes() + (long) columns.payloads() * length.getAsInt())
            : OptionalLong.empty());
  }

  /** The rows of a table are the first ones of its client's stream. */
  @Override
  public synchronized long continueLoad(Step.Work load, Database database)
      throws DatabaseException {
    foundRows = new long[purchaseTables.size()];
    long found = 0;
    for (int table = 0; table < purchaseTables.size(); table++) {
      foundRows[table] = InsertVerification.count(purchaseTables.get(table), database);
      found += foundRows[table];
    }
    return found;
  }

  @Override
  public synchronized OptionalLong recount(Database database) throws DatabaseException {
    long[] found = new long[purchaseTables.size()];
    for (int table = 0; table < found.length; table++) {
      found[table] = InsertVerification.count(purchaseTables.get(table), database);
    }
    books.recounted(found);
    return OptionalLong.of(Arrays.stream(found).sum());
  }

  @Override
  public OptionalLong lastingRows() {
    return deletes ? OptionalLong.empty() : books.rows();
  }

  /** Loaded rows depend only on the seed and the client, not on the run. */
  private Random64 loadStream(int client) {
    return new Random64(Random64.hash(settings.seed(), "load", Integer.toString(client)));
  }

  /** Reads the keys. */
  @Override
  protected synchronized void begin(Seat first) throws DatabaseException {
    Step.Work step = first.step();
    for (int table = 0; table < purchaseTables.size(); table++) {
      OptionalLong rows =
          books.knowsRows() ? OptionalLong.of(books.rows(table)) : OptionalLong.empty();
      keys.get(table).read(purchaseTables.get(table), first.session(), rows);
    }
    if (first.loads()) {
      books.begin(foundRows);
    } else {
      requireRows(step);
    }
    snapshots.clear();
    deletes = step.groups().stream().anyMatch(group -> group.role() == Role.DELETE);
  }

  private synchronized Worker snapshots(SnapshotWorker worker) {
    snapshots.add(worker);
    return worker;
  }

  /** Refuses a step that would delete from or query an empty table. */
  private void requireRows(Step.Work step) throws DatabaseException {
    boolean insertsOnly =
        step.groups().stream()
            .allMatch(group -> group.role() == Role.INSERT || group.holdsSnapshots());
    for (int table = 0; table < purchaseTables.size() && !insertsOnly; table++) {
      purchaseTables.get(table).requireRows(step.name(), keys.get(table));
    }
  }

  @Override
  public synchronized Outcome finished(Step.Work step, End end) {
    return step.groups().stream()
        .filter(Step.Group::holdsSnapshots)
        .findFirst()
        .map(group -> new Outcome(0, List.of(snapshotFact(group.rate().perNanos())), List.of()))
        .orElse(Outcome.NOTHING);
  }

  /**
   * @param mostNanos after this time a snapshot is replaced by another one
   */
  private String snapshotFact(long mostNanos) {
    long count = snapshots.stream().mapToLong(SnapshotWorker::count).sum();
    long longest =
        snapshots.stream().mapToLong(worker -> worker.longestNanos(mostNanos)).max().orElse(0);
    return Lines.text(
        "snapshots: %,d held by %d session%s, the longest for %.1f s",
        count, snapshots.size(), snapshots.size() == 1 ? "" : "s", longest / 1e9);
  }
}
