package io.ibench.workload.kv;

import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.workload.internal.LoadBatches;
import io.ibench.workload.kv.KvTable.KeyAccess;

/**
 * Finds the batches of a fill that an earlier process has put. The value of a loaded key depends on
 * the key alone: a batch of random keys that are all there need not be put, whoever put them.
 * Confined to one thread.
 */
final class FillLookup {

  private final FillSource source;
  private final boolean random;
  private final KeyAccess access;
  private final Prepared get;
  private long rows;

  FillLookup(KvTable table, FillSource source, boolean random, Session session)
      throws DatabaseException {
    this.source = source;
    this.random = random;
    this.access = table.access();
    this.get = session.prepare(table.get());
  }

  /** Whether a batch is in the table. A statement of all keys in turn is atomic. */
  boolean isCommitted(LoadBatches.Batch batch) throws DatabaseException {
    boolean found =
        random ? hasAll(batch.first() - 1, batch.last()) : hasAll(batch.last() - 1, batch.last());
    rows += found ? batch.rows() : 0;
    return found;
  }

  private boolean hasAll(long first, long end) throws DatabaseException {
    for (long put = first; put < end; put++) {
      access.bind(get, 0, random ? source.randomKey(put) : put);
      if (get.execute() == 0) {
        return false;
      }
    }
    return true;
  }

  /** The puts of all batches that were found. */
  long rows() {
    return rows;
  }
}
