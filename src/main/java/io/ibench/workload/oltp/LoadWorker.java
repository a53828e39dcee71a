package io.ibench.workload.oltp;

import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.random.Distribution;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.internal.LoadBatches;
import io.ibench.workload.internal.LoadBatches.Batch;
import io.ibench.workload.oltp.OltpBooks.OfTable;
import io.ibench.workload.table.BatchLoadWorker;
import java.util.List;

/** Loads batches of rows; each is one transaction. */
final class LoadWorker extends BatchLoadWorker {

  private final RowContent content = new RowContent();
  private final RowContent.Loaded[] rows;
  private long sumOfK;

  LoadWorker(
      OltpSettings settings,
      List<OltpTable> tables,
      LoadBatches source,
      int operations,
      WorkloadCounters booked,
      Session session)
      throws DatabaseException {
    super(
        source,
        tables.size(),
        operations,
        OltpCounter.UNCERTAIN.ordinal(),
        OltpCounter.SET.worker(),
        booked);
    this.rows = new RowContent.Loaded[tables.size()];
    Distribution k =
        settings
            .loadDistribution()
            .over(settings.rows(), OltpPlan.LOAD_EXPONENT, OltpPlan.LOAD_PARETO_H);
    for (int i = 0; i < inserts.length; i++) {
      inserts[i] = session.prepare(tables.get(i).insert(statementRows(source.batchRows())));
      lookups[i] = session.prepare(tables.get(i).point());
      rows[i] = new RowContent.Loaded(settings, i + 1, k, content);
    }
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
  protected void written(int count) {
    book(batch.table(), count, sumOfK);
    counters.add(OltpCounter.ROW_BYTES_WRITTEN.ordinal(), count * RowContent.ROW_BYTES);
  }

  private void book(int table, int count, long sum) {
    OltpBooks.add(booked, table, OfTable.LOADED, count);
    OltpBooks.add(booked, table, OfTable.LOADED_K, sum);
  }

  @Override
  protected void bindFirst(Prepared lookup, Batch asked) {
    lookup.setLong(0, asked.first());
  }

  @Override
  protected void found(Batch earlier) {
    long sum = 0;
    for (long id = earlier.first(); id <= earlier.last(); id++) {
      sum += rows[earlier.table()].draw(id);
    }
    book(earlier.table(), earlier.rows(), sum);
  }
}
