package io.ibench.db.noop;

import io.ibench.db.Native;
import io.ibench.db.NativeKind;
import io.ibench.db.NativePrepared;
import java.util.List;

/**
 * A statement of any language: answers with one row that it does not keep, and stores what is
 * bound, so that binding is not optimised away.
 */
final class NoopNative implements NativePrepared {

  private final boolean read;
  private final Object[] objects;
  private final long[] numbers;
  private final NoopWork work;
  private long computed;

  NoopNative(Native statement, NoopWork work) {
    this.work = work;
    read =
        statement.keptRows() != 0
            || statement.text().regionMatches(true, 0, "select", 0, "select".length());
    objects = new Object[statement.parameters()];
    numbers = new long[statement.parameters()];
  }

  @Override
  public void setLong(int parameter, long value) {
    numbers[parameter] = value;
  }

  @Override
  public void setDouble(int parameter, double value) {
    numbers[parameter] = (long) value;
  }

  @Override
  public void setBoolean(int parameter, boolean value) {
    numbers[parameter] = value ? 1 : 0;
  }

  @Override
  public void setText(int parameter, String value) {
    objects[parameter] = value;
  }

  @Override
  public void setBytes(int parameter, byte[] value) {
    objects[parameter] = value;
  }

  @Override
  public void setNull(int parameter) {
    objects[parameter] = null;
  }

  @Override
  public int execute() {
    computed = work.compute(computed);
    return 1;
  }

  @Override
  public boolean isRead() {
    return read;
  }

  @Override
  public long resultHash() {
    return 0;
  }

  @Override
  public List<String> columns() {
    return List.of();
  }

  @Override
  public int keptRows() {
    return 0;
  }

  @Override
  public NativeKind kind(int row, int column) {
    throw new IllegalStateException("no row is kept");
  }

  @Override
  public long getLong(int row, int column) {
    throw new IllegalStateException("no row is kept");
  }

  @Override
  public double getDouble(int row, int column) {
    throw new IllegalStateException("no row is kept");
  }

  @Override
  public String getText(int row, int column) {
    throw new IllegalStateException("no row is kept");
  }
}
