package io.ibench.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Properties;

/**
 * {@link BareLoop} on PostgreSQL: an old value is the result of the statement that changes it, and
 * the last statement of a transaction commits in the same trip.
 */
final class BarePostgres extends BareLoop {

  private static final String COUNT =
      "INSERT INTO counttable (id, link_type, time, count, version) VALUES (?, ?, ?, %d, 1)"
          + " ON CONFLICT (id, link_type) DO UPDATE SET time = excluded.time,"
          + " count = counttable.count + (%d), version = counttable.version + (1); COMMIT";

  private final Connection connection;
  private final PreparedStatement putLink;
  private final PreparedStatement hideLink;
  private final PreparedStatement countUp;
  private final PreparedStatement countDown;
  private final PreparedStatement getLinks;
  private final Long[][] lists = new Long[128][];

  BarePostgres(String url) throws SQLException {
    this(connect(url));
  }

  private BarePostgres(Connection connection) throws SQLException {
    super(connection, "");
    this.connection = connection;
    putLink =
        connection.prepareStatement(
            "WITH former AS (SELECT visibility AS old FROM linktable"
                + " WHERE link_type = ? AND id1 = ? AND id2 = ? FOR NO KEY UPDATE)"
                + " INSERT INTO linktable (id1, id2, link_type, visibility, data, time, version)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (link_type, id1, id2) DO UPDATE SET"
                + " visibility = excluded.visibility, data = excluded.data, time = excluded.time,"
                + " version = excluded.version WHERE EXISTS (SELECT FROM former)"
                + " RETURNING (SELECT old FROM former)");
    hideLink =
        connection.prepareStatement(
            "UPDATE linktable SET visibility = 0 FROM (SELECT link_type, id1, id2,"
                + " visibility AS former_value FROM linktable"
                + " WHERE link_type = ? AND id1 = ? AND id2 = ? FOR NO KEY UPDATE) former"
                + " WHERE linktable.link_type = former.link_type AND linktable.id1 = former.id1"
                + " AND linktable.id2 = former.id2 RETURNING former.former_value");
    countUp = connection.prepareStatement(String.format(COUNT, 1, 1));
    countDown = connection.prepareStatement(String.format(COUNT, -1, -1));
    getLinks =
        connection.prepareStatement(
            "SELECT id1, id2, link_type, visibility, data, time, version FROM linktable"
                + " WHERE link_type = ? AND id1 = ? AND id2 = ANY (?)");
    for (int length = 1; length < lists.length; length++) {
      lists[length] = new Long[length];
    }
  }

  private static Connection connect(String url) throws SQLException {
    Properties options = new Properties();
    options.setProperty("user", Bench.USER);
    options.setProperty("password", Bench.PASSWORD);
    options.setProperty("prepareThreshold", "1");
    options.setProperty("ApplicationName", "bare");
    options.setProperty("connectTimeout", "0"); // its sockets then read with one system call
    return DriverManager.getConnection(url, options);
  }

  @Override
  void putLink(long[] v, int n, byte[] payload) throws SQLException {
    connection.setAutoCommit(false);
    putLink.setLong(1, v[n + 2]);
    putLink.setLong(2, v[n]);
    putLink.setLong(3, v[n + 1]);
    putLink.setLong(4, v[n]);
    putLink.setLong(5, v[n + 1]);
    putLink.setLong(6, v[n + 2]);
    putLink.setShort(7, (short) v[n + 3]);
    putLink.setBytes(8, payload);
    putLink.setLong(9, v[n + 4]);
    putLink.setLong(10, v[n + 5]);
    if (old(putLink) == 1) {
      connection.commit();
    } else {
      count(countUp, v[n], v[n + 2], v[n + 4]);
    }
    connection.setAutoCommit(true);
  }

  /** Commits. */
  private static void count(PreparedStatement upOrDown, long id, long type, long time)
      throws SQLException {
    upOrDown.setLong(1, id);
    upOrDown.setLong(2, type);
    upOrDown.setLong(3, time);
    upOrDown.executeUpdate();
  }

  @Override
  void hideLink(long[] v, int n) throws SQLException {
    connection.setAutoCommit(false);
    bind(hideLink, v, n, 3);
    if (old(hideLink) == 1) {
      count(countDown, v[n + 1], v[n], Requests.EPOCH_MILLIS);
    } else {
      connection.commit();
    }
    connection.setAutoCommit(true);
  }

  private static long old(PreparedStatement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery()) {
      if (!rows.next()) {
        return -1;
      }
      long old = rows.getLong(1);
      return rows.wasNull() ? -1 : old;
    }
  }

  @Override
  void getLinks(long[] v, int n, int end) throws SQLException {
    bind(getLinks, v, n, 2);
    Long[] list = lists[end - n - 2];
    for (int i = 0; i < list.length; i++) {
      list[i] = v[n + 2 + i];
    }
    getLinks.setArray(3, connection.createArrayOf("int8", list));
    readLinks(getLinks);
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
