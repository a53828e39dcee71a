package io.ibench.workload.linkbench;

import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;

/**
 * What ADD_LINK and UPDATE_LINK do, in one transaction: add the link or replace what it holds, and
 * change the count of its id and type when the visible links have become more or fewer. Bound
 * first, executed then, as often as a retry needs; every way through it commits exactly once. One
 * thread's.
 */
interface LinkPut {

  void bind(long id1, long type, long id2, long visibility, byte[] data, int length, long time);

  /**
   * Writes the link.
   *
   * @return its visibility before, or {@link Prepared#ABSENT}
   */
  long execute() throws DatabaseException;
}
