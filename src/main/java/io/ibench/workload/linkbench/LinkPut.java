package io.ibench.workload.linkbench;

import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;

/**
 * The transaction of ADD_LINK and UPDATE_LINK: adds the link or replaces its contents, and changes
 * the count of its id and type when the number of visible links changes. Bound once, and executed
 * once or, after failures, several times; every path commits exactly once. Not thread-safe.
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
