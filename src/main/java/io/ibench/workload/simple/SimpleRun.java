package io.ibench.workload.simple;

import io.ibench.db.Command;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.workload.ActionContext;
import io.ibench.workload.Dataset;
import io.ibench.workload.Division;
import io.ibench.workload.Step;
import io.ibench.workload.TableActions;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.internal.LoadBatches;
import io.ibench.workload.table.BatchLoadWorker;
import io.ibench.workload.table.BatchRun;
import io.ibench.workload.table.Seat;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalLong;

/** One run of a simple workload: its books, the source of its load, and the keys of its tables. */
final class SimpleRun extends BatchRun<SimplePlan, Books> {

  private final long loadMillis;
  private final List<RowSource> rows = new ArrayList<>();

  /** The numbers of the tables from which operations delete. */
  private final BitSet deletesFrom = new BitSet();

  /** By table, at the begin of the step with requests. */
  @SuppressWarnings("NullAway.Init") // a step begins before its workers
  private long[] highest;

  SimpleRun(SimplePlan plan, long epochMillis, Dataset dataset, Division division) {
    super(plan, new Books(plan.definition()), dataset, division);
    this.loadMillis = epochMillis;
    for (Definition.Source source : plan.definition().tables()) {
      rows.add(new RowSource(source, plan.seed()));
    }
    plan.definition().operations().stream()
        .flatMap(operation -> operation.commands().stream())
        .filter(Command.Delete.class::isInstance)
        .forEach(command -> deletesFrom.set(tables.indexOf(command.table())));
  }

  @Override
  protected Outcome index(Database database) throws DatabaseException {
    return TableActions.index(tables, database, indexedRows());
  }

  @Override
  protected Outcome verify(Database database, ActionContext context)
      throws DatabaseException, InterruptedException {
    return new SimpleVerification(plan.definition(), books, database, context.progress()).run();
  }

  private long indexedRows() {
    long indexed = 0;
    for (int i = 0; i < tables.size() && books.isKnown(); i++) {
      indexed += tables.get(i).indexes().isEmpty() ? 0 : books.rows(i);
    }
    return indexed;
  }

  @Override
  protected LoadBatches batches(Step.Group group, BitSet leftOut) {
    return new LoadBatches(
        rows.stream().mapToLong(RowSource::rows).toArray(),
        rows.stream().mapToInt(each -> each.batchRows(group.rowsPerOperation())).toArray(),
        leftOut,
        division);
  }

  @Override
  protected BatchLoadWorker loader(LoadBatches source, Session session) throws DatabaseException {
    return new BatchWorker(rows, source, plan.operations().size(), books, loadMillis, session);
  }

  @Override
  protected void beginRequests(Seat first) throws DatabaseException {
    long[] found = new long[tables.size()];
    for (int i = 0; i < found.length; i++) {
      found[i] = Math.max(rows.get(i).rows(), highest(tables.get(i), first.session()));
    }
    highest = found;
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

  @Override
  protected Worker requests(Seat seat) throws DatabaseException {
    Step.Work step = seat.step();
    Step.Group group = seat.group();
    int thread = seat.number();
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
    return new MixWorker(plan, group.mix(), keys, books, seat.session(), seat.random());
  }

  @Override
  public synchronized long continueLoad(Step.Work load, Database database)
      throws DatabaseException {
    long found = super.continueLoad(load, database);
    books.continueLoad();
    return found;
  }

  @Override
  public OptionalLong recount(Database database) throws DatabaseException, InterruptedException {
    WorkloadCounters progress = new WorkloadCounters(plan.counters().size());
    books.continueFrom(
        new SimpleVerification(plan.definition(), books, database, progress).totals());
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
  public OptionalLong rowBytesInTables() {
    return books.rowBytes();
  }
}
