package io.ibench.workload.linkbench;

import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.RowHash;
import io.ibench.db.Session;
import io.ibench.random.Payload;
import io.ibench.random.Random64;
import io.ibench.workload.table.TableWorker;

/** Draws and executes LinkBench's ten requests. Allocates nothing per operation. */
final class RequestWorker extends TableWorker {

  private static final LinkOperation[] OPERATIONS = LinkOperation.values();

  private static final long LINK_NUMBERS = GraphTables.LINKS.numberBytes();
  private static final long COUNT_NUMBERS = GraphTables.COUNTS.numberBytes();
  private static final long NODE_NUMBERS = GraphTables.NODES.numberBytes();

  /** An update of a node leaves its id and type. */
  private static final long UPDATED_NODE_NUMBERS =
      NODE_NUMBERS
          - GraphTables.NODES.column("id").type().valueBytes()
          - GraphTables.NODES.column("type").type().valueBytes();

  private static final long VISIBILITY = GraphTables.LINKS.column("visibility").type().valueBytes();

  private static final int TIME_COLUMN = GraphTables.LINKS.position("time");

  private final LinkBenchSettings settings;
  private final LinkBenchSettings.Requests requests;
  private final Random64 random;
  private final Id2Chooser id2Chooser;
  private final NodeChooser nodeChooser;
  private final GraphStore store;
  private final Payload linkAdd;
  private final Payload linkUpdate;
  private final Payload nodeAdd;
  private final Payload nodeUpdate;
  private final GraphData.Buffer data = new GraphData.Buffer();
  private final long[] id2s;
  private final ListHistory history = new ListHistory();

  @SuppressWarnings("NullAway.Init") // prepare() comes before execute()
  private Prepared bound;

  private long listId1;
  private long listType;
  private int historyEntry;
  private int multigetIds;

  /**
   * @param books of the run, for the number of added nodes
   */
  RequestWorker(LinkBenchSettings settings, GraphBooks books, Session session, Random64 random)
      throws DatabaseException {
    super(OPERATIONS.length, LinkBenchCounter.SET.worker());
    this.settings = settings;
    this.requests = settings.requests();
    int multigetMax = requests.multiget().max();
    this.id2Chooser = new Id2Chooser(settings);
    this.nodeChooser = new NodeChooser(settings, books);
    this.random = random;
    this.store =
        new GraphStore(
            session,
            settings.compat(),
            requests.rangeLimit(),
            multigetMax,
            requests.mix().onlyReads());
    this.id2s = new long[multigetMax];
    linkAdd = settings.data().requested(DataKind.LINK_ADD);
    linkUpdate = settings.data().requested(DataKind.LINK_UP);
    nodeAdd = settings.data().requested(DataKind.NODE_ADD);
    nodeUpdate = settings.data().requested(DataKind.NODE_UP);
  }

  @Override
  public int next() {
    return requests.mix().next(random);
  }

  @Override
  public void prepare(int operation, long epochMillis) {
    switch (OPERATIONS[operation]) {
      case ADD_LINK -> preparePutLink(HitRate.ADD_LINK, linkAdd, epochMillis);
      case UPDATE_LINK -> preparePutLink(HitRate.UPDATE_LINK, linkUpdate, epochMillis);
      case DELETE_LINK -> prepareDeleteLink(epochMillis);
      case COUNT_LINK ->
          bound = store.bindCountLinks(requests.access().linkRead(random), chooseType());
      case MULTIGET_LINK -> prepareMultiget();
      case GET_LINKS_LIST -> prepareList();
      case ADD_NODE -> prepareAddNode(epochMillis);
      case UPDATE_NODE -> prepareUpdateNode(epochMillis);
      case DELETE_NODE ->
          bound = store.bindDeleteNode(requests.access().nodeDelete(random), GraphData.NODE_TYPE);
      case GET_NODE -> bound = store.bindGetNode(nodeChooser.draw(random), GraphData.NODE_TYPE);
      default -> throw new IllegalArgumentException("not a request: " + operation);
    }
  }

  private long chooseType() {
    return GraphData.FIRST_LINK_TYPE + random.nextInt(settings.types());
  }

  private void preparePutLink(HitRate rate, Payload payload, long epochMillis) {
    long id1 = requests.access().linkWrite(random);
    long type = chooseType();
    long id2 = id2Chooser.choose(random, id1, type, rate.target());
    data.draw(settings.data().linkLength(), payload, random);
    store.bindPutLink(id1, type, id2, GraphData.VISIBLE, data.bytes(), data.length(), epochMillis);
  }

  private void prepareDeleteLink(long epochMillis) {
    long id1 = requests.access().linkWrite(random);
    long type = chooseType();
    long id2 = id2Chooser.choose(random, id1, type, HitRate.DELETE_LINK.target());
    store.bindHideLink(id1, type, id2, epochMillis);
  }

  private void prepareMultiget() {
    long id1 = requests.access().linkRead(random);
    long type = chooseType();
    int wanted = requests.multiget().draw(random);
    multigetIds =
        id2Chooser.choose(random, id1, type, HitRate.MULTIGET_LINK.target(), wanted, id2s);
    bound = store.bindGetLinks(id1, type, id2s, multigetIds);
  }

  private void prepareList() {
    boolean continues =
        requests.historyPercent() > 0
            && !history.isEmpty()
            && random.nextDouble() * 100 < requests.historyPercent();
    if (continues) {
      historyEntry = history.choose(random);
      listId1 = history.id1(historyEntry);
      listType = history.type(historyEntry);
      bound = store.bindListHistory(listId1, listType, 0, history.time(historyEntry));
    } else {
      historyEntry = -1;
      listId1 = requests.access().linkRead(random);
      listType = chooseType();
      bound = store.bindListLinks(listId1, listType, 0, Long.MAX_VALUE);
    }
  }

  private void prepareAddNode(long epochMillis) {
    data.draw(settings.data().nodeLength(), nodeAdd, random);
    bound =
        store.bindAddNode(GraphData.NODE_TYPE, 1, epochMillis / 1000, data.bytes(), data.length());
  }

  private void prepareUpdateNode(long epochMillis) {
    long id = requests.access().nodeUpdate(random);
    data.draw(settings.data().nodeLength(), nodeUpdate, random);
    bound =
        store.bindUpdateNode(
            id, GraphData.NODE_TYPE, 2, epochMillis / 1000, data.bytes(), data.length());
  }

  @Override
  public int execute(int operation) throws DatabaseException {
    return switch (OPERATIONS[operation]) {
      case ADD_LINK -> putLink(operation, HitRate.ADD_LINK);
      case UPDATE_LINK -> putLink(operation, HitRate.UPDATE_LINK);
      case DELETE_LINK -> deleteLink(operation);
      case GET_LINKS_LIST -> list(operation);
      case MULTIGET_LINK -> read(operation, HitRate.MULTIGET_LINK, multigetIds);
      case GET_NODE -> read(operation, HitRate.GET_NODE, 1);
      case COUNT_LINK -> read(operation);
      case ADD_NODE -> addNode(operation);
      case UPDATE_NODE -> updateNode(operation);
      case DELETE_NODE -> write(operation, LinkBenchCounter.NODES_DELETED);
      default -> throw new IllegalArgumentException("not a request: " + operation);
    };
  }

  private int putLink(int operation, HitRate rate) throws DatabaseException {
    long before = store.putLink();
    countFound(rate, before != Prepared.ABSENT);
    boolean recounted = before != GraphData.VISIBLE;
    countBytes(LINK_NUMBERS + data.length() + (recounted ? COUNT_NUMBERS : 0));
    if (before == Prepared.ABSENT) {
      counters.add(LinkBenchCounter.LINKS_ADDED.ordinal(), 1);
    } else if (before == GraphData.HIDDEN) {
      counters.add(LinkBenchCounter.LINKS_SHOWN.ordinal(), 1);
    }
    addToChecksum(operation, before);
    return 1;
  }

  /** A link that is added or replaced counts as its whole row, and so does a changed count. */
  private void countBytes(long bytes) {
    counters.add(LinkBenchCounter.ROW_BYTES_WRITTEN.ordinal(), bytes);
  }

  private void countFound(HitRate rate, boolean found) {
    counters.add(found ? rate.found() : rate.missed(), 1);
  }

  private int deleteLink(int operation) throws DatabaseException {
    long before = store.hideLink();
    countFound(HitRate.DELETE_LINK, before != Prepared.ABSENT);
    if (before == GraphData.VISIBLE) {
      counters.add(LinkBenchCounter.LINKS_HIDDEN.ordinal(), 1);
      countBytes(VISIBILITY + COUNT_NUMBERS);
    } else if (before == GraphData.HIDDEN) {
      countBytes(VISIBILITY);
    }
    addToChecksum(operation, before);
    return before == Prepared.ABSENT ? 0 : 1;
  }

  private int read(int operation, HitRate rate, int requested) throws DatabaseException {
    int rows = read(operation);
    counters.add(rate.found(), rows);
    counters.add(rate.missed(), requested - rows);
    return rows;
  }

  private int read(int operation) throws DatabaseException {
    int rows = bound.execute();
    addToChecksum(operation, rows);
    addToChecksum(operation, bound.resultHash());
    return rows;
  }

  private int list(int operation) throws DatabaseException {
    int rows = read(operation);
    boolean full = rows >= requests.rangeLimit();
    long oldest = full ? bound.getLong(rows - 1, TIME_COLUMN) : 0;
    if (historyEntry < 0) {
      if (full) {
        history.add(listId1, listType, oldest, random);
      }
      return rows;
    }
    counters.add(LinkBenchCounter.HISTORY_QUERIES.ordinal(), 1);
    if (full) {
      history.move(historyEntry, oldest);
    } else {
      history.remove(historyEntry);
    }
    return rows;
  }

  private void addToChecksum(int operation, long value) {
    checksums[operation] = RowHash.mix(checksums[operation], value);
  }

  private int write(int operation) throws DatabaseException {
    return changed(operation, bound.execute());
  }

  private int addNode(int operation) throws DatabaseException {
    int rows = write(operation, LinkBenchCounter.NODES_ADDED);
    countBytes(rows * (NODE_NUMBERS + data.length()));
    return rows;
  }

  private int updateNode(int operation) throws DatabaseException {
    int rows = write(operation);
    countBytes(rows * (UPDATED_NODE_NUMBERS + data.length()));
    return rows;
  }

  private int write(int operation, LinkBenchCounter counter) throws DatabaseException {
    int rows = write(operation);
    counters.add(counter.ordinal(), rows);
    return rows;
  }

  @Override
  public void rollback() throws DatabaseException {
    store.rollback();
  }

  @Override
  public void failed(int operation, boolean outcomeUnknown) {
    if (outcomeUnknown && !OPERATIONS[operation].isRead()) {
      counters.add(LinkBenchCounter.OUTCOME_UNKNOWN.ordinal(), 1);
    }
  }

  /** Reads and UPDATE_NODE may come again; the outcome of other writes cannot be found out. */
  @Override
  public int resolveOutcome(int operation) {
    LinkOperation unknown = OPERATIONS[operation];
    return unknown.isRead() || unknown == LinkOperation.UPDATE_NODE
        ? NOT_EXECUTED
        : UNKNOWN_OUTCOME;
  }
}
