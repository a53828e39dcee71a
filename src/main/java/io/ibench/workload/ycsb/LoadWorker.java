package io.ibench.workload.ycsb;

import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.random.Random64;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.internal.LoadBatches;

/** Loads batches of rows; each is one transaction. A row depends on the seed and its number. */
final class LoadWorker implements Worker {

  private static final int OPERATION = YcsbOperation.LOAD.ordinal();

  private final YcsbSettings settings;
  private final LoadBatches source;
  private final LoadBatches.Batch batch = new LoadBatches.Batch();
  private final long seed;
  private final Random64 random = new Random64(0);
  private final KeyText key = new KeyText();
  private final FieldValue value;
  private final Prepared insert;
  private final Prepared lookup;
  private final WorkloadCounters booked;
  private final WorkloadCounters counters = new WorkloadCounters(YcsbCounter.values().length);
  private long loaded;

  LoadWorker(
      YcsbSettings settings,
      YcsbTable table,
      LoadBatches source,
      WorkloadCounters booked,
      Session session)
      throws DatabaseException {
    this.settings = settings;
    this.source = source;
    this.booked = booked;
    this.seed = Random64.hash(settings.seed(), "ycsb");
    this.value = new FieldValue(settings.fieldLength());
    // A batch of 1 would commit row by row, without addBatch.
    this.insert = session.prepare(table.insert(Math.max(2, source.batchRows())));
    this.lookup = session.prepare(table.lookup());
  }

  @Override
  public int next() {
    return source.next(batch) ? OPERATION : DONE;
  }

  /** Numbers of rows begin with 0, those of batches with 1. */
  @Override
  public void prepare(int operation, long epochMillis) {
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
  public int execute(int operation) throws DatabaseException {
    return written(insert.execute());
  }

  private int written(int rows) {
    long bytes = rows * settings.fieldBytes() + book(batch);
    counters.add(YcsbCounter.ROW_BYTES_WRITTEN.ordinal(), bytes);
    loaded += rows;
    return rows;
  }

  /** Books the rows of a batch, and returns the bytes of their keys. */
  private long book(LoadBatches.Batch rows) {
    long bytes = 0;
    for (long number = rows.first() - 1; number < rows.last(); number++) {
      YcsbBooks.inserted(booked, key.of(number), KeyText.hash(number));
      bytes += key.length();
    }
    return bytes;
  }

  /** A batch is atomic: its first row shows whether it was committed. */
  private boolean isCommitted(LoadBatches.Batch asked) throws DatabaseException {
    key.of(asked.first() - 1);
    lookup.setBytes(0, key.bytes(), key.length());
    return lookup.execute() > 0;
  }

  /** Books a batch of an earlier process, if it is in the table. */
  boolean isFound(LoadBatches.Batch asked) throws DatabaseException {
    boolean found = isCommitted(asked);
    if (found) {
      book(asked);
    }
    return found;
  }

  @Override
  public int resolveOutcome(int operation) throws DatabaseException {
    return isCommitted(batch) ? written(batch.rows()) : NOT_EXECUTED;
  }

  /** The server has rolled back the batch already. */
  @Override
  public void rollback() {}

  @Override
  public void failed(int operation, boolean outcomeUnknown) {
    if (outcomeUnknown) {
      YcsbBooks.uncertain(booked, batch.rows());
      counters.add(YcsbCounter.UNCERTAIN.ordinal(), 1);
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
