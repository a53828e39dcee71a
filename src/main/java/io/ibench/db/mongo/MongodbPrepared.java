package io.ibench.db.mongo;

import com.mongodb.MongoException;
import com.mongodb.client.ClientSession;
import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;

/**
 * A command on one collection. Keeps what is bound; the documents of a call are made anew at each
 * execution.
 */
abstract class MongodbPrepared implements Prepared {

  final BoundValues values;
  private final Execution execution;
  private boolean done = true;

  MongodbPrepared(Command command, int maxRows, Execution execution) {
    this.values = new BoundValues(command.parameters(), maxRows);
    this.execution = execution;
  }

  /** Whether it may change documents. */
  abstract boolean isChange();

  /**
   * A new execution begins, which may call {@link #run} several times.
   *
   * @param repeated the last one failed, and had the same values
   */
  void begin(boolean repeated) {}

  /**
   * Calls the driver.
   *
   * @return the rows that {@link #execute} returns
   * @throws MongoException is classified by the caller
   */
  abstract int run(ClientSession session) throws DatabaseException;

  @Override
  public final void setLong(int parameter, long value) {
    values.setLong(parameter, value);
  }

  @Override
  public final void setBytes(int parameter, byte[] value, int length) {
    values.setBytes(parameter, value, length);
  }

  @Override
  public final void setLongs(int parameter, long[] list, int count) {
    values.setLongs(parameter, list, count);
  }

  @Override
  public final void addBatch() {
    values.endRow();
  }

  @Override
  public final int execute() throws DatabaseException {
    begin(values.beginExecution() && !done);
    done = false;
    int rows = execution.execute(this);
    done = true;
    return rows;
  }

  @Override
  public long old() {
    throw new IllegalStateException("the command does not report an old value");
  }

  @Override
  public long getLong(int row, int column) {
    throw new IllegalStateException("the command does not read rows");
  }

  @Override
  public int getBytes(int row, int column, byte[] into) {
    throw new IllegalStateException("the command does not read rows");
  }
}
