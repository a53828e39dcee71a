package io.ibench.workload.table;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Session;
import io.ibench.workload.Dataset;
import io.ibench.workload.Division;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.Worker;
import io.ibench.workload.internal.LoadBatches;
import java.util.BitSet;

/**
 * A run whose load consists of batches, and can go on where another process has left it.
 *
 * @param <P> the plan
 * @param <B> the books
 */
public abstract class BatchRun<P extends Plan, B extends TableBooks> extends TableRun<P, B> {

  @SuppressWarnings("NullAway.Init") // a load makes it when it begins
  private LoadBatches source;

  /** The batches that an earlier process has loaded. */
  private BitSet loaded = new BitSet();

  protected BatchRun(P plan, B books, Dataset dataset, Division division) {
    super(plan, books, dataset, division);
  }

  /**
   * The batches of a load.
   *
   * @param leftOut those that an earlier process has loaded
   */
  protected abstract LoadBatches batches(Step.Group group, BitSet leftOut);

  /** A worker that loads batches. */
  protected abstract BatchLoadWorker loader(LoadBatches source, Session session)
      throws DatabaseException;

  /** The first worker of a step with requests will be created. */
  protected abstract void beginRequests(Seat first) throws DatabaseException;

  /** A worker of a step with requests. */
  protected abstract Worker requests(Seat seat) throws DatabaseException;

  @Override
  protected void begin(Seat first) throws DatabaseException {
    if (!first.loads()) {
      beginRequests(first);
      return;
    }
    source = batches(first.group(), loaded);
    loaded = new BitSet();
    if (!division.isWhole()) {
      // Only the process that leads has dropped the tables.
      books.clear();
    }
  }

  @Override
  protected Worker create(Seat seat) throws DatabaseException {
    return seat.loads() ? loader(source, seat.session()) : requests(seat);
  }

  @Override
  public synchronized long continueLoad(Step.Work load, Database database)
      throws DatabaseException {
    books.clear();
    try (Session session = database.session()) {
      LoadBatches all = batches(load.groups().get(0), new BitSet());
      BatchLoadWorker finder = loader(all, session);
      loaded = all.committed(load.threads(), finder::isFound);
    }
    return books.rows().orElse(0);
  }
}
