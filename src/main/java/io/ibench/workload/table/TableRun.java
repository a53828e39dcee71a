package io.ibench.workload.table;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.random.Random64;
import io.ibench.workload.ActionContext;
import io.ibench.workload.Dataset;
import io.ibench.workload.Division;
import io.ibench.workload.Laps;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.TableActions;
import io.ibench.workload.TableUse;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.WorkloadRun;
import io.ibench.workload.internal.Drain;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One run of a plan: its actions on the tables, and its books.
 *
 * @param <P> the plan
 * @param <B> the books
 */
public abstract class TableRun<P extends Plan, B extends TableBooks> implements WorkloadRun {

  private static final Outcome NOTHING_KEPT =
      new Outcome(0, List.of("nothing verified: this database keeps nothing"), List.of());

  protected final P plan;
  protected final B books;
  protected final Dataset dataset;

  /** The part of the work that this process does. */
  protected final Division division;

  protected final List<Table> tables;

  /** The step with workers that runs or ran last. */
  private @Nullable Step begun;

  protected TableRun(P plan, B books, Dataset dataset, Division division) {
    this.plan = plan;
    this.tables = plan.tables().stream().map(Plan.LoadedTable::table).toList();
    this.books = books;
    this.dataset = dataset;
    this.division = division;
    dataset.totals().ifPresent(books::continueFrom);
  }

  @Override
  public Outcome act(Step.Action step, Database database, ActionContext context)
      throws DatabaseException, InterruptedException {
    return switch (step.use()) {
      case DROPS -> {
        books.clear();
        yield TableActions.drop(tables, dataset);
      }
      case CREATES -> createTables(database);
      case INDEXES -> index(database);
      case VERIFIES -> database.keepsData() ? verify(database, context) : NOTHING_KEPT;
      default ->
          step.kind().equals(Drain.KIND)
              ? Drain.of(tables, database, context)
              : other(step, database, context);
    };
  }

  /** Creates the tables, without secondary indexes. */
  protected Outcome createTables(Database database) throws DatabaseException {
    return TableActions.create(tables, dataset);
  }

  /** Creates the secondary indexes. */
  protected Outcome index(Database database) throws DatabaseException, InterruptedException {
    return TableActions.index(tables, database, 0);
  }

  /** Compares the tables with the books. */
  protected abstract Outcome verify(Database database, ActionContext context)
      throws DatabaseException, InterruptedException;

  /** An action of the workload's own. */
  protected Outcome other(Step.Action step, Database database, ActionContext context)
      throws DatabaseException, InterruptedException {
    throw new IllegalArgumentException("not an action: " + step.kind());
  }

  @Override
  public final Worker worker(
      Step.Work step, Step.Group group, int number, Session session, Random64 random)
      throws DatabaseException {
    return worker(step, group, number, session, random, Laps.NONE);
  }

  @Override
  public final Worker worker(
      Step.Work step, Step.Group group, int number, Session session, Random64 random, Laps laps)
      throws DatabaseException {
    Seat seat = new Seat(step, group, number, session, random, laps);
    beginOnce(seat);
    return create(seat);
  }

  private synchronized void beginOnce(Seat first) throws DatabaseException {
    if (begun != first.step()) {
      begin(first);
      begun = first.step();
    }
  }

  /** The first worker of a step will be created: no worker writes before all are. */
  protected abstract void begin(Seat first) throws DatabaseException;

  /** Creates a worker. Called by the threads of all workers at the same time. */
  protected abstract Worker create(Seat seat) throws DatabaseException;

  @Override
  public void addCounted(int totals, WorkloadCounters counted) {
    books.add(totals, counted);
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
  public OptionalLong rowsInTables() {
    return books.rows();
  }

  /** All rows: no operation deletes. */
  @Override
  public OptionalLong lastingRows() {
    return books.rows();
  }
}
