package io.ibench.workload.linkbench;

import io.ibench.db.DatabaseException;
import io.ibench.db.Session;
import io.ibench.workload.linkbench.LoadSource.Piece;
import io.ibench.workload.linkbench.LoadSource.RowKind;

/**
 * Finds out how far a load has come whose process died, by looking up rows. It relies on two
 * things: pieces are handed out in order, and the rows of a piece are inserted in order by one
 * thread. So the rows of a piece that are in the table are its first ones, and a piece whose last
 * row is there is complete. After more pieces without any row than there were threads, no piece has
 * rows. Used once, by one thread.
 */
final class LoadRecovery {

  private final LinkBenchSettings settings;
  private final long threads;
  private final LoadLookup lookup;
  private final LoadSource source;
  private long rows;
  private long nodesAndLinks;

  /**
   * @param threads of the load
   * @param session for the lookups
   */
  LoadRecovery(LinkBenchSettings settings, long threads, Session session) {
    this.settings = settings;
    this.threads = threads;
    this.lookup = new LoadLookup(settings, session);
    this.source = new LoadSource(settings.degrees());
  }

  /** Returns the rows that are left to load. */
  LoadSource recover() throws DatabaseException {
    for (RowKind kind : RowKind.values()) {
      recover(kind);
    }
    return source;
  }

  /** The rows that the tables have. */
  long rows() {
    return rows;
  }

  /** The nodes and links among them. */
  long nodesAndLinks() {
    return nodesAndLinks;
  }

  private void recover(RowKind kind) throws DatabaseException {
    long withoutRows = 0;
    Piece piece = new Piece();
    while (withoutRows <= threads && source.take(kind, piece)) {
      PieceRows all = new PieceRows(settings, kind, piece);
      long count = 0;
      while (all.next()) {
        count++;
      }
      if (count == 0 || all.lastExists(lookup)) {
        found(kind, count);
        withoutRows = count == 0 ? withoutRows : 0;
      } else if (findFirstMissing(kind, piece) == 0) {
        withoutRows++;
      } else {
        withoutRows = 0;
      }
    }
  }

  /** Notes the piece as left, from its first missing row on. Returns the rows that exist. */
  private long findFirstMissing(RowKind kind, Piece piece) throws DatabaseException {
    PieceRows each = new PieceRows(settings, kind, piece);
    long count = 0;
    while (each.next() && each.lastExists(lookup)) {
      count++;
    }
    if (count > 0) {
      each.beginAt(piece);
    }
    source.giveBack(kind, piece);
    found(kind, count);
    return count;
  }

  private void found(RowKind kind, long count) {
    rows += count;
    nodesAndLinks += kind == RowKind.COUNTS ? 0 : count;
  }
}
