package io.ibench.workload.ycsb;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.random.Random64;
import io.ibench.workload.ActionContext;
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
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** One run of ycsb: its books, the source of its load, and the numbers of new rows. */
final class YcsbRun implements WorkloadRun {

  /** Larger batches cost memory on both sides, and gain nothing. */
  private static final long MOST_BATCH_BYTES = 4 << 20;

  private final YcsbPlan plan;
  private final YcsbSettings settings;
  private final YcsbTable table;
  private final Dataset dataset;
  private final Division division;
  private final YcsbBooks books = new YcsbBooks();

  /** The step with workers that runs or ran last. */
  private Step begun;

  private LoadBatches batches;
  private Optional<KeySequence> sequence = Optional.empty();

  /** The numbers of rows that were given before the step. */
  private long rows;

  /** The batches that an earlier process has loaded. */
  private BitSet loaded = new BitSet();

  /**
   * @param division the part of the work that this process does
   */
  YcsbRun(YcsbPlan plan, Dataset dataset, Division division) {
    this.division = division;
    this.plan = plan;
    this.settings = plan.settings();
    this.table = plan.table();
    this.dataset = dataset;
    dataset.totals().ifPresent(totals -> books.continueFrom(totals.get(YcsbTable.NAME)));
  }

  @Override
  public Outcome act(Step.Action step, Database database, ActionContext context)
      throws DatabaseException, InterruptedException {
    List<Table> tables = List.of(table.table());
    return switch (step.kind()) {
      case YcsbPlan.DROP -> {
        books.clear();
        yield TableActions.drop(tables, dataset);
      }
      case YcsbPlan.CREATE -> TableActions.create(tables, dataset);
      case Drain.KIND -> Drain.of(tables, database, context);
      case YcsbPlan.VERIFY ->
          new YcsbVerification(settings, table, books.now(), database, context.progress()).run();
      default -> throw new IllegalArgumentException("not an action: " + step.kind());
    };
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
    begin(step, group);
    return step.use() == TableUse.LOADS
        ? new LoadWorker(settings, table, batches, books.worker(), session)
        : new RequestWorker(
            settings,
            plan.settings(step),
            table,
            rows,
            sequence.orElse(null),
            number,
            books.worker(),
            session,
            random,
            laps);
  }

  /** The first worker of a step: none of them writes before all are created. */
  private synchronized void begin(Step.Work step, Step.Group group) throws DatabaseException {
    if (begun == step) {
      return;
    }
    sequence = Optional.empty();
    if (step.use() == TableUse.LOADS) {
      batches = batches(group, loaded);
      loaded = new BitSet();
      if (!division.isWhole()) {
        // Only the process that leads has dropped the table.
        books.clear();
      }
    } else {
      rows = books.given().orElse(settings.records());
      if (plan.settings(step).has(YcsbOperation.INSERT)) {
        sequence = books.beginInserts(step.threads());
        if (sequence.isEmpty()) {
          throw new DatabaseException(
              FailureKind.FATAL,
              "nobody knows which rows were inserted, as after a run that died; load again");
        }
      }
    }
    begun = step;
  }

  private LoadBatches batches(Step.Group group, BitSet leftOut) {
    long most = Math.max(1, MOST_BATCH_BYTES / (KeyText.MOST_BYTES + settings.fieldBytes()));
    int rowsPerCommit = (int) Math.min(group.rowsPerOperation(), most);
    return new LoadBatches(1, settings.records(), rowsPerCommit, leftOut, division);
  }

  @Override
  public synchronized long continueLoad(Step.Work load, Database database)
      throws DatabaseException {
    books.clear();
    try (Session session = database.session()) {
      LoadBatches all = batches(load.groups().get(0), new BitSet());
      LoadWorker finder = new LoadWorker(settings, table, all, books.worker(), session);
      loaded = all.committed(load.threads(), finder::isFound);
      return books.rows().orElse(0);
    }
  }

  @Override
  public OptionalLong recount(Database database) throws DatabaseException, InterruptedException {
    books.start(
        new YcsbVerification(settings, table, Optional.empty(), database, counters()).found());
    return lastingRows();
  }

  private static WorkloadCounters counters() {
    return new WorkloadCounters(YcsbCounter.values().length);
  }

  @Override
  public void addCounted(int totals, WorkloadCounters counted) {
    books.add(counted);
  }

  @Override
  public Outcome finished(Step.Work step, End end) {
    if (step.use() == TableUse.LOADS && end == End.COMPLETE) {
      books.loaded(settings.records());
    }
    return Outcome.NOTHING;
  }

  @Override
  public Optional<Map<String, Map<String, Long>>> totals() {
    return books.totals().map(totals -> Map.of(YcsbTable.NAME, totals));
  }

  @Override
  public OptionalLong rowsInTables() {
    return books.rows();
  }

  /** No operation deletes. */
  @Override
  public OptionalLong lastingRows() {
    return books.rows();
  }

  /** Every field has the same length. */
  @Override
  public OptionalLong rowBytesInTables() {
    OptionalLong known = books.rows();
    return known.isPresent()
        ? OptionalLong.of(known.getAsLong() * settings.fieldBytes() + books.keyBytes())
        : OptionalLong.empty();
  }
}
