package io.ibench.db.jdbc;

import io.ibench.db.Cursor;
import io.ibench.db.DatabaseException;

/** A cursor that does more when it is closed. Not thread-safe. */
public abstract class ForwardingCursor implements Cursor {

  private final Cursor cursor;

  protected ForwardingCursor(Cursor cursor) {
    this.cursor = cursor;
  }

  /** Called after the cursor was closed, or has failed to close. */
  protected abstract void closed() throws DatabaseException;

  @Override
  public final boolean next() throws DatabaseException {
    return cursor.next();
  }

  @Override
  public final long getLong(int column) throws DatabaseException {
    return cursor.getLong(column);
  }

  @Override
  public final void close() throws DatabaseException {
    try {
      cursor.close();
    } finally {
      closed();
    }
  }
}
