package io.ibench.workload;

import io.ibench.db.Cursor;
import io.ibench.db.DatabaseException;
import io.ibench.db.Session;

/** Reads many rows on a thread that may be interrupted. Stateless. */
public final class Cursors {

  private Cursors() {}

  /**
   * Moves to the next row. On an interrupt, aborts the session first: closing the cursor alone
   * makes some drivers read all remaining rows.
   *
   * @param session the session of the cursor
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
