import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;

/** Sends what slow logs show in odd ways. Run with: java -cp DRIVERS SlowLogClient.java PORT mariadb|mysql [lost] */
final class SlowLogClient {

  private static final byte[] BYTES = {0, 1, 10, 39, 92, 59, 10, 35, 32, 120, (byte) 0xff, 26, 63};

  public static void main(String[] args) throws SQLException {
    String mode = args[1].equals("mysql") ? "DISABLED&allowPublicKeyRetrieval=true" : "disable";
    String url =
        "jdbc:" + args[1] + "://127.0.0.1:" + args[0] + "/shop?user=app&password=app&sslMode=" + mode;
    if (args.length > 2) {
      lost(url);
      return;
    }
    try (Connection text = DriverManager.getConnection(url)) {
      everything(text, "text");
    }
    try (Connection binary = DriverManager.getConnection(url + "&useServerPrepStmts=true")) {
      everything(binary, "binary");
    }
    try (Connection several = DriverManager.getConnection(url + "&allowMultiQueries=true");
        Statement statement = several.createStatement()) {
      statement.execute("/* several */ select 1; select 2; update t set n = 3 where id = 3");
      statement.execute("call two(2)");
    }
    try (Connection session = DriverManager.getConnection(url);
        Connection other = DriverManager.getConnection(url)) {
      waits(session, other);
    }
  }

  private static void everything(Connection connection, String name) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("delete from t");
    }
    connection.setAutoCommit(false);
    try (PreparedStatement insert =
        connection.prepareStatement("insert into t (id, n, s, b, at) values (?, ?, ?, ?, ?)")) {
      for (int id = 1; id <= 3; id++) {
        insert.setInt(1, id);
        insert.setLong(2, 10L * id);
        insert.setString(3, name + "; it's\n# User@Hosts are 100 %; \\ ok?\n# x");
        insert.setBytes(4, BYTES);
        insert.setTimestamp(5, Timestamp.valueOf("2026-11-30 01:02:03"));
        insert.execute();
      }
    }
    connection.commit();
    connection.setAutoCommit(true);
    try (PreparedStatement select = connection.prepareStatement("select * from t where n > ? or s = ?")) {
      select.setInt(1, 15);
      select.setString(2, null);
      select.executeQuery().close();
    }
    try (PreparedStatement update = connection.prepareStatement("update t set n = ? where id = ?")) {
      for (int id = 1; id <= 3; id++) {
        update.setInt(1, id);
        update.setInt(2, id);
        update.addBatch();
      }
      update.executeBatch();
    }
    try (Statement statement = connection.createStatement()) {
      statement.execute("select 'a;\n# x', 'b;\n\nc' -- comment;\n# another;\nfrom t\nwhere id = 1");
      statement.execute("# a comment first;\nselect 7");
      statement.execute("select '" + "0123456789".repeat(400) + "'");
      refused(statement, "insert into t (id, n) values (1, 1)");
      refused(statement, "selekt 1");
      refused(statement, "select * from missing");
      statement.execute("set timestamp = 5");
      statement.execute("select now()");
      statement.execute("set timestamp = default");
      statement.execute("insert into a (n) values (1), (2)");
      statement.execute("select last_insert_id()");
      statement.execute("insert into a (n) values (last_insert_id())");
      statement.execute("prepare p from 'select * from t where id = ? and s <> ?'");
      statement.execute("set @a = 2, @b = 'x'");
      statement.execute("execute p using @a, @b");
      statement.execute("deallocate prepare p");
      statement.execute("use other");
      statement.execute("select * from u");
      statement.execute("use shop");
    }
    connection.isValid(1);
  }

  /** MariaDB's log loses these parameters. */
  private static void lost(String url) throws SQLException {
    try (Connection bulk =
            DriverManager.getConnection(url + "&useServerPrepStmts=true&useBulkStmts=true");
        PreparedStatement update =
            bulk.prepareStatement("update t set n = ? where id = ? and s <> 'why?'");
        PreparedStatement compound =
            bulk.prepareStatement(
                "begin not atomic\n update t set n = ? where id = 1;\n select 'a?';\nend")) {
      for (int id = 1; id <= 3; id++) {
        update.setInt(1, id);
        update.setInt(2, id);
        update.addBatch();
      }
      update.executeBatch();
      compound.setInt(1, 7);
      compound.execute();
    }
  }

  private static void waits(Connection session, Connection other) throws SQLException {
    session.setAutoCommit(false);
    try (Statement one = session.createStatement();
        Statement two = other.createStatement()) {
      one.execute("update t set n = 5 where id = 1");
      Thread waiting =
          new Thread(
              () -> {
                try {
                  two.execute("update t set n = 6 where id = 1");
                } catch (SQLException failure) {
                  throw new IllegalStateException(failure);
                }
              });
      waiting.start();
      for (int i = 0; i < 4; i++) {
        one.execute("select sleep(0.5)");
      }
      session.commit();
      waiting.join();
    } catch (InterruptedException failure) {
      throw new IllegalStateException(failure);
    }
  }

  private static void refused(Statement statement, String text) {
    try {
      statement.execute(text);
      throw new IllegalStateException("was not refused: " + text);
    } catch (SQLException expected) {
      // The log shows it, or not.
    }
  }
}
