package io.ibench.db.noop;

import io.ibench.db.Command;
import io.ibench.db.Prepared;

/**
 * Compiles commands that keep their parameters, like any other adapter, and return immediately: a
 * select with one row of ones and an empty payload, an upsert or update with the old value 0, a
 * limited delete with the limit as number of rows.
 */
final class NoopCompiler implements Command.Compiler<Prepared> {

  private final NoopWork work;

  NoopCompiler(NoopWork work) {
    this.work = work;
  }

  @Override
  public Prepared insert(Command.Insert insert) {
    return new NoopPrepared(work, insert.columns().size(), insert.maxBatch() > 1, Prepared.ABSENT);
  }

  @Override
  public Prepared upsert(Command.Upsert upsert) {
    return new NoopPrepared(
        work, upsert.columns().size(), false, upsert.old().isPresent() ? 0 : -1);
  }

  @Override
  public Prepared update(Command.Update update) {
    int parameters = update.parameters().size();
    return new NoopPrepared(work, parameters, false, update.old().isPresent() ? 1 : -1);
  }

  @Override
  public Prepared delete(Command.Delete delete) {
    return new NoopPrepared(
        work, delete.where().size(), false, Math.max(delete.limit(), 1), Prepared.ABSENT);
  }

  @Override
  public Prepared select(Command.Select select) {
    return new NoopPrepared(work, select.where().size(), false, Prepared.ABSENT);
  }

  /** Stores numbers, so that binding is not optimised away; payloads are only read. */
  private static final class NoopPrepared implements Prepared {

    private final NoopWork work;
    private final long[] values;
    private final boolean batched;
    private final int answer;
    private final long old;
    private int batch;
    private long computed;

    NoopPrepared(NoopWork work, int parameters, boolean batched, long old) {
      this(work, parameters, batched, 1, old);
    }

    /**
     * @param answer the number of rows, except for a batch
     */
    NoopPrepared(NoopWork work, int parameters, boolean batched, int answer, long old) {
      this.work = work;
      this.answer = answer;
      this.values = new long[parameters];
      this.batched = batched;
      this.old = old;
    }

    @Override
    public void setLong(int parameter, long value) {
      values[parameter] = value;
    }

    @Override
    public void setBytes(int parameter, byte[] value, int length) {
      values[parameter] = length == 0 ? 0 : value[length - 1];
    }

    @Override
    public void setLongs(int parameter, long[] list, int count) {
      values[parameter] = list[count - 1];
    }

    @Override
    public void setBytesAt(int parameter, int index, byte[] value, int length) {
      setBytes(parameter, value, length);
    }

    @Override
    public void addBatch() {
      batch++;
    }

    @Override
    public int execute() {
      int rows = batched ? batch : answer;
      batch = 0;
      computed = work.compute(computed);
      return rows;
    }

    @Override
    public long old() {
      return old;
    }

    @Override
    public long resultHash() {
      return values[0];
    }

    @Override
    public long getLong(int row, int column) {
      Prepared.requireRow(row, answer);
      return 1;
    }

    @Override
    public int getBytes(int row, int column, byte[] into) {
      Prepared.requireRow(row, answer);
      return 0;
    }
  }
}
