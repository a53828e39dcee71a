package io.ibench.workload.linkbench;

import io.ibench.db.Cursor;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Scan;
import io.ibench.db.Session;
import io.ibench.workload.Cursors;

/**
 * The totals of the tables, counted.
 *
 * @param links all rows of links
 * @param visible those that are not hidden
 * @param nodes all nodes
 * @param highestNode the highest id of a node; 0 without a node
 */
record Recount(long links, long visible, long nodes, long highestNode) {

  /** Counts; an interrupt aborts it. Nothing may write to the tables meanwhile. */
  static Recount of(Database database) throws DatabaseException, InterruptedException {
    try (Session session = database.session()) {
      long[] links = scan(session, Verification.linkScan(), 2);
      long[] nodes = scan(session, Verification.nodeScan(), 0);
      return new Recount(links[0], links[1], nodes[0], nodes[2]);
    }
  }

  /** The number of rows, of those whose column is {@link GraphData#VISIBLE}, and its last value. */
  private static long[] scan(Session session, Scan scan, int column)
      throws DatabaseException, InterruptedException {
    long[] counts = new long[3];
    try (Cursor cursor = session.scan(scan)) {
      while (Cursors.next(cursor, session)) {
        counts[0]++;
        counts[1] += cursor.getLong(column) == GraphData.VISIBLE ? 1 : 0;
        counts[2] = cursor.getLong(column);
      }
    }
    return counts;
  }
}
