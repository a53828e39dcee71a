package io.ibench.workload.simple;

import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;

/**
 * A command that keeps what is bound for the books: the last numbers, and how many bytes the row or
 * batch has. Allocates nothing.
 */
final class TrackingPrepared implements Prepared {

  private final Prepared command;
  private final long[] numbers;
  private final int[] lengths;
  private long batchBytes;
  private boolean isBatch;
  private boolean executed;

  /**
   * @param description of the prepared command
   */
  TrackingPrepared(Prepared command, Command description) {
    this.command = command;
    this.numbers = new long[description.parameters().size()];
    this.lengths = new int[description.firstOfConditions()];
  }

  /** The bytes of BYTES columns in the last row or batch, without those of conditions. */
  long bytes() {
    return isBatch ? batchBytes : rowBytes();
  }

  private long rowBytes() {
    long sum = 0;
    for (int length : lengths) {
      sum += length;
    }
    return sum;
  }

  /** The first binding after an execution begins the next batch. */
  private void beginIfExecuted() {
    if (executed) {
      executed = false;
      batchBytes = 0;
    }
  }

  /** The number that was bound last. */
  long number(int parameter) {
    return numbers[parameter];
  }

  @Override
  public void setLong(int parameter, long value) {
    beginIfExecuted();
    numbers[parameter] = value;
    command.setLong(parameter, value);
  }

  @Override
  public void setBytes(int parameter, byte[] value, int length) {
    beginIfExecuted();
    if (parameter < lengths.length) {
      lengths[parameter] = length;
    }
    command.setBytes(parameter, value, length);
  }

  @Override
  public void setLongs(int parameter, long[] values, int count) {
    command.setLongs(parameter, values, count);
  }

  @Override
  public void addBatch() {
    isBatch = true;
    batchBytes += rowBytes();
    command.addBatch();
  }

  @Override
  public int execute() throws DatabaseException {
    executed = true;
    return command.execute();
  }

  @Override
  public long old() {
    return command.old();
  }

  @Override
  public long resultHash() {
    return command.resultHash();
  }

  @Override
  public long getLong(int row, int column) {
    return command.getLong(row, column);
  }

  @Override
  public int getBytes(int row, int column, byte[] into) {
    return command.getBytes(row, column, into);
  }
}
