package io.ibench.workload.simple;

import io.ibench.db.DatabaseException;
import io.ibench.db.Session;
import io.ibench.workload.Worker;
import java.util.BitSet;
import java.util.List;

/**
 * Finds out which batches of a load an earlier process has committed, by the first row of each. The
 * books then contain their rows and sums. Confined to one thread.
 */
final class LoadRecovery {

  private final List<RowSource> tables;
  private final int rowsPerCommit;
  private final Books books;
  private final long loadMillis;
  private final Session session;
  private long rows;

  LoadRecovery(
      List<RowSource> tables, int rowsPerCommit, Books books, long loadMillis, Session session) {
    this.tables = tables;
    this.rowsPerCommit = rowsPerCommit;
    this.books = books;
    this.loadMillis = loadMillis;
    this.session = session;
  }

  /**
   * The numbers of the batches that are committed. Workers take batches in order, and each had at
   * most one that was not committed: after more empty ones in a row than workers all are empty.
   */
  BitSet loadedBatches(int workers) throws DatabaseException {
    BitSet loaded = new BitSet();
    BatchSource batches = new BatchSource(tables, rowsPerCommit);
    BatchWorker worker = new BatchWorker(tables, batches, books, loadMillis, session);
    books.add(worker.counters());
    books.continueLoad();
    int empty = 0;
    int table = worker.next();
    for (int number = 0; table != Worker.DONE && empty <= workers; number++) {
      int found = worker.found(table);
      rows += found;
      empty = found == 0 ? empty + 1 : 0;
      if (found > 0) {
        loaded.set(number);
      }
      table = worker.next();
    }
    return loaded;
  }

  /** The rows of these batches. */
  long rows() {
    return rows;
  }
}
