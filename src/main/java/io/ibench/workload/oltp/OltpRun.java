package io.ibench.workload.oltp;

import io.ibench.db.Cursor;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Scan;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.random.Random64;
import io.ibench.workload.ActionContext;
import io.ibench.workload.Cursors;
import io.ibench.workload.Dataset;
import io.ibench.workload.Division;
import io.ibench.workload.Laps;
import io.ibench.workload.Step;
import io.ibench.workload.TableActions;
import io.ibench.workload.TableUse;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.WorkloadRun;
import io.ibench.workload.internal.Drain;
import io.ibench.workload.internal.LoadBatches;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/** One run of oltp: its books, and the source of its load. */
final class OltpRun implements WorkloadRun {

  private static final NewIds[] BY_SERVER = {};

  private final OltpPlan plan;
  private final OltpSettings settings;
  private final List<OltpTable> tables;
  private final List<Table> plainTables;
  private final Dataset dataset;
  private final OltpBooks books;
  private final Division division;

  /** The step with workers that runs or ran last. */
  private Step begun;

  /** The load that runs or ran last. */
  private Step loading;

  private LoadBatches source;

  /** The step whose workers count, and their counters. */
  private Step counting;

  private final List<WorkloadCounters> counted = new ArrayList<>();

  /** The last id of each table that bulk_insert has given. */
  private final AtomicLong[] lastIds;

  /** The batches that an earlier process has loaded. */
  private BitSet loaded = new BitSet();

  /**
   * @param division the part of the work that this process does
   */
  OltpRun(OltpPlan plan, Dataset dataset, Division division) {
    this.plan = plan;
    this.settings = plan.settings();
    this.tables = plan.oltpTables();
    this.plainTables = tables.stream().map(OltpTable::table).toList();
    this.dataset = dataset;
    this.division = division;
    this.books = new OltpBooks(tables, division);
    this.lastIds = tables.stream().map(table -> new AtomicLong()).toArray(AtomicLong[]::new);
    dataset.totals().ifPresent(books::continueFrom);
  }

  @Override
  public Outcome act(Step.Action step, Database database, ActionContext context)
      throws DatabaseException, InterruptedException {
    return switch (step.kind()) {
      case OltpPlan.DROP -> {
        books.clear();
        yield TableActions.drop(plainTables, dataset);
      }
      case OltpPlan.CREATE -> TableActions.create(plainTables, dataset);
      case OltpPlan.INDEX ->
          TableActions.index(
              plainTables, database, settings.secondary() ? books.allRows().orElse(0) : 0);
      case OltpPlan.WARM -> warm(database, context);
      case Drain.KIND -> Drain.of(plainTables, database, context);
      case OltpPlan.VERIFY ->
          new OltpVerification(settings, tables, books, database, context.progress()).run();
      default -> throw new IllegalArgumentException("not an action: " + step.kind());
    };
  }

  /** Reads all rows by their ids, and all of the index. */
  private Outcome warm(Database database, ActionContext context)
      throws DatabaseException, InterruptedException {
    long rows = 0;
    for (Table table : plainTables) {
      rows += read(table, List.of(OltpTable.ID, OltpTable.C), OltpTable.ID, database, context);
      if (settings.secondary()) {
        read(table, List.of(OltpTable.K), OltpTable.K, database, context);
      }
    }
    String what = settings.secondary() ? " by id and by k" : " by id";
    return new Outcome(
        rows, List.of(String.format(Locale.ROOT, "read %,d rows%s", rows, what)), List.of());
  }

  private static long read(
      Table table, List<String> columns, String order, Database database, ActionContext context)
      throws DatabaseException, InterruptedException {
    long rows = 0;
    try (Session session = database.session();
        Cursor cursor = session.scan(new Scan(table, columns, List.of(), List.of(order)))) {
      while (Cursors.next(cursor, session)) {
        rows++;
        context.progress().add(OltpCounter.ROWS_VERIFIED.ordinal(), 1);
      }
    }
    return rows;
  }

  @Override
  public Worker worker(
      Step.Work step, Step.Group group, int number, Session session, Random64 random)
      throws DatabaseException {
    return worker(step, group, number, session, random, Laps.NONE);
  }

  @Override
  public Worker worker(
      Step.Work step, Step.Group group, int number, Session session, Random64 random, Laps laps)
      throws DatabaseException {
    begin(step);
    if (OltpPlan.isBulkInsert(step)) {
      int table = number % tables.size();
      int rows = plan.rowsPerStatement(step);
      return new BulkInsertWorker(
          tables.get(table), table, lastIds[table], rows, books.worker(), session);
    }
    return step.use() == TableUse.LOADS
        ? new LoadWorker(settings, tables, source(step, group), books.worker(), session)
        : script(step, number, session, random, laps);
  }

  /** Only the process that leads has dropped the tables; a load of the others begins here. */
  private synchronized void begin(Step step) {
    if (begun != step && !division.isWhole()) {
      if (step.use() == TableUse.LOADS) {
        books.clear();
      } else {
        books.beginStep(settings.rows());
      }
    }
    begun = step;
  }

  private synchronized LoadBatches source(Step step, Step.Group group) {
    if (loading != step) {
      source = batches(group, loaded);
      loaded = new BitSet();
      loading = step;
    }
    return source;
  }

  private LoadBatches batches(Step.Group group, BitSet leftOut) {
    return new LoadBatches(
        tables.size(), settings.rows(), group.rowsPerOperation(), leftOut, division);
  }

  @Override
  public synchronized long continueLoad(Step.Work load, Database database)
      throws DatabaseException {
    books.clear();
    try (Session session = database.session()) {
      LoadBatches all = batches(load.groups().get(0), new BitSet());
      LoadWorker finder = new LoadWorker(settings, tables, all, books.worker(), session);
      loaded = all.committed(load.threads(), finder::isFound);
    }
    return books.allRows().orElse(0);
  }

  @Override
  public OptionalLong recount(Database database) throws DatabaseException, InterruptedException {
    WorkloadCounters progress = new WorkloadCounters(OltpCounter.values().length);
    books.start(new OltpVerification(settings, tables, books, database, progress).found());
    return lastingRows();
  }

  /** Those of all tables; not known if a step deletes rows. */
  @Override
  public OptionalLong lastingRows() {
    return plan.deletes() ? OptionalLong.empty() : books.allRows();
  }

  private Worker script(Step.Work step, int number, Session session, Random64 random, Laps laps)
      throws DatabaseException {
    StepSettings own = plan.settings(step);
    Laps used = plan.timesParts(own.script()) ? laps : Laps.NONE;
    int firstPart = plan.firstPart(own.script());
    IdSource ids = new IdSource(settings, own.draws(), random);
    ScriptStatements statements =
        new ScriptStatements(settings, tables, own, ids, session, used, firstPart);
    WorkloadCounters booked = books.worker();
    Worker worker =
        new ScriptWorker(
            plan.operation(own.script()),
            statements.prepare(number, newIds(own.script()), booked),
            statements.transaction(),
            statements.begin(),
            statements.mergesCommit(),
            own.script().onlyReads(),
            own.counts().deleteInserts() > 0,
            new AnswerSample(settings.answers()),
            used,
            firstPart,
            booked);
    counts(step, worker.counters());
    return own.reconnect() == 0
        ? worker
        : new ReconnectingWorker(worker, session, own.reconnect(), plan.reconnectOperation());
  }

  private synchronized void counts(Step.Work step, WorkloadCounters worker) {
    if (counting != step) {
      counted.clear();
      counting = step;
    }
    counted.add(worker);
  }

  private NewIds[] newIds(Script script) throws DatabaseException {
    if (script != Script.INSERT || settings.autoInc()) {
      return BY_SERVER;
    }
    return books
        .newIds(settings.rows())
        .orElseThrow(
            () ->
                new DatabaseException(
                    FailureKind.FATAL,
                    "nobody knows which ids were inserted, as after a run that died; load again"));
  }

  /** Each process has its own: the highest new id that it took counts. */
  @Override
  public int totalsOf(Step.Work step, Step.Group group, int number) {
    return division.rank();
  }

  @Override
  public void addCounted(int rank, WorkloadCounters counted) {
    books.addCounted(rank, counted);
  }

  @Override
  public Outcome finished(Step.Work step, End end) {
    if (step.use() == TableUse.LOADS) {
      if (end == End.COMPLETE) {
        books.loaded();
      }
      return Outcome.NOTHING;
    }
    OptionalDouble expected = ExpectedRows.of(plan.settings(step), settings.rows());
    double transactions = counted(OltpCounter.TRANSACTIONS);
    if (expected.isEmpty() || !isFull() || transactions == 0) {
      return Outcome.NOTHING;
    }
    String line =
        String.format(
            Locale.ROOT,
            "rows read per transaction: %.3f, expected %.3f",
            counted(OltpCounter.ROWS_READ) / transactions,
            expected.getAsDouble());
    return new Outcome(0, List.of(line), List.of());
  }

  private synchronized long counted(OltpCounter counter) {
    return counted.stream().mapToLong(worker -> worker.get(counter.ordinal())).sum();
  }

  /** Whether no loaded row is missing. */
  private boolean isFull() {
    for (int i = 0; i < tables.size(); i++) {
      if (!books.isKnown() || books.rows(i) != settings.rows()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public Optional<Map<String, Map<String, Long>>> totals() {
    return books.totals();
  }

  @Override
  public OptionalLong rowsInTables() {
    return books.allRows();
  }

  /** Every row has the same length. */
  @Override
  public OptionalLong rowBytesInTables() {
    OptionalLong rows = books.allRows();
    return rows.isPresent()
        ? OptionalLong.of(rows.getAsLong() * settings.rowBytes())
        : OptionalLong.empty();
  }
}
