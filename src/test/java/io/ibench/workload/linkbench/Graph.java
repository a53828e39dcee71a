package io.ibench.workload.linkbench;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.workload.linkbench.LinkBenchKeys.Compat;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** One session's {@link GraphStore} in few words, for tests. Text represents payloads. */
final class Graph implements AutoCloseable {

  static final int RANGE_LIMIT = 5;
  static final int MULTIGET_MAX = 8;
  static final long TYPE = GraphData.FIRST_LINK_TYPE;

  private final Session session;
  final GraphStore store;

  Graph(Session session) throws DatabaseException {
    this(session, Compat.NONE, RANGE_LIMIT);
  }

  Graph(Session session, Compat compat, int rangeLimit) throws DatabaseException {
    this.session = session;
    this.store = new GraphStore(session, compat, rangeLimit, MULTIGET_MAX, false);
  }

  /** Creates the tables and the index that a graph needs. */
  static void create(Database database) throws DatabaseException {
    for (var table : GraphTables.ALL) {
      database.create(table);
    }
    database.createIndex(GraphTables.LINKS, GraphTables.ID1_TYPE);
  }

  record Link(
      long id1, long id2, long type, long visibility, String data, long time, long version) {}

  record Node(long id, long type, long version, long time, String data) {}

  static Link visible(long id1, long id2, String data, long time) {
    return new Link(id1, id2, TYPE, GraphData.VISIBLE, data, time, 0);
  }

  static Link hidden(Link link) {
    return new Link(
        link.id1(),
        link.id2(),
        link.type(),
        GraphData.HIDDEN,
        link.data(),
        link.time(),
        link.version());
  }

  long put(Link link) throws DatabaseException {
    byte[] data = link.data().getBytes(StandardCharsets.ISO_8859_1);
    store.bindPutLink(
        link.id1(), link.type(), link.id2(), link.visibility(), data, data.length, link.time());
    return store.putLink();
  }

  long hide(long id1, long type, long id2, long time) throws DatabaseException {
    store.bindHideLink(id1, type, id2, time);
    return store.hideLink();
  }

  /** The count, or -1 where there is no row. */
  long count(long id1, long type) throws DatabaseException {
    Prepared count = store.bindCountLinks(id1, type);
    return count.execute() == 0 ? -1 : count.getLong(0, 0);
  }

  List<Link> get(long id1, long type, long... id2s) throws DatabaseException {
    return links(store.bindGetLinks(id1, type, id2s, id2s.length));
  }

  List<Link> list(long id1, long type) throws DatabaseException {
    return list(id1, type, 0, Long.MAX_VALUE);
  }

  List<Link> list(long id1, long type, long earliest, long latest) throws DatabaseException {
    return links(store.bindListLinks(id1, type, earliest, latest));
  }

  List<Link> history(long id1, long type, long earliest, long latest) throws DatabaseException {
    return links(store.bindListHistory(id1, type, earliest, latest));
  }

  private static List<Link> links(Prepared select) throws DatabaseException {
    int rows = select.execute();
    List<Link> links = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      links.add(
          new Link(
              select.getLong(row, 0),
              select.getLong(row, 1),
              select.getLong(row, 2),
              select.getLong(row, 3),
              text(select, row, 4),
              select.getLong(row, 5),
              select.getLong(row, 6)));
    }
    return links;
  }

  int addNode(long type, String data) throws DatabaseException {
    byte[] bytes = data.getBytes(StandardCharsets.ISO_8859_1);
    return store.bindAddNode(type, 1, 1_700_000_000L, bytes, bytes.length).execute();
  }

  int updateNode(Node node) throws DatabaseException {
    byte[] bytes = node.data().getBytes(StandardCharsets.ISO_8859_1);
    return store
        .bindUpdateNode(node.id(), node.type(), node.version(), node.time(), bytes, bytes.length)
        .execute();
  }

  int deleteNode(long id, long type) throws DatabaseException {
    return store.bindDeleteNode(id, type).execute();
  }

  List<Node> getNode(long id, long type) throws DatabaseException {
    Prepared select = store.bindGetNode(id, type);
    int rows = select.execute();
    List<Node> nodes = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      nodes.add(
          new Node(
              select.getLong(row, 0),
              select.getLong(row, 1),
              select.getLong(row, 2),
              select.getLong(row, 3),
              text(select, row, 4)));
    }
    return nodes;
  }

  private static String text(Prepared select, int row, int column) {
    byte[] bytes = new byte[GraphTables.MAX_NODE_DATA];
    int length = select.getBytes(row, column, bytes);
    return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() throws DatabaseException {
    session.close();
  }
}
