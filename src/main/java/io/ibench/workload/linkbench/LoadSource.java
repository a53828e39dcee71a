package io.ibench.workload.linkbench;

import io.ibench.workload.Division;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Distributes the load to any number of threads, in pieces of ids. Thread-safe. The links of a hub,
 * an id with very many links of one type, are separate pieces and come first, so that no thread is
 * left with a hub at the end.
 */
final class LoadSource {

  /** More links than this of one id and type make the id a hub. */
  static final long HUB_LINKS = 10_000;

  private static final long IDS_PER_PIECE = 2048;

  /** The kind of rows of a piece. */
  enum RowKind {
    LINKS,
    NODES,
    COUNTS
  }

  /** A piece of work; each worker reuses one. */
  static final class Piece {
    /** Ids as offsets from the first one; the end is exclusive. */
    long firstOffset;

    long endOffset;

    /** Whether this is a part of a hub's links of one type, from first to end. */
    boolean hub;

    int type;
    long firstLink;
    long endLink;

    /** The first row that is left; a hub begins with {@link #firstLink}. */
    long startOffset;

    /** -1 for the first type. */
    int startType;

    long startLink;

    private void copyFrom(Piece other) {
      firstOffset = other.firstOffset;
      endOffset = other.endOffset;
      hub = other.hub;
      type = other.type;
      firstLink = other.firstLink;
      endLink = other.endLink;
      startOffset = other.startOffset;
      startType = other.startType;
      startLink = other.startLink;
    }

    private void startsWithItsFirstRow() {
      startOffset = firstOffset;
      startType = -1;
      startLink = 0;
    }
  }

  private final Degrees degrees;
  private final Division division;
  private final AtomicLong[] nextOffset = {new AtomicLong(), new AtomicLong(), new AtomicLong()};
  private final Map<RowKind, Deque<Piece>> givenBack = new EnumMap<>(RowKind.class);
  private final long hubRanks;
  private long hubRank;
  private int hubType;
  private long hubLink;
  private long hubPieces;

  /** All pieces. */
  LoadSource(Degrees degrees) {
    this(degrees, Division.WHOLE);
  }

  /**
   * The pieces of one of several processes: those whose numbers are its own.
   *
   * @param division this process' part
   */
  LoadSource(Degrees degrees, Division division) {
    this.degrees = degrees;
    this.division = division;
    for (AtomicLong next : nextOffset) {
      next.set(division.rank() * IDS_PER_PIECE);
    }
    for (RowKind kind : RowKind.values()) {
      givenBack.put(kind, new ArrayDeque<>());
    }
    this.hubRanks = degrees.ranksAbove(HUB_LINKS);
  }

  /** Fills in the next piece of the given kind; false when no piece is left. */
  boolean next(RowKind kind, Piece piece) {
    return takeBack(kind, piece) || take(kind, piece);
  }

  /** A piece that was taken is not complete: some thread will take it again. */
  synchronized void giveBack(RowKind kind, Piece piece) {
    Piece copy = new Piece();
    copy.copyFrom(piece);
    Objects.requireNonNull(givenBack.get(kind)).add(copy);
  }

  private synchronized boolean takeBack(RowKind kind, Piece piece) {
    Piece first = Objects.requireNonNull(givenBack.get(kind)).poll();
    if (first != null) {
      piece.copyFrom(first);
    }
    return first != null;
  }

  /** Fills in the next piece that was never taken. */
  boolean take(RowKind kind, Piece piece) {
    if (kind == RowKind.LINKS && nextOwnHub(piece)) {
      return true;
    }
    long first = nextOffset[kind.ordinal()].getAndAdd(division.of() * IDS_PER_PIECE);
    if (first >= degrees.ids()) {
      return false;
    }
    piece.hub = false;
    piece.firstOffset = first;
    piece.endOffset = Math.min(first + IDS_PER_PIECE, degrees.ids());
    piece.startsWithItsFirstRow();
    return true;
  }

  private synchronized boolean nextOwnHub(Piece piece) {
    while (nextHub(piece)) {
      if (division.isMine(hubPieces++)) {
        return true;
      }
    }
    return false;
  }

  private boolean nextHub(Piece piece) {
    while (hubRank < hubRanks) {
      long links = degrees.linksOfRank(hubRank, hubType);
      if (links > HUB_LINKS && hubLink < links) {
        piece.hub = true;
        piece.firstOffset = degrees.offset(hubRank);
        piece.endOffset = piece.firstOffset + 1;
        piece.type = hubType;
        piece.firstLink = hubLink;
        piece.endLink = Math.min(hubLink + HUB_LINKS, links);
        piece.startsWithItsFirstRow();
        hubLink = piece.endLink;
        return true;
      }
      hubLink = 0;
      hubType++;
      if (hubType == degrees.types()) {
        hubType = 0;
        hubRank++;
      }
    }
    return false;
  }
}
