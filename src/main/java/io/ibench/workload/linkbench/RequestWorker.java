package io.ibench.workload.linkbench;

import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.random.Payload;
import io.ibench.random.Random64;
import io.ibench.workload.Tallies;
import io.ibench.workload.Worker;

/** Draws and performs LinkBench's ten requests. One thread's; no allocation per operation. */
final class RequestWorker implements Worker {

  private static final LinkOperation[] OPERATIONS = LinkOperation.values();

  /** How likely the chosen link is to exist, by operation; the ancestor's figures. */
  private static final double ADD_EXISTS = 0.05;

  private static final double UPDATE_EXISTS = 0.9;
  private static final double DELETE_EXISTS = 0.9;
  private static final double GET_EXISTS = 0.5;
  private static final int DISTINCT_TRIES = 100;

  private static final int TIME_COLUMN = GraphTables.LINKS.position("time");

  private final LinkBenchSettings settings;
  private final Random64 random;
  private final GraphStore store;
  private final Payload linkAdd;
  private final Payload linkUpdate;
  private final Payload nodeAdd;
  private final Payload nodeUpdate;
  private final DataBuffer data = new DataBuffer();
  private final long[] id2s;
  private final ListHistory history = new ListHistory();
  private final Checksum checksum = new Checksum(OPERATIONS.length);
  private final Tallies tallies = new Tallies(Tally.values().length);
  private Prepared bound;
  private long listId1;
  private long listType;
  private int historyEntry;

  RequestWorker(LinkBenchSettings settings, Session session, Random64 random)
      throws DatabaseException {
    this.settings = settings;
    this.random = random;
    this.store = new GraphStore(session, settings.rangeLimit(), settings.multigetMax());
    this.id2s = new long[settings.multigetMax()];
    linkAdd = settings.data().requested(DataKind.LINK_ADD);
    linkUpdate = settings.data().requested(DataKind.LINK_UP);
    nodeAdd = settings.data().requested(DataKind.NODE_ADD);
    nodeUpdate = settings.data().requested(DataKind.NODE_UP);
  }

  @Override
  public int next() {
    return settings.mix().next(random);
  }

  @Override
  public void prepare(int operation, long epochMillis) {
    switch (OPERATIONS[operation]) {
      case ADD_LINK -> preparePutLink(ADD_EXISTS, linkAdd, epochMillis);
      case UPDATE_LINK -> preparePutLink(UPDATE_EXISTS, linkUpdate, epochMillis);
      case DELETE_LINK -> prepareDeleteLink(epochMillis);
      case COUNT_LINK ->
          bound = store.bindCountLinks(settings.access().linkRead(random), chooseType());
      case MULTIGET_LINK -> prepareMultiget();
      case GET_LINKS_LIST -> prepareList();
      case ADD_NODE -> prepareAddNode(epochMillis);
      case UPDATE_NODE -> prepareUpdateNode(epochMillis);
      case DELETE_NODE ->
          bound = store.bindDeleteNode(settings.access().nodeDelete(random), GraphData.NODE_TYPE);
      case GET_NODE ->
          bound = store.bindGetNode(settings.access().nodeRead(random), GraphData.NODE_TYPE);
      default -> throw new IllegalArgumentException("not a request: " + operation);
    }
  }

  private long chooseType() {
    return GraphData.FIRST_LINK_TYPE + random.nextInt(settings.types());
  }

  /** Mostly one of the loaded links when it is to exist, otherwise any id. */
  private long chooseId2(long id1, long type, double exists) {
    if (random.nextDouble() < exists) {
      long links =
          settings
              .degrees()
              .links(id1 - settings.startId(), (int) (type - GraphData.FIRST_LINK_TYPE));
      return settings
          .id2s()
          .requested(
              id1, (int) (type - GraphData.FIRST_LINK_TYPE), random.nextLong(Math.max(1, links)));
    }
    return settings.id2s().any(random);
  }

  private void preparePutLink(double exists, Payload payload, long epochMillis) {
    long id1 = settings.access().linkWrite(random);
    long type = chooseType();
    long id2 = chooseId2(id1, type, exists);
    data.draw(settings.data().linkLength(), payload, random);
    store.bindPutLink(id1, type, id2, GraphData.VISIBLE, data.bytes(), data.length(), epochMillis);
  }

  private void prepareDeleteLink(long epochMillis) {
    long id1 = settings.access().linkWrite(random);
    long type = chooseType();
    store.bindHideLink(id1, type, chooseId2(id1, type, DELETE_EXISTS), epochMillis);
  }

  private void prepareMultiget() {
    long id1 = settings.access().linkRead(random);
    long type = chooseType();
    int wanted = settings.multiget().draw(random);
    int chosen = 0;
    int tries = 0;
    while (chosen < wanted && tries < DISTINCT_TRIES) {
      long id2 = chooseId2(id1, type, GET_EXISTS);
      if (isNew(id2, chosen)) {
        id2s[chosen++] = id2;
        tries = 0;
      } else {
        tries++;
      }
    }
    bound = store.bindGetLinks(id1, type, id2s, chosen);
  }

  private boolean isNew(long id2, int chosen) {
    for (int i = 0; i < chosen; i++) {
      if (id2s[i] == id2) {
        return false;
      }
    }
    return true;
  }

  private void prepareList() {
    boolean further =
        settings.historyPercent() > 0
            && !history.isEmpty()
            && random.nextDouble() * 100 < settings.historyPercent();
    if (further) {
      historyEntry = history.choose(random);
      listId1 = history.id1(historyEntry);
      listType = history.type(historyEntry);
      bound = store.bindListHistory(listId1, listType, 0, history.time(historyEntry));
    } else {
      historyEntry = -1;
      listId1 = settings.access().linkRead(random);
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
    long id = settings.access().nodeUpdate(random);
    data.draw(settings.data().nodeLength(), nodeUpdate, random);
    bound =
        store.bindUpdateNode(
            id, GraphData.NODE_TYPE, 2, epochMillis / 1000, data.bytes(), data.length());
  }

  @Override
  public int execute(int operation) throws DatabaseException {
    return switch (OPERATIONS[operation]) {
      case ADD_LINK, UPDATE_LINK -> putLink(operation);
      case DELETE_LINK -> deleteLink(operation);
      case GET_LINKS_LIST -> list(operation);
      case GET_NODE, COUNT_LINK, MULTIGET_LINK -> read(operation);
      case ADD_NODE -> write(operation, Tally.NODES_ADDED);
      case DELETE_NODE -> write(operation, Tally.NODES_DELETED);
      default -> write(operation);
    };
  }

  private int putLink(int operation) throws DatabaseException {
    long before = store.putLink();
    if (before == Prepared.ABSENT) {
      tallies.add(Tally.LINKS_ADDED.ordinal(), 1);
      if (OPERATIONS[operation] == LinkOperation.UPDATE_LINK) {
        tallies.add(Tally.UPDATE_LINK_INSERTED.ordinal(), 1);
      }
    } else if (before == GraphData.HIDDEN) {
      tallies.add(Tally.LINKS_SHOWN.ordinal(), 1);
    }
    checksum.add(operation, before);
    return 1;
  }

  private int deleteLink(int operation) throws DatabaseException {
    long before = store.hideLink();
    if (before == GraphData.VISIBLE) {
      tallies.add(Tally.LINKS_HIDDEN.ordinal(), 1);
    }
    checksum.add(operation, before);
    return before == Prepared.ABSENT ? 0 : 1;
  }

  private int read(int operation) throws DatabaseException {
    int rows = bound.execute();
    checksum.add(operation, rows);
    checksum.add(operation, bound.fold());
    return rows;
  }

  private int list(int operation) throws DatabaseException {
    int rows = read(operation);
    boolean full = rows >= settings.rangeLimit();
    long oldest = full ? bound.getLong(rows - 1, TIME_COLUMN) : 0;
    if (historyEntry < 0) {
      if (full) {
        history.add(listId1, listType, oldest, random);
      }
      return rows;
    }
    tallies.add(Tally.HISTORY_QUERIES.ordinal(), 1);
    if (full) {
      history.move(historyEntry, oldest);
    } else {
      history.remove(historyEntry);
    }
    return rows;
  }

  private int write(int operation) throws DatabaseException {
    int rows = bound.execute();
    checksum.add(operation, rows);
    return rows;
  }

  private int write(int operation, Tally tally) throws DatabaseException {
    int rows = write(operation);
    tallies.add(tally.ordinal(), rows);
    return rows;
  }

  @Override
  public void rollback() throws DatabaseException {
    store.rollback();
  }

  @Override
  public void failed(int operation, boolean outcomeUnknown) {
    if (outcomeUnknown) {
      tallies.add(Tally.OUTCOME_UNKNOWN.ordinal(), 1);
    }
  }

  @Override
  public long checksum(int operation) {
    return checksum.get(operation);
  }

  @Override
  public Tallies tallies() {
    return tallies;
  }
}
