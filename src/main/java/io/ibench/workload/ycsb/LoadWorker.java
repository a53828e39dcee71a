package io.ibench.workload.ycsb;

import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.random.Random64;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.internal.LoadBatches;
import io.ibench.workload.internal.LoadBatches.Batch;
import io.ibench.workload.table.BatchLoadWorker;

/** Loads batches of rows; each is one transaction. A row depends on the seed and its number. */
final class LoadWorker extends BatchLoadWorker {

  private final YcsbSettings settings;
  private final long seed;
  private final Random64 random = new Random64(0);
  private final KeyText key = new KeyText();
  private final FieldValue value;

  LoadWorker(
      YcsbSettings settings,
      YcsbTable table,
      LoadBatches source,
      WorkloadCounters booked,
      Session session)
      throws DatabaseException {
    super(
        source,
        1,
        YcsbOperation.values().length,
        YcsbCounter.UNCERTAIN.ordinal(),
        YcsbCounter.SET.worker(),
        booked);
    this.settings = settings;
    this.seed = Random64.hash(settings.seed(), "ycsb");
    this.value = new FieldValue(settings.fieldLength());
    inserts[0] = session.prepare(table.insert(statementRows(source.batchRows())));
    lookups[0] = session.prepare(table.lookup());
  }

  /** Numbers of rows begin with 0, those of batches with 1. */
  @Override
  public void prepare(int operation, long epochMillis) {
    Prepared insert = inserts[0];
    for (long number = batch.first() - 1; number < batch.last(); number++) {
      random.seed(Random64.hash(seed, number));
      key.of(number);
      insert.setBytes(0, key.bytes(), key.length());
      long hash = KeyText.hash(number);
      for (int field = 0; field < settings.fields(); field++) {
        byte[] drawn = value.draw(random, hash, field).bytes();
        insert.setBytes(1 + field, drawn, drawn.length);
      }
      insert.addBatch();
    }
  }

  @Override
  protected void written(int rows) {
    long bytes = rows * settings.fieldBytes() + book(batch);
    counters.add(YcsbCounter.ROW_BYTES_WRITTEN.ordinal(), bytes);
  }

  @Override
  protected void found(Batch earlier) {
    book(earlier);
  }

  /** Books the rows of a batch, and returns the bytes of their keys. */
  private long book(Batch rows) {
    long bytes = 0;
    for (long number = rows.first() - 1; number < rows.last(); number++) {
      YcsbBooks.inserted(booked, key.of(number), KeyText.hash(number));
      bytes += key.length();
    }
    return bytes;
  }

  @Override
  protected void bindFirst(Prepared lookup, Batch asked) {
    key.of(asked.first() - 1);
    lookup.setBytes(0, key.bytes(), key.length());
  }

  @Override
  public void failed(int operation, boolean outcomeUnknown) {
    super.failed(operation, outcomeUnknown);
    if (outcomeUnknown) {
      YcsbBooks.uncertain(booked, batch.rows());
    }
  }
}
