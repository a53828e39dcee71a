package io.ibench.db.jdbc;

import io.ibench.db.Prepared;

/** A command around another one: only its execution differs. */
public abstract class ForwardingPrepared implements Prepared {

  public final Prepared inner;

  public ForwardingPrepared(Prepared inner) {
    this.inner = inner;
  }

  @Override
  public void setLong(int parameter, long value) {
    inner.setLong(parameter, value);
  }

  @Override
  public void setBytes(int parameter, byte[] value, int length) {
    inner.setBytes(parameter, value, length);
  }

  @Override
  public void setLongs(int parameter, long[] values, int count) {
    inner.setLongs(parameter, values, count);
  }

  @Override
  public void addBatch() {
    inner.addBatch();
  }

  @Override
  public long old() {
    return inner.old();
  }

  @Override
  public long resultHash() {
    return inner.resultHash();
  }

  @Override
  public long getLong(int row, int column) {
    return inner.getLong(row, column);
  }

  @Override
  public int getBytes(int row, int column, byte[] into) {
    return inner.getBytes(row, column, into);
  }
}
