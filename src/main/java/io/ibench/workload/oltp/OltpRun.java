package io.ibench.workload.oltp;

import io.ibench.db.Cursor;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Scan;
import io.ibench.db.Session;
import io.ibench.db.Table;
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
import io.ibench.workload.internal.LoadBatches;
import io.ibench.workload.table.BatchLoadWorker;
import io.ibench.workload.table.BatchRun;
import io.ibench.workload.table.Lines;
import io.ibench.workload.table.Seat;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/** One run of oltp: its books, and the counters of the step's workers. */
final class OltpRun extends BatchRun<OltpPlan, OltpBooks> {

  private static final NewIds[] BY_SERVER = {};

  private final OltpSettings settings;
  private final List<OltpTable> oltpTables;

  /** The counters of the workers of the step with a script that runs or ran last. */
  private final List<WorkloadCounters> counted = new ArrayList<>();

  /** The last id of each table that bulk_insert has given. */
  private final AtomicLong[] lastIds;

  OltpRun(OltpPlan plan, Dataset dataset, Division division) {
    super(plan, new OltpBooks(plan.oltpTables(), division), dataset, division);
    this.settings = plan.settings();
    this.oltpTables = plan.oltpTables();
    this.lastIds = oltpTables.stream().map(table -> new AtomicLong()).toArray(AtomicLong[]::new);
  }

  @Override
  protected Outcome index(Database database) throws DatabaseException {
    return TableActions.index(tables, database, settings.secondary() ? books.rows().orElse(0) : 0);
  }

  @Override
  protected Outcome verify(Database database, ActionContext context)
      throws DatabaseException, InterruptedException {
    return new OltpVerification(settings, oltpTables, books, database, context.progress()).run();
  }

  @Override
  protected Outcome other(Step.Action step, Database database, ActionContext context)
      throws DatabaseException, InterruptedException {
    return step.kind().equals(OltpPlan.WARM)
        ? warm(database, context)
        : super.other(step, database, context);
  }

  /** Reads all rows by their ids, and all of the index. */
  private Outcome warm(Database database, ActionContext context)
      throws DatabaseException, InterruptedException {
    long rows = 0;
    for (Table table : tables) {
      rows += read(table, List.of(OltpTable.ID, OltpTable.C), OltpTable.ID, database, context);
      if (settings.secondary()) {
        read(table, List.of(OltpTable.K), OltpTable.K, database, context);
      }
    }
    String what = settings.secondary() ? " by id and by k" : " by id";
    return new Outcome(rows, List.of(Lines.text("read %,d rows%s", rows, what)), List.of());
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
  protected void begin(Seat first) throws DatabaseException {
    if (!OltpPlan.isBulkInsert(first.step())) {
      super.begin(first);
    }
  }

  @Override
  protected Worker create(Seat seat) throws DatabaseException {
    return OltpPlan.isBulkInsert(seat.step()) ? bulkInsert(seat) : super.create(seat);
  }

  private Worker bulkInsert(Seat seat) throws DatabaseException {
    int table = seat.number() % oltpTables.size();
    return new BulkInsertWorker(
        oltpTables.get(table),
        table,
        lastIds[table],
        plan.rowsPerStatement(seat.step()),
        plan.operations().size(),
        books.worker(),
        seat.session());
  }

  @Override
  protected LoadBatches batches(Step.Group group, BitSet leftOut) {
    return new LoadBatches(
        tables.size(), settings.rows(), group.rowsPerOperation(), leftOut, division);
  }

  @Override
  protected BatchLoadWorker loader(LoadBatches source, Session session) throws DatabaseException {
    int operations = plan.operations().size();
    return new LoadWorker(settings, oltpTables, source, operations, books.worker(), session);
  }

  @Override
  public OptionalLong recount(Database database) throws DatabaseException, InterruptedException {
    WorkloadCounters progress = OltpCounter.SET.worker();
    books.start(new OltpVerification(settings, oltpTables, books, database, progress).found());
    return lastingRows();
  }

  /** Those of all tables; not known if a step deletes rows. */
  @Override
  public OptionalLong lastingRows() {
    return plan.deletes() ? OptionalLong.empty() : books.rows();
  }

  @Override
  protected synchronized void beginRequests(Seat first) {
    books.beginStep(settings.rows());
    counted.clear();
  }

  @Override
  protected Worker requests(Seat seat) throws DatabaseException {
    StepSettings own = Objects.requireNonNull(plan.settings(seat.step()));
    Session session = seat.session();
    Laps used = plan.timesParts(own.script()) ? seat.laps() : Laps.NONE;
    int firstPart = plan.firstPart(own.script());
    IdSource ids = new IdSource(settings, own.draws(), seat.random());
    ScriptStatements statements =
        new ScriptStatements(settings, oltpTables, own, ids, session, used, firstPart);
    WorkloadCounters booked = books.worker();
    Worker worker =
        new ScriptWorker(
            plan.operation(own.script()),
            statements.prepare(seat.number(), newIds(own.script()), booked),
            statements.transaction(),
            statements.begin(),
            statements.mergesCommit(),
            own.script().onlyReads(),
            own.counts().deleteInserts() > 0,
            new AnswerSample(settings.answers()),
            used,
            firstPart,
            booked);
    counts(worker.counters());
    return own.reconnect() == 0
        ? worker
        : new ReconnectingWorker(worker, session, own.reconnect(), plan.reconnectOperation());
  }

  private synchronized void counts(WorkloadCounters worker) {
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
  public Outcome finished(Step.Work step, End end) {
    if (step.use() == TableUse.LOADS) {
      return super.finished(step, end);
    }
    OptionalDouble expected =
        ExpectedRows.of(Objects.requireNonNull(plan.settings(step)), settings.rows());
    double transactions = counted(OltpCounter.TRANSACTIONS);
    if (expected.isEmpty() || !isFull() || transactions == 0) {
      return Outcome.NOTHING;
    }
    String line =
        Lines.text(
            "rows read per transaction: %.3f, expected %.3f",
            counted(OltpCounter.ROWS_READ) / transactions, expected.getAsDouble());
    return new Outcome(0, List.of(line), List.of());
  }

  private synchronized long counted(OltpCounter counter) {
    return counted.stream().mapToLong(worker -> worker.get(counter.ordinal())).sum();
  }

  /** Whether no loaded row is missing. */
  private boolean isFull() {
    for (int i = 0; i < oltpTables.size(); i++) {
      if (!books.isKnown() || books.rows(i) != settings.rows()) {
        return false;
      }
    }
    return true;
  }

  /** Every row has the same length. */
  @Override
  public OptionalLong rowBytesInTables() {
    OptionalLong rows = books.rows();
    return rows.isPresent()
        ? OptionalLong.of(rows.getAsLong() * settings.rowBytes())
        : OptionalLong.empty();
  }
}
