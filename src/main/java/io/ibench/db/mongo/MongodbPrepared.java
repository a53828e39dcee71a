package io.ibench.db.mongo;

import com.mongodb.MongoException;
import com.mongodb.client.ClientSession;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;

/**
 * A command on one collection. It keeps all values and creates the documents of a call at each
 * execution. Not thread-safe.
 */
abstract class MongodbPrepared implements Prepared {

  final BoundValues values;
  private final int[] leastListed;
  private final int[] mostListed;
  private final Execution execution;
  private boolean done = true;

  MongodbPrepared(Command command, int maxRows, Execution execution) {
    this.values = new BoundValues(command.parameters(), maxRows);
    this.execution = execution;
    this.leastListed = new int[command.parameters().size()];
    this.mostListed = new int[leastListed.length];
    int parameter = command.firstOfConditions();
    for (Condition condition : command.where()) {
      if (condition.takesParameter()) {
        mostListed[parameter] = condition.op().takesList() ? condition.values() : 0;
        leastListed[parameter] = condition.op() == Condition.Op.IN ? 1 : condition.values();
        parameter++;
      }
    }
  }

  /** Whether it may change documents. */
  abstract boolean isChange();

  /**
   * Called before an execution, which may call {@link #run} several times.
   *
   * @param repeated the last execution failed with the same values
   */
  void begin(boolean repeated) {}

  /**
   * Calls the driver.
   *
   * @return the rows that {@link #execute} returns
   * @throws MongoException classified by the caller
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
    if (count < leastListed[parameter] || count > mostListed[parameter]) {
      throw new IllegalArgumentException(
          count
              + " values for parameter "
              + parameter
              + "; a list takes "
              + leastListed[parameter]
              + " to "
              + mostListed[parameter]);
    }
    values.setLongs(parameter, list, count);
  }

  @Override
  public final void setBytesAt(int parameter, int index, byte[] value, int length) {
    values.setBytesAt(parameter, index, value, length);
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
}
