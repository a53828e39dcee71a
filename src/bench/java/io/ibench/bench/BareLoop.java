package io.ibench.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * LinkBench's ten requests with java.sql and a driver alone: the strongest rival that can be
 * written by hand. The same statements, round trips, connections and options as ibench; every
 * column of every row is read. Draws nothing, measures nothing, recovers from nothing. What differs
 * between products is left to a subclass. One thread's.
 */
abstract class BareLoop implements RequestLoop {

  static final int ADD_NODE = 0;
  static final int UPDATE_NODE = 1;
  static final int DELETE_NODE = 2;
  static final int GET_NODE = 3;
  static final int ADD_LINK = 4;
  static final int DELETE_LINK = 5;
  static final int UPDATE_LINK = 6;
  static final int COUNT_LINK = 7;
  static final int MULTIGET_LINK = 8;
  static final int GET_LINKS_LIST = 9;

  private final PreparedStatement listLinks;
  private final PreparedStatement countLinks;
  private final PreparedStatement addNode;
  private final PreparedStatement updateNode;
  private final PreparedStatement deleteNode;
  private final PreparedStatement getNode;
  private long read;
  private byte[] lastBytes;

  /**
   * @param automatic commits each statement by itself; closed by the subclass
   * @param indexHint follows the table of the list's select
   */
  BareLoop(Connection automatic, String indexHint) throws SQLException {
    listLinks =
        automatic.prepareStatement(
            "SELECT id1, id2, link_type, visibility, data, time, version FROM linktable"
                + indexHint
                + " WHERE id1 = ? AND link_type = ? AND visibility = 1"
                + " AND time >= ? AND time <= ? ORDER BY time DESC, id2 DESC LIMIT 10000");
    countLinks =
        automatic.prepareStatement("SELECT count FROM counttable WHERE id = ? AND link_type = ?");
    addNode =
        automatic.prepareStatement(
            "INSERT INTO nodetable (type, version, time, data) VALUES (?, ?, ?, ?)");
    updateNode =
        automatic.prepareStatement(
            "UPDATE nodetable SET version = ?, time = ?, data = ? WHERE id = ? AND type = ?");
    deleteNode = automatic.prepareStatement("DELETE FROM nodetable WHERE id = ? AND type = ?");
    getNode =
        automatic.prepareStatement(
            "SELECT id, type, version, time, data FROM nodetable WHERE id = ? AND type = ?");
  }

  /** Connects as the adapter does. */
  static BareLoop open(Bench bench) throws SQLException {
    return bench.database().equals("postgres")
        ? new BarePostgres(bench.url())
        : new BareMariadb(bench.url());
  }

  /**
   * Numbers: id1, id2, type, visibility, time, version of the link; id, type, time of the count.
   */
  abstract void putLink(long[] v, int n, byte[] payload) throws SQLException;

  /** Numbers: type, id1, id2. */
  abstract void hideLink(long[] v, int n) throws SQLException;

  /** Numbers: type, id1, and the second ids. */
  abstract void getLinks(long[] v, int n, int end) throws SQLException;

  @Override
  public void perform(int operation, long[] v, int n, int end, byte[] payload) throws SQLException {
    switch (operation) {
      case ADD_LINK, UPDATE_LINK -> putLink(v, n, payload);
      case DELETE_LINK -> hideLink(v, n);
      case GET_LINKS_LIST -> {
        bind(listLinks, v, n, 4);
        readLinks(listLinks);
      }
      case MULTIGET_LINK -> getLinks(v, n, end);
      case COUNT_LINK -> {
        bind(countLinks, v, n, 2);
        try (ResultSet rows = countLinks.executeQuery()) {
          while (rows.next()) {
            read += rows.getLong(1);
          }
        }
      }
      case GET_NODE -> getNode(v, n);
      case ADD_NODE -> {
        bind(addNode, v, n, 3);
        addNode.setBytes(4, payload);
        read += addNode.executeUpdate();
      }
      case UPDATE_NODE -> updateNode(v, n, payload);
      case DELETE_NODE -> {
        bind(deleteNode, v, n, 2);
        read += deleteNode.executeUpdate();
      }
      default -> throw new IllegalArgumentException("operation " + operation);
    }
  }

  static void bind(PreparedStatement statement, long[] v, int n, int count) throws SQLException {
    for (int i = 0; i < count; i++) {
      statement.setLong(i + 1, v[n + i]);
    }
  }

  final void readLinks(PreparedStatement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        read +=
            rows.getLong(1)
                + rows.getLong(2)
                + rows.getLong(3)
                + rows.getLong(4)
                + taken(rows.getBytes(5))
                + rows.getLong(6)
                + rows.getLong(7);
      }
    }
  }

  private void getNode(long[] v, int n) throws SQLException {
    bind(getNode, v, n, 2);
    try (ResultSet rows = getNode.executeQuery()) {
      while (rows.next()) {
        read +=
            rows.getLong(1)
                + rows.getLong(2)
                + rows.getLong(3)
                + rows.getLong(4)
                + taken(rows.getBytes(5));
      }
    }
  }

  /** Numbers: version, time, id, type. */
  private void updateNode(long[] v, int n, byte[] payload) throws SQLException {
    bind(updateNode, v, n, 2);
    updateNode.setBytes(3, payload);
    updateNode.setLong(4, v[n + 2]);
    updateNode.setLong(5, v[n + 3]);
    read += updateNode.executeUpdate();
  }

  /** Keeps the payload, or the compiler would not even fetch it. */
  private int taken(byte[] payload) {
    lastBytes = payload;
    return payload.length;
  }

  final byte[] lastBytes() {
    return lastBytes;
  }

  /** So that nothing read can be optimised away. */
  final long read() {
    return read;
  }
}
