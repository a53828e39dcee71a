package io.ibench.workload.linkbench;

import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.random.Random64;
import io.ibench.workload.table.TableWorker;

/**
 * Loads batches of links, nodes and counts. Threads begin with different kinds, so that all three
 * are loaded at the same time, and continue with the next kind when theirs is done.
 */
final class LoadWorker extends TableWorker {

  private static final LinkOperation[] OPERATION = {
    LinkOperation.LOAD_LINKS_BULK, LinkOperation.LOAD_NODE_BULK, LinkOperation.LOAD_COUNTS_BULK
  };

  /** A batch ends when it reaches this size, as a server limits the size of a packet. */
  private static final long MAX_BATCH_BYTES = 4 << 20;

  private final LinkBenchSettings settings;
  private final LoadSource source;
  private final long loadMillis;
  private final int rowsPerCommit;
  private final Prepared[] inserts = new Prepared[LoadSource.RowKind.values().length];
  private final long[] numberBytes = new long[inserts.length];
  private final LoadLookup lookup;
  private final Random64 random = new Random64(0);
  private final GraphData.Buffer data = new GraphData.Buffer();
  private final LoadSource.Piece piece = new LoadSource.Piece();
  private int kindsBegun;
  private LoadSource.RowKind kind;
  private long offset;
  private int type;
  private long linksSeed;
  private long link;
  private long endLink;
  private long batchBytes;
  private long firstOffset;
  private int firstType;
  private long firstLink;
  private int batchRows;

  LoadWorker(
      LinkBenchSettings settings,
      LoadSource source,
      long loadMillis,
      int number,
      int rowsPerCommit,
      Session session)
      throws DatabaseException {
    super(LinkOperation.values().length, LinkBenchCounter.SET.worker());
    this.settings = settings;
    this.lookup = new LoadLookup(settings, session);
    this.source = source;
    this.loadMillis = loadMillis;
    this.rowsPerCommit = rowsPerCommit;
    for (LoadSource.RowKind each : LoadSource.RowKind.values()) {
      inserts[each.ordinal()] = session.prepare(insert(each, rowsPerCommit));
      numberBytes[each.ordinal()] = LoadLookup.table(each).numberBytes();
    }
    kind = LoadSource.RowKind.values()[number % inserts.length];
    noPiece();
  }

  private static Command.Insert insert(LoadSource.RowKind kind, int rows) {
    Table table = LoadLookup.table(kind);
    return new Command.Insert(table, table.columnNames(), Math.max(2, rows));
  }

  private void noPiece() {
    piece.endOffset = 0;
    offset = 0;
    link = 0;
    endLink = 0;
    type = 0;
  }

  @Override
  public int next() {
    while (!hasRow()) {
      kindsBegun++;
      if (kindsBegun >= inserts.length) {
        return DONE;
      }
      kind = LoadSource.RowKind.values()[(kind.ordinal() + 1) % inserts.length];
      noPiece();
    }
    return OPERATION[kind.ordinal()].ordinal();
  }

  /** Moves to the next row of this kind, taking further pieces; false when no row is left. */
  private boolean hasRow() {
    return switch (kind) {
      case NODES -> hasId();
      case LINKS -> hasLink();
      case COUNTS -> hasCount();
    };
  }

  private boolean hasId() {
    if (offset < piece.endOffset) {
      return true;
    }
    if (!source.next(kind, piece)) {
      return false;
    }
    offset = piece.startOffset;
    type = Math.max(0, piece.startType);
    return true;
  }

  private boolean hasCount() {
    while (hasId()) {
      if (type == settings.types()) {
        type = 0;
        offset++;
      } else if (settings.degrees().links(offset, type) > 0) {
        return true;
      } else {
        type++;
      }
    }
    return false;
  }

  private boolean hasLink() {
    while (link >= endLink) {
      if (offset < piece.endOffset && !piece.hub) {
        nextType();
      } else if (!nextLinkPiece()) {
        return false;
      }
    }
    return true;
  }

  private boolean nextLinkPiece() {
    if (!source.next(kind, piece)) {
      return false;
    }
    offset = piece.startOffset;
    type = piece.startType;
    if (piece.hub) {
      type = piece.type;
      beginLinks(piece.firstLink, piece.endLink);
    } else if (type >= 0) {
      beginLinks(piece.startLink, settings.degrees().links(offset, type));
    }
    return true;
  }

  private void beginLinks(long first, long end) {
    link = first;
    endLink = end;
    linksSeed = settings.data().linksSeed(settings.startId() + offset, type);
  }

  /** The next type of this id, or the first of the next id; skips hubs. */
  private void nextType() {
    type++;
    if (type == settings.types()) {
      type = -1;
      offset++;
    } else {
      long links = settings.degrees().links(offset, type);
      if (links <= LoadSource.HUB_LINKS) {
        beginLinks(0, links);
      }
    }
  }

  @Override
  public void prepare(int operation, long epochMillis) {
    Prepared insert = inserts[kind.ordinal()];
    batchBytes = 0;
    firstOffset = offset;
    firstType = type;
    firstLink = link;
    int rows = 0;
    do {
      switch (kind) {
        case NODES -> bindNode(insert);
        case LINKS -> bindLink(insert);
        case COUNTS -> bindCount(insert);
      }
      insert.addBatch();
      rows++;
    } while (rows < rowsPerCommit && batchBytes < MAX_BATCH_BYTES && hasRow());
    batchRows = rows;
  }

  private void bindNode(Prepared insert) {
    long id = settings.startId() + offset++;
    settings.data().drawNodeData(random, id, data);
    insert.setLong(0, id);
    insert.setLong(1, GraphData.NODE_TYPE);
    insert.setLong(2, 1);
    insert.setLong(3, loadMillis / 1000);
    insert.setBytes(4, data.bytes(), data.length());
    batchBytes += data.length();
  }

  private void bindLink(Prepared insert) {
    long id1 = settings.startId() + offset;
    GraphData.seedLink(random, linksSeed, link);
    long time = GraphData.linkTime(random, loadMillis);
    settings.data().drawLinkData(random, data);
    insert.setLong(0, id1);
    insert.setLong(1, settings.id2s().loaded(id1, type, link));
    insert.setLong(2, GraphData.FIRST_LINK_TYPE + type);
    insert.setLong(3, GraphData.VISIBLE);
    insert.setBytes(4, data.bytes(), data.length());
    insert.setLong(5, time);
    insert.setLong(6, 0);
    batchBytes += data.length();
    link++;
  }

  private void bindCount(Prepared insert) {
    long id1 = settings.startId() + offset;
    long links = settings.degrees().links(offset, type);
    insert.setLong(0, id1);
    insert.setLong(1, GraphData.FIRST_LINK_TYPE + type);
    insert.setLong(2, links);
    insert.setLong(3, settings.data().latestTime(random, id1, type, links, loadMillis));
    insert.setLong(4, 0);
    type++;
  }

  @Override
  public int execute(int operation) throws DatabaseException {
    int rows = inserts[kind.ordinal()].execute();
    loaded(rows);
    return rows;
  }

  /** Sums up the rows: threads share them out in any order. */
  private void loaded(int rows) {
    counters.add(
        LinkBenchCounter.ROW_BYTES_WRITTEN.ordinal(),
        rows * numberBytes[kind.ordinal()] + batchBytes);
    checksums[OPERATION[kind.ordinal()].ordinal()] += rows;
    switch (kind) {
      case NODES -> counters.add(LinkBenchCounter.NODES_LOADED.ordinal(), rows);
      case LINKS -> counters.add(LinkBenchCounter.LINKS_LOADED.ordinal(), rows);
      default -> {
        return; // rows of counts follow from those of links
      }
    }
  }

  /** A batch is atomic: its first row shows whether it was committed. */
  @Override
  public int resolveOutcome(int operation) throws DatabaseException {
    if (!lookup.exists(kind, firstOffset, firstType, firstLink)) {
      return NOT_EXECUTED;
    }
    loaded(batchRows);
    return batchRows;
  }

  @Override
  public void failed(int operation, boolean outcomeUnknown) {
    if (outcomeUnknown) {
      counters.add(LinkBenchCounter.OUTCOME_UNKNOWN.ordinal(), 1);
    }
  }
}
