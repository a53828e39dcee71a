package io.ibench.workload.oltp;

import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.random.Distribution;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.internal.LoadBatches;
import io.ibench.workload.oltp.OltpBooks.OfTable;
import java.util.List;

/** Loads batches of rows; each is one transaction. */
final class LoadWorker implements Worker {

  private static final int OPERATION = 0;

  private final LoadBatches source;
  private final LoadBatches.Batch batch = new LoadBatches.Batch();
  private final Prepared[] inserts;
  private final Prepared[] lookups;
  private final RowContent content = new RowContent();
  private final RowContent.Loaded[] rows;
  private final WorkloadCounters booked;
  private final WorkloadCounters counters = new WorkloadCounters(OltpCounter.values().length);
  private long sumOfK;
  private long loaded;

  LoadWorker(
      OltpSettings settings,
      List<OltpTable> tables,
      LoadBatches source,
      WorkloadCounters booked,
      Session session)
      throws DatabaseException {
    this.source = source;
    this.booked = booked;
    this.inserts = new Prepared[tables.size()];
    this.lookups = new Prepared[tables.size()];
    this.rows = new RowContent.Loaded[tables.size()];
    Distribution k =
        settings
            .loadDistribution()
            .over(settings.rows(), OltpPlan.LOAD_EXPONENT, OltpPlan.LOAD_PARETO_H);
    for (int i = 0; i < inserts.length; i++) {
      // A batch of 1 would commit row by row, without addBatch.
      int batchRows = Math.max(2, source.batchRows());
      inserts[i] = session.prepare(tables.get(i).insert(batchRows));
      lookups[i] = session.prepare(tables.get(i).point());
      rows[i] = new RowContent.Loaded(settings, i + 1, k, content);
    }
  }

  @Override
  public int next() {
    return source.next(batch) ? OPERATION : DONE;
  }

  @Override
  public void prepare(int operation, long epochMillis) {
    Prepared insert = inserts[batch.table()];
    sumOfK = 0;
    for (long id = batch.first(); id <= batch.last(); id++) {
      long k = rows[batch.table()].draw(id);
      sumOfK += k;
      insert.setLong(0, id);
      insert.setLong(1, k);
      insert.setBytes(2, content.c(), RowContent.C_LENGTH);
      insert.setBytes(3, content.pad(), RowContent.PAD_LENGTH);
      insert.addBatch();
    }
  }

  @Override
  public int execute(int operation) throws DatabaseException {
    return loaded(inserts[batch.table()].execute());
  }

  private int loaded(int count) {
    OltpBooks.add(booked, batch.table(), OfTable.LOADED, count);
    OltpBooks.add(booked, batch.table(), OfTable.LOADED_K, sumOfK);
    counters.add(OltpCounter.ROW_BYTES_WRITTEN.ordinal(), count * RowContent.ROW_BYTES);
    loaded += count;
    return count;
  }

  /** A batch is atomic: its first row shows whether it was committed. */
  private boolean isCommitted(LoadBatches.Batch asked) throws DatabaseException {
    Prepared lookup = lookups[asked.table()];
    lookup.setLong(0, asked.first());
    return lookup.execute() > 0;
  }

  @Override
  public int resolveOutcome(int operation) throws DatabaseException {
    return isCommitted(batch) ? loaded(batch.rows()) : NOT_EXECUTED;
  }

  /** Books a batch of an earlier process, if it is in its table. */
  boolean isFound(LoadBatches.Batch asked) throws DatabaseException {
    boolean found = isCommitted(asked);
    if (found) {
      long sum = 0;
      for (long id = asked.first(); id <= asked.last(); id++) {
        sum += rows[asked.table()].draw(id);
      }
      OltpBooks.add(booked, asked.table(), OfTable.LOADED, asked.rows());
      OltpBooks.add(booked, asked.table(), OfTable.LOADED_K, sum);
    }
    return found;
  }

  /** The server has rolled back the batch already. */
  @Override
  public void rollback() {}

  @Override
  public void failed(int operation, boolean outcomeUnknown) {
    if (outcomeUnknown) {
      counters.add(OltpCounter.UNCERTAIN.ordinal(), 1);
    }
  }

  /** The number of rows: threads share them out in any order. */
  @Override
  public long checksum(int operation) {
    return operation == OPERATION ? loaded : 0;
  }

  @Override
  public WorkloadCounters counters() {
    return counters;
  }

  @Override
  public WorkloadCounters booked() {
    return booked;
  }
}
