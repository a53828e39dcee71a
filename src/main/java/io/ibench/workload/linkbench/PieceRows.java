package io.ibench.workload.linkbench;

import io.ibench.db.DatabaseException;
import io.ibench.workload.linkbench.LoadSource.Piece;
import io.ibench.workload.linkbench.LoadSource.RowKind;

/** The rows of one piece, in the order in which {@link LoadWorker} inserts them. */
final class PieceRows {

  private final LinkBenchSettings settings;
  private final RowKind kind;
  private final Piece piece;
  private long offset;
  private int type;
  private long link;
  private long endLink;

  /** Before the first row. */
  PieceRows(LinkBenchSettings settings, RowKind kind, Piece piece) {
    this.settings = settings;
    this.kind = kind;
    this.piece = piece;
    offset = kind == RowKind.NODES ? piece.firstOffset - 1 : piece.firstOffset;
    type = kind == RowKind.NODES ? 0 : piece.hub ? piece.type : -1;
    link = piece.hub ? piece.firstLink - 1 : -1;
    endLink = piece.hub ? piece.endLink : 0;
  }

  /** Moves to the next row; false after the last one, which then stays the current one. */
  boolean next() {
    return switch (kind) {
      case NODES -> nextNode();
      case COUNTS -> nextCount();
      case LINKS -> nextLink();
    };
  }

  private boolean nextNode() {
    if (offset + 1 >= piece.endOffset) {
      return false;
    }
    offset++;
    return true;
  }

  private boolean nextCount() {
    for (long id = offset; id < piece.endOffset; id++) {
      for (int each = id == offset ? type + 1 : 0; each < settings.types(); each++) {
        if (settings.degrees().links(id, each) > 0) {
          offset = id;
          type = each;
          return true;
        }
      }
    }
    return false;
  }

  private boolean nextLink() {
    if (link + 1 < endLink) {
      link++;
      return true;
    }
    for (long id = offset; id < piece.endOffset && !piece.hub; id++) {
      for (int each = id == offset ? type + 1 : 0; each < settings.types(); each++) {
        long links = settings.degrees().links(id, each);
        if (links > 0 && links <= LoadSource.HUB_LINKS) {
          offset = id;
          type = each;
          link = 0;
          endLink = links;
          return true;
        }
      }
    }
    return false;
  }

  /** Whether the table has the current row. */
  boolean lastExists(LoadLookup lookup) throws DatabaseException {
    return lookup.exists(kind, offset, type, link);
  }

  /** Makes the piece begin with the current row. */
  void beginAt(Piece other) {
    other.startOffset = offset;
    other.startType = type;
    if (other.hub) {
      other.firstLink = link;
    } else {
      other.startLink = kind == RowKind.LINKS ? link : 0;
    }
  }
}
