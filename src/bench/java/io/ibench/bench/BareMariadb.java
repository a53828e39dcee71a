package io.ibench.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/** {@link BareLoop} on MariaDB: an old value travels in the generated key, the count commits. */
final class BareMariadb extends BareLoop {

  private static final String COUNT =
      "BEGIN NOT ATOMIC"
          + " INSERT INTO counttable (id, link_type, time, count, version) VALUES (?, ?, ?, %d, 1)"
          + " ON DUPLICATE KEY UPDATE time = VALUES(time), count = count + (%d),"
          + " version = version + (1); COMMIT; END";

  private final Connection automatic;
  private final Connection transactional;
  private final PreparedStatement putLink;
  private final PreparedStatement hideLink;
  private final PreparedStatement countUp;
  private final PreparedStatement countDown;
  private final PreparedStatement[] getLinks = new PreparedStatement[8];

  BareMariadb(String url) throws SQLException {
    this(connect(url), connect(url));
  }

  private BareMariadb(Connection automatic, Connection transactional) throws SQLException {
    super(automatic, " FORCE INDEX (id1_type)");
    this.automatic = automatic;
    this.transactional = transactional;
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
  }

  private static Connection connect(String url) throws SQLException {
    Properties options = new Properties();
    options.setProperty("user", Bench.USER);
    options.setProperty("password", Bench.PASSWORD);
    options.setProperty("useServerPrepStmts", "true");
    options.setProperty("allowLocalInfile", "false");
    options.setProperty("useAffectedRows", "false");
    options.setProperty("sslMode", "disable");
    options.setProperty("connectTimeout", "0"); // its sockets then read with one system call
    return DriverManager.getConnection(url, options);
  }

  @Override
  void putLink(long[] v, int n, byte[] payload) throws SQLException {
    bind(putLink, v, n, 4);
    putLink.setBytes(5, payload);
    putLink.setLong(6, v[n + 4]);
    putLink.setLong(7, v[n + 5]);
    putLink.executeUpdate();
    if (old(putLink) == 1) {
      transactional.commit();
    } else {
      count(countUp, v[n], v[n + 2], v[n + 4]);
    }
  }

  /** Counts and commits. */
  private static void count(PreparedStatement upOrDown, long id, long type, long time)
      throws SQLException {
    upOrDown.setLong(1, id);
    upOrDown.setLong(2, type);
    upOrDown.setLong(3, time);
    upOrDown.executeUpdate();
  }

  @Override
  void hideLink(long[] v, int n) throws SQLException {
    bind(hideLink, v, n, 3);
    if (hideLink.executeUpdate() > 0 && old(hideLink) == 1) {
      count(countDown, v[n + 1], v[n], Requests.EPOCH_MILLIS);
    } else {
      transactional.commit();
    }
  }

  private static long old(PreparedStatement statement) throws SQLException {
    try (ResultSet keys = statement.getGeneratedKeys()) {
      return keys.next() ? keys.getLong(1) - 1 : -1;
    }
  }

  @Override
  void getLinks(long[] v, int n, int end) throws SQLException {
    int ids = end - n - 2;
    int size = 32 - Integer.numberOfLeadingZeros(ids - 1);
    PreparedStatement statement = getLinks[size];
    bind(statement, v, n, 2);
    for (int i = 0; i < 1 << size; i++) {
      statement.setLong(3 + i, v[n + 2 + Math.min(i, ids - 1)]);
    }
    readLinks(statement);
  }

  @Override
  public void close() throws SQLException {
    automatic.close();
    transactional.close();
  }
}
