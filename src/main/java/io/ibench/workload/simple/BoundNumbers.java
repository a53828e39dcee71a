package io.ibench.workload.simple;

import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;

/** A command that keeps the numbers that are bound last, for the books. Allocates nothing. */
final class BoundNumbers implements Prepared {

  private final Prepared command;
  private final long[] numbers;

  /**
   * @param parameters of the command
   */
  BoundNumbers(Prepared command, int parameters) {
    this.command = command;
    this.numbers = new long[parameters];
  }

  /** The number that was bound last. */
  long number(int parameter) {
    return numbers[parameter];
  }

  @Override
  public void setLong(int parameter, long value) {
    numbers[parameter] = value;
    command.setLong(parameter, value);
  }

  @Override
  public void setBytes(int parameter, byte[] value, int length) {
    command.setBytes(parameter, value, length);
  }

  @Override
  public void setLongs(int parameter, long[] values, int count) {
    command.setLongs(parameter, values, count);
  }

  @Override
  public void addBatch() {
    command.addBatch();
  }

  @Override
  public int execute() throws DatabaseException {
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
