package io.ibench.workload.insert;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Session;
import io.ibench.measure.Role;
import io.ibench.random.Random64;
import io.ibench.workload.ActionContext;
import io.ibench.workload.Dataset;
import io.ibench.workload.Step;
import io.ibench.workload.TableActions;
import io.ibench.workload.TableUse;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.WorkloadRun;
import io.ibench.workload.internal.Drain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** One run of the insert benchmark: the expected rows and the keys of its tables. */
final class InsertExperiment implements WorkloadRun {

  private final InsertPlan plan;
  private final InsertSettings settings;
  private final List<PurchaseTable> tables;
  private final Dataset dataset;
  private final InsertBooks books;
  private final List<KeyRange> keys = new ArrayList<>();

  /** The workers of the last step that hold snapshots. */
  private final List<SnapshotWorker> snapshots = new ArrayList<>();

  /** The step with workers that runs or ran last. */
  private Step begun;

  /** Whether the step that runs or ran last deletes rows. */
  private volatile boolean deletes;

  /** By table, the rows that an earlier process has loaded. */
  private long[] foundRows = {};

  InsertExperiment(InsertPlan plan, Dataset dataset) {
    this.plan = plan;
    this.settings = plan.settings();
    this.tables = plan.purchaseTables();
    this.dataset = dataset;
    this.books = new InsertBooks(tables);
    tables.forEach(table -> keys.add(new KeyRange()));
    dataset.totals().ifPresent(books::continueFrom);
  }

  @Override
  public Outcome act(Step.Action step, Database database, ActionContext context)
      throws DatabaseException, InterruptedException {
    return switch (step.kind()) {
      case InsertPlan.DROP -> drop();
      case InsertPlan.CREATE -> create(database);
      case InsertPlan.INDEX -> index(database);
      case InsertPlan.DRAIN ->
          Drain.of(tables.stream().map(PurchaseTable::table).toList(), database, context);
      case InsertPlan.VERIFY ->
          new InsertVerification(tables, books, database, context.progress()).run();
      default -> throw new IllegalArgumentException("not an action: " + step.kind());
    };
  }

  private Outcome drop() throws DatabaseException {
    books.forget();
    return TableActions.drop(tables.stream().map(PurchaseTable::table).toList(), dataset);
  }

  private Outcome create(Database database) throws DatabaseException {
    for (PurchaseTable table : tables) {
      dataset.create(table.table());
      if (plan.indexesAtStart()) {
        database.createIndexes(table.table(), table.table().indexes());
      }
    }
    return Outcome.NOTHING;
  }

  /** All tables at the same time, as each client of the ancestor indexes its own. */
  private Outcome index(Database database) throws DatabaseException, InterruptedException {
    List<AllAtOnce.Task> tasks = new ArrayList<>();
    for (PurchaseTable table : tables) {
      tasks.add(() -> database.createIndexes(table.table(), table.table().indexes()));
    }
    AllAtOnce.run("index", tasks);
    return new Outcome(books.knowsRows() ? books.allRows() : 0, List.of(), List.of());
  }

  @Override
  public Worker worker(
      Step.Work step, Step.Group group, int number, Session session, Random64 random)
      throws DatabaseException {
    begin(step, session);
    int client = number / group.threads();
    int table = settings.tableOf(client);
    Worker worker = worker(step, group, client, table, session, random);
    books.add(table, worker.counters());
    return worker;
  }

  private Worker worker(
      Step.Work step, Step.Group group, int client, int number, Session session, Random64 random)
      throws DatabaseException {
    PurchaseTable table = tables.get(number);
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
              group.clients() / tables.size(),
              client / tables.size(),
              rows,
              rowsPerCommit,
              session,
              isLoad(step) ? loadStream(client) : random,
              isLoad(step) && foundRows.length > 0 ? foundRows[number] : 0);
      case DELETE ->
          new DeleteWorker(
              settings, table, range, rowsPerCommit, (int) (rows % rowsPerCommit), session);
      case AUXILIARY -> snapshots(new SnapshotWorker(table, session, System::nanoTime));
      case QUERY -> new QueryWorker(settings, table, range, group.mix(), session, random);
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
  public void addCounted(int totals, WorkloadCounters counted) {
    books.add(totals, counted);
  }

  @Override
  public OptionalLong rowsInTables() {
    return books.rowsIfKnown();
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
    foundRows = new long[tables.size()];
    long found = 0;
    for (int table = 0; table < tables.size(); table++) {
      foundRows[table] = InsertVerification.count(tables.get(table), database);
      found += foundRows[table];
    }
    return found;
  }

  @Override
  public synchronized OptionalLong recount(Database database) throws DatabaseException {
    long[] found = new long[tables.size()];
    for (int table = 0; table < found.length; table++) {
      found[table] = InsertVerification.count(tables.get(table), database);
    }
    books.recounted(found);
    return OptionalLong.of(Arrays.stream(found).sum());
  }

  @Override
  public OptionalLong lastingRows() {
    return deletes ? OptionalLong.empty() : books.rowsIfKnown();
  }

  /** Loaded rows depend only on the seed and the client, not on the run. */
  private Random64 loadStream(int client) {
    return new Random64(Random64.hash(settings.seed(), "load", Integer.toString(client)));
  }

  private static boolean isLoad(Step step) {
    return step.use() == TableUse.LOADS;
  }

  /** The first worker of a step reads the keys: no worker writes before all are created. */
  private synchronized void begin(Step.Work step, Session session) throws DatabaseException {
    if (begun == step) {
      return;
    }
    for (int table = 0; table < tables.size(); table++) {
      OptionalLong rows =
          books.knowsRows() ? OptionalLong.of(books.rows(table)) : OptionalLong.empty();
      keys.get(table).read(tables.get(table), session, rows);
    }
    if (isLoad(step)) {
      books.begin(foundRows);
    } else {
      requireRows(step);
    }
    snapshots.clear();
    deletes = step.groups().stream().anyMatch(group -> group.role() == Role.DELETE);
    begun = step;
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
    for (int table = 0; table < tables.size() && !insertsOnly; table++) {
      tables.get(table).requireRows(step.name(), keys.get(table));
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
    return String.format(
        Locale.ROOT,
        "snapshots: %,d held by %d session%s, the longest for %.1f s",
        count,
        snapshots.size(),
        snapshots.size() == 1 ? "" : "s",
        longest / 1e9);
  }

  @Override
  public Optional<Map<String, Map<String, Long>>> totals() {
    return books.isCertain() ? Optional.of(books.totals()) : Optional.empty();
  }
}
