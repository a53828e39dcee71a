package io.ibench.workload;

import io.ibench.db.Cursor;
import io.ibench.db.DatabaseException;
import io.ibench.db.Session;

/** Walking through many rows on a thread that may be told to stop. */
public final class Cursors {

  private Cursors() {}

  /**
   * Moves on. When the run is stopped the session is broken off first: merely closing a cursor
   * makes some drivers read all the rest.
   *
   * @param session that the cursor is open on
   */
  public static boolean next(Cursor cursor, Session session)
      throws DatabaseException, InterruptedException {
    if (Thread.interrupted()) {
      session.abort();
      throw new InterruptedException();
    }
    return cursor.next();
  }
}
