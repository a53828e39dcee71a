package io.ibench.workload.table;

import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.internal.LoadBatches;
import io.ibench.workload.internal.LoadBatches.Batch;

/**
 * Loads batches of rows; each is one transaction of one statement. A subclass sets the statements
 * of each table, and binds the rows in {@link #prepare}.
 */
public abstract class BatchLoadWorker extends TableWorker {

  /** The batch that is loaded now. */
  protected final Batch batch = new Batch();

  /** Inserts a batch; by table. */
  protected final Prepared[] inserts;

  /** Finds a row; by table. */
  protected final Prepared[] lookups;

  private final LoadBatches source;
  private final int uncertain;

  /**
   * @param operations how many there are
   * @param uncertain the counter of batches with an unknown outcome
   */
  protected BatchLoadWorker(
      LoadBatches source,
      int tables,
      int operations,
      int uncertain,
      WorkloadCounters counters,
      WorkloadCounters booked) {
    super(operations, counters, booked);
    this.source = source;
    this.uncertain = uncertain;
    this.inserts = new Prepared[tables];
    this.lookups = new Prepared[tables];
  }

  /** A worker whose books take all that it counts. */
  protected BatchLoadWorker(
      LoadBatches source, int tables, int operations, int uncertain, WorkloadCounters counters) {
    this(source, tables, operations, uncertain, counters, counters);
  }

  /** The rows of an insert: a batch of 1 would commit row by row, without addBatch. */
  protected static int statementRows(int batchRows) {
    return Math.max(2, batchRows);
  }

  /** Binds the key of a batch's first row to the lookup of its table. */
  protected abstract void bindFirst(Prepared lookup, Batch asked) throws DatabaseException;

  /** The {@link #batch} is in its table: counts and books its rows. */
  protected abstract void written(int rows);

  /** A batch of an earlier process is in its table: books its rows. */
  protected abstract void found(Batch earlier);

  @Override
  public int next() {
    return source.next(batch) ? operation(batch) : DONE;
  }

  /** The operation that loads a batch. */
  protected int operation(Batch next) {
    return 0;
  }

  @Override
  public int execute(int operation) throws DatabaseException {
    return loaded(operation, inserts[batch.table()].execute());
  }

  /** Sums up the rows: threads share them out in any order. */
  private int loaded(int operation, int rows) {
    written(rows);
    checksums[operation] += rows;
    return rows;
  }

  /** A batch is atomic: its first row shows whether it was committed. */
  private boolean isCommitted(Batch asked) throws DatabaseException {
    Prepared lookup = lookups[asked.table()];
    bindFirst(lookup, asked);
    return lookup.execute() > 0;
  }

  /** Books a batch of an earlier process, if it is in its table. */
  public final boolean isFound(Batch asked) throws DatabaseException {
    boolean found = isCommitted(asked);
    if (found) {
      found(asked);
    }
    return found;
  }

  @Override
  public int resolveOutcome(int operation) throws DatabaseException {
    return isCommitted(batch) ? loaded(operation, batch.rows()) : NOT_EXECUTED;
  }

  @Override
  public void failed(int operation, boolean outcomeUnknown) {
    if (outcomeUnknown) {
      counters.add(uncertain, 1);
    }
  }
}
