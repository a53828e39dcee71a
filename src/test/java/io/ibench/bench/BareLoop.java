package io.ibench.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/**
 * LinkBench's ten requests on MariaDB with java.sql and the driver alone: the strongest rival that
 * can be written by hand. The same statements, round trips, connections and options as ibench;
 * every column of every row is read. Draws nothing, measures nothing, recovers from nothing. One
 * thread's.
 */
final class BareLoop implements Together.Loop {

  private static final int ADD_NODE = 0;
  private static final int UPDATE_NODE = 1;
  private static final int DELETE_NODE = 2;
  private static final int GET_NODE = 3;
  private static final int ADD_LINK = 4;
  private static final int DELETE_LINK = 5;
  private static final int UPDATE_LINK = 6;
  private static final int COUNT_LINK = 7;
  private static final int MULTIGET_LINK = 8;
  private static final int GET_LINKS_LIST = 9;

  private static final String LIST =
      "SELECT id1, id2, link_type, visibility, data, time, version FROM linktable"
          + " FORCE INDEX (id1_type) WHERE id1 = ? AND link_type = ? AND visibility = 1"
          + " AND time >= ? AND time <= ? ORDER BY time DESC, id2 DESC LIMIT 10000";

  private static final String COUNT =
      "INSERT INTO counttable (id, link_type, time, count, version) VALUES (?, ?, ?, %d, 1)"
          + " ON DUPLICATE KEY UPDATE time = VALUES(time), count = count + (%d),"
          + " version = version + (1)";

  private final Connection automatic;
  private final Connection transactional;
  private final PreparedStatement putLink;
  private final PreparedStatement hideLink;
  private final PreparedStatement countUp;
  private final PreparedStatement countDown;
  private final PreparedStatement[] getLinks = new PreparedStatement[8];
  private final PreparedStatement listLinks;
  private final PreparedStatement countLinks;
  private final PreparedStatement addNode;
  private final PreparedStatement updateNode;
  private final PreparedStatement deleteNode;
  private final PreparedStatement getNode;
  private long read;
  private byte[] lastBytes;

  BareLoop(String url, String user, String password) throws SQLException {
    automatic = connect(url, user, password);
    transactional = connect(url, user, password);
    transactional.setAutoCommit(false);
    putLink =
        transactional.prepareStatement(
            "INSERT INTO linktable (id1, id2, link_type, visibility, data, time, version)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?) ON DUPLICATE KEY UPDATE"
                + " visibility = IF(LAST_INSERT_ID(visibility + 1), VALUES(visibility), 0),"
                + " data = VALUES(data), time = VALUES(time), version = VALUES(version)",
            Statement.RETURN_GENERATED_KEYS);
    hideLink =
        transactional.prepareStatement(
            "UPDATE linktable SET visibility = IF(LAST_INSERT_ID(visibility + 1), 0, 0)"
                + " WHERE link_type = ? AND id1 = ? AND id2 = ?",
            Statement.RETURN_GENERATED_KEYS);
    countUp = transactional.prepareStatement(String.format(COUNT, 1, 1));
    countDown = transactional.prepareStatement(String.format(COUNT, -1, -1));
    StringBuilder list = new StringBuilder("?");
    for (int i = 0; i < getLinks.length; i++) {
      getLinks[i] =
          automatic.prepareStatement(
              "SELECT id1, id2, link_type, visibility, data, time, version FROM linktable"
                  + " WHERE link_type = ? AND id1 = ? AND id2 IN ("
                  + list
                  + ")");
      list.append(", ?".repeat(1 << i));
    }
    listLinks = automatic.prepareStatement(LIST);
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

  private static Connection connect(String url, String user, String password) throws SQLException {
    Properties options = new Properties();
    options.setProperty("user", user);
    options.setProperty("password", password);
    options.setProperty("useServerPrepStmts", "true");
    options.setProperty("allowLocalInfile", "false");
    options.setProperty("useAffectedRows", "false");
    options.setProperty("sslMode", "disable");
    return DriverManager.getConnection(url, options);
  }

  /**
   * Performs one request.
   *
   * @param n where its numbers begin, and where they end
   */
  void perform(int operation, long[] v, int n, int end, byte[] payload) throws SQLException {
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

  private static void bind(PreparedStatement statement, long[] v, int n, int count)
      throws SQLException {
    for (int i = 0; i < count; i++) {
      statement.setLong(i + 1, v[n + i]);
    }
  }

  /**
   * Numbers: id1, id2, type, visibility, time, version of the link; id, type, time of the count.
   */
  private void putLink(long[] v, int n, byte[] payload) throws SQLException {
    bind(putLink, v, n, 4);
    putLink.setBytes(5, payload);
    putLink.setLong(6, v[n + 4]);
    putLink.setLong(7, v[n + 5]);
    putLink.executeUpdate();
    if (old(putLink) == 1) {
      transactional.commit();
    } else {
      count(countUp, v[n], v[n + 2], v[n + 4]);
      transactional.commit();
    }
  }

  private static void count(PreparedStatement upOrDown, long id, long type, long time)
      throws SQLException {
    upOrDown.setLong(1, id);
    upOrDown.setLong(2, type);
    upOrDown.setLong(3, time);
    upOrDown.executeUpdate();
  }

  /** Numbers: type, id1, id2. */
  private void hideLink(long[] v, int n) throws SQLException {
    bind(hideLink, v, n, 3);
    if (hideLink.executeUpdate() > 0 && old(hideLink) == 1) {
      count(countDown, v[n + 1], v[n], Requests.EPOCH_MILLIS);
    }
    transactional.commit();
  }

  private static long old(PreparedStatement statement) throws SQLException {
    try (ResultSet keys = statement.getGeneratedKeys()) {
      return keys.next() ? keys.getLong(1) - 1 : -1;
    }
  }

  private void getLinks(long[] v, int n, int end) throws SQLException {
    int ids = end - n - 2;
    int size = 32 - Integer.numberOfLeadingZeros(ids - 1);
    PreparedStatement statement = getLinks[size];
    bind(statement, v, n, 2);
    for (int i = 0; i < 1 << size; i++) {
      statement.setLong(3 + i, v[n + 2 + Math.min(i, ids - 1)]);
    }
    readLinks(statement);
  }

  private void readLinks(PreparedStatement statement) throws SQLException {
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

  byte[] lastBytes() {
    return lastBytes;
  }

  /** So that nothing read can be optimised away. */
  long read() {
    return read;
  }

  @Override
  public void close() throws SQLException {
    automatic.close();
    transactional.close();
  }
}
