package io.ibench.bench;

import io.ibench.db.Command;
import io.ibench.db.Cursor;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Scan;
import io.ibench.db.Session;
import io.ibench.db.Transaction;
import io.ibench.random.Random64;
import io.ibench.workload.Step;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadRun;
import java.util.Arrays;

/**
 * Requests of one worker drawn beforehand, as plain arrays, so that a loop without any class of
 * ours can perform the same work. Drawn by the real worker against a session that only remembers
 * what was bound.
 *
 * @param operations the operation's number
 * @param first where each request's numbers begin in {@code numbers}
 * @param numbers bound numbers: the statement's own in order, without the payload
 * @param payloads bound payloads; null for most
 */
record Requests(byte[] operations, int[] first, long[] numbers, byte[][] payloads) {

  /** The wall time of all requests. */
  static final long EPOCH_MILLIS = 1_700_000_000_000L;

  int size() {
    return operations.length;
  }

  static Requests draw(WorkloadRun experiment, Step.Work step, int worker, long seed, int count)
      throws DatabaseException {
    Remembering session = new Remembering();
    Worker drawer =
        experiment.worker(step, step.groups().get(0), worker, session, new Random64(seed));
    byte[] operations = new byte[count];
    int[] first = new int[count + 1];
    long[] numbers = new long[count * 4];
    byte[][] payloads = new byte[count][];
    int used = 0;
    for (int i = 0; i < count; i++) {
      int operation = drawer.next();
      session.forget();
      drawer.prepare(operation, EPOCH_MILLIS);
      operations[i] = (byte) operation;
      first[i] = used;
      if (used + session.count > numbers.length) {
        numbers = Arrays.copyOf(numbers, numbers.length * 2);
      }
      System.arraycopy(session.numbers, 0, numbers, used, session.count);
      used += session.count;
      payloads[i] = session.payload;
    }
    first[count] = used;
    return new Requests(operations, first, numbers, payloads);
  }

  /** A session whose statements remember the numbers and the payload bound last. */
  private static final class Remembering implements Session, Transaction {

    private final long[] numbers = new long[256];
    private int count;
    private byte[] payload;

    void forget() {
      count = 0;
      payload = null;
    }

    @Override
    public Prepared prepare(Command command) {
      return new Prepared() {
        @Override
        public void setLong(int parameter, long value) {
          numbers[count++] = value;
        }

        @Override
        public void setBytes(int parameter, byte[] value, int length) {
          payload = Arrays.copyOf(value, length);
        }

        @Override
        public void setLongs(int parameter, long[] values, int length) {
          System.arraycopy(values, 0, numbers, count, length);
          count += length;
        }

        @Override
        public void addBatch() {}

        @Override
        public int execute() {
          return 0;
        }

        @Override
        public long resultHash() {
          return 0;
        }

        @Override
        public long old() {
          return 0;
        }

        @Override
        public long getLong(int row, int column) {
          return 0;
        }

        @Override
        public int getBytes(int row, int column, byte[] into) {
          return 0;
        }
      };
    }

    @Override
    public Prepared prepareLast(Command command) {
      return prepare(command);
    }

    @Override
    public Transaction transaction() {
      return this;
    }

    @Override
    public void begin() {}

    @Override
    public void commit() {}

    @Override
    public void rollback() {}

    @Override
    public Cursor scan(Scan scan, long... parameters) {
      throw new UnsupportedOperationException("only requests are drawn");
    }

    @Override
    public void abort() {}

    @Override
    public void close() {}
  }
}
