package io.ibench.workload.simple;

import io.ibench.db.Command;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.random.Random64;
import io.ibench.workload.ActionContext;
import io.ibench.workload.Dataset;
import io.ibench.workload.Division;
import io.ibench.workload.Step;
import io.ibench.workload.TableActions;
import io.ibench.workload.TableUse;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.WorkloadRun;
import io.ibench.workload.internal.Drain;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** One run of a simple workload: its books, the source of its load, and the keys of its tables. */
final class SimpleRun implements WorkloadRun {

  private final SimplePlan plan;
  private final List<Table> tables;
  private final long loadMillis;
  private final Dataset dataset;
  private final Division division;
  private final Books books;
  private final List<RowSource> rows = new ArrayList<>();

  /** The numbers of the tables from which operations delete. */
  private final BitSet deletesFrom = new BitSet();

  /** The step with workers that runs or ran last. */
  private Step begun;

  private BatchSource batches;
  private long[] highest;

  /** The numbers of the batches that an earlier process has loaded. */
  private BitSet loaded = new BitSet();

  /**
   * @param division the part of the work that this process does
   */
  SimpleRun(SimplePlan plan, long epochMillis, Dataset dataset, Division division) {
    this.division = division;
    this.plan = plan;
    this.tables = plan.plainTables();
    this.loadMillis = epochMillis;
    this.dataset = dataset;
    this.books = new Books(plan.definition());
    for (Definition.Source source : plan.definition().tables()) {
      rows.add(new RowSource(source, plan.seed()));
    }
    plan.definition().operations().stream()
        .flatMap(operation -> operation.commands().stream())
        .filter(Command.Delete.class::isInstance)
        .forEach(command -> deletesFrom.set(tables.indexOf(command.table())));
    dataset.totals().ifPresent(books::continueFrom);
  }

  @Override
  public Outcome act(Step.Action step, Database database, ActionContext context)
      throws DatabaseException, InterruptedException {
    return switch (step.kind()) {
      case SimplePlan.DROP -> {
        books.clear();
        yield TableActions.drop(tables, dataset);
      }
      case SimplePlan.CREATE -> TableActions.create(tables, dataset);
      case SimplePlan.INDEX -> TableActions.index(tables, database, indexedRows());
      case Drain.KIND -> Drain.of(tables, database, context);
      case SimplePlan.VERIFY ->
          new SimpleVerification(plan.definition(), books, database, context.progress()).run();
      default -> throw new IllegalArgumentException("not an action: " + step.kind());
    };
  }

  private long indexedRows() {
    long indexed = 0;
    for (int i = 0; i < tables.size() && books.isKnown(); i++) {
      indexed += tables.get(i).indexes().isEmpty() ? 0 : books.rows(i);
    }
    return indexed;
  }

  @Override
  public Worker worker(
      Step.Work step, Step.Group group, int number, Session session, Random64 random)
      throws DatabaseException {
    begin(step, group, session);
    Worker worker =
        step.use() == TableUse.LOADS
            ? new BatchWorker(rows, batches, books, loadMillis, session)
            : requests(step, group, number, session, random);
    books.add(worker.counters());
    return worker;
  }

  /** The first worker of a step reads the keys: no worker writes before all are created. */
  private synchronized void begin(Step.Work step, Step.Group group, Session session)
      throws DatabaseException {
    if (begun == step) {
      return;
    }
    if (step.use() == TableUse.LOADS) {
      batches = new BatchSource(rows, group.rowsPerOperation(), loaded, division);
      loaded = new BitSet();
      if (!division.isWhole()) {
        // Only the process that leads has dropped the tables.
        books.clear();
      }
    } else {
      long[] found = new long[tables.size()];
      for (int i = 0; i < found.length; i++) {
        found[i] = Math.max(rows.get(i).rows(), highest(tables.get(i), session));
      }
      highest = found;
    }
    begun = step;
  }

  /** The highest key in the table; 0 without one, or for a table without numbered keys. */
  private static long highest(Table table, Session session) throws DatabaseException {
    if (!Definition.hasNumberedKey(table)) {
      return 0;
    }
    String key = table.primaryKey().get(0);
    Prepared last = session.prepare(table.select(key).last(1, key));
    return last.execute() == 0 ? 0 : last.getLong(0, 0);
  }

  private Worker requests(
      Step.Work step, Step.Group group, int number, Session session, Random64 random)
      throws DatabaseException {
    int thread = number;
    for (Step.Group other : step.groups()) {
      if (other.equals(group)) {
        break;
      }
      thread += other.allThreads();
    }
    List<KeySpace> keys = new ArrayList<>();
    for (int i = 0; i < tables.size(); i++) {
      Table table = tables.get(i);
      if (Definition.hasNumberedKey(table)) {
        boolean grows = isInserted(table);
        keys.add(new KeySpace(table, books, i, highest[i], grows, thread, step.threads()));
      }
    }
    return new MixWorker(plan, group.mix(), keys, books, session, random);
  }

  @Override
  public synchronized long continueLoad(Step.Work load, Database database)
      throws DatabaseException {
    try (Session session = database.session()) {
      LoadRecovery recovery =
          new LoadRecovery(
              rows, load.groups().get(0).rowsPerOperation(), books, loadMillis, session);
      loaded = recovery.loadedBatches(load.threads());
      return recovery.rows();
    }
  }

  @Override
  public OptionalLong recount(Database database) throws DatabaseException, InterruptedException {
    books.continueFrom(
        new SimpleVerification(plan.definition(), books, database, books.worker()).totals());
    return lastingRows();
  }

  @Override
  public OptionalLong lastingRows() {
    long sum = 0;
    for (int i = 0; i < tables.size() && books.isKnown(); i++) {
      sum += deletesFrom.get(i) ? 0 : books.rows(i);
    }
    return books.isKnown() ? OptionalLong.of(sum) : OptionalLong.empty();
  }

  private boolean isInserted(Table table) {
    return plan.definition().operations().stream()
        .flatMap(operation -> operation.commands().stream())
        .anyMatch(
            command ->
                command.table().equals(table)
                    && (command instanceof Command.Insert || command instanceof Command.Upsert));
  }

  @Override
  public void addCounted(int totals, WorkloadCounters counted) {
    books.add(counted);
  }

  @Override
  public Outcome finished(Step.Work step, End end) {
    if (step.use() == TableUse.LOADS && end == End.COMPLETE) {
      books.loaded();
    }
    return Outcome.NOTHING;
  }

  @Override
  public Optional<Map<String, Map<String, Long>>> totals() {
    return books.totals();
  }

  @Override
  public OptionalLong rowBytesInTables() {
    return books.rowBytes();
  }

  @Override
  public OptionalLong rowsInTables() {
    return books.allRows();
  }
}
