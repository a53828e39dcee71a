package io.ibench.bench;

import io.ibench.db.Command;
import io.ibench.db.Cursor;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Scan;
import io.ibench.db.Session;
import io.ibench.db.Transaction;
import io.ibench.random.Random64;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadRun;
import java.util.Arrays;

/**
 * The links that one loader inserts, drawn beforehand, as plain arrays. Drawn by the real workers
 * against a session that only remembers what was bound.
 */
final class LinkRows {

  /** Of each row: all columns but the payload. */
  static final int NUMBERS = 6;

  private long[] numbers = new long[1 << 16];
  private byte[][] payloads = new byte[1 << 14][];
  private int[] ends = new int[1 << 10];
  private int used;
  private int rows;
  private int batches;

  /** All links of the plan's load, shared out to threads that take turns. */
  static LinkRows[] draw(Plan plan, int threads) throws DatabaseException {
    WorkloadRun experiment = plan.begin(Requests.EPOCH_MILLIS, Bench.unkept(plan));
    Step.Work step = (Step.Work) plan.steps().get(0);
    LinkRows[] shares = new LinkRows[threads];
    Worker[] workers = new Worker[threads];
    for (int i = 0; i < threads; i++) {
      shares[i] = new LinkRows();
      workers[i] =
          experiment.worker(
              step, step.groups().get(0), i, new Remembering(shares[i]), new Random64(0));
    }
    boolean more = true;
    while (more) {
      more = false;
      for (int i = 0; i < threads; i++) {
        int operation = workers[i].next();
        if (operation != Worker.DONE) {
          workers[i].prepare(operation, Requests.EPOCH_MILLIS);
          shares[i].endBatch();
          more = true;
        }
      }
    }
    return shares;
  }

  private void number(long value) {
    if (used == numbers.length) {
      numbers = Arrays.copyOf(numbers, 2 * used);
    }
    numbers[used++] = value;
  }

  private void payload(byte[] value, int length) {
    if (rows == payloads.length) {
      payloads = Arrays.copyOf(payloads, 2 * rows);
    }
    payloads[rows] = Arrays.copyOf(value, length);
  }

  private void endBatch() {
    if (batches == ends.length) {
      ends = Arrays.copyOf(ends, 2 * batches);
    }
    ends[batches++] = rows;
  }

  /** By row, {@link #NUMBERS} each. */
  long[] numbers() {
    return numbers;
  }

  /** By row. */
  byte[][] payloads() {
    return payloads;
  }

  int batches() {
    return batches;
  }

  /** The first row of a batch; that of the one after the last is the number of rows. */
  int firstRow(int batch) {
    return batch == 0 ? 0 : ends[batch - 1];
  }

  int rows() {
    return rows;
  }

  private record Remembering(LinkRows into) implements Session, Prepared {

    @Override
    public Prepared prepare(Command command) {
      return this;
    }

    @Override
    public void setLong(int parameter, long value) {
      into.number(value);
    }

    @Override
    public void setBytes(int parameter, byte[] value, int length) {
      into.payload(value, length);
    }

    @Override
    public void addBatch() {
      into.rows++;
    }

    @Override
    public int execute() {
      throw new UnsupportedOperationException("rows are only drawn");
    }

    @Override
    public void setLongs(int parameter, long[] values, int count) {
      throw new UnsupportedOperationException("rows are only drawn");
    }

    @Override
    public long old() {
      throw new UnsupportedOperationException("rows are only drawn");
    }

    @Override
    public long getLong(int row, int column) {
      throw new UnsupportedOperationException("rows are only drawn");
    }

    @Override
    public int getBytes(int row, int column, byte[] bytes) {
      throw new UnsupportedOperationException("rows are only drawn");
    }

    @Override
    public Transaction transaction() {
      throw new UnsupportedOperationException("rows are only drawn");
    }

    @Override
    public Cursor scan(Scan scan, long... parameters) {
      throw new UnsupportedOperationException("rows are only drawn");
    }

    @Override
    public void abort() {}

    @Override
    public void close() {}
  }
}
