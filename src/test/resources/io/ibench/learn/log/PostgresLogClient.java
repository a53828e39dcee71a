import java.io.IOException;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.postgresql.PGConnection;

/** Sends what PostgreSQL's logs show in odd ways. Run with: java -cp DRIVER PostgresLogClient.java PORT */
final class PostgresLogClient {

  private static final byte[] BYTES = {0, 1, 10, 39, 92, 59, 10, 35, 32, 120, (byte) 0xff, 26, 63};

  public static void main(String[] args) throws SQLException, IOException {
    String url = "jdbc:postgresql://127.0.0.1:" + args[0] + "/shop?user=app";
    try (Connection extended = DriverManager.getConnection(url)) {
      everything(extended);
    }
    try (Connection simple = DriverManager.getConnection(url + "&preferQueryMode=simple")) {
      everything(simple);
    }
  }

  private static void everything(Connection connection) throws SQLException, IOException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("delete from t");
    }
    connection.setAutoCommit(false);
    try (PreparedStatement insert =
        connection.prepareStatement("insert into t (id, n, s, b, ok, a) values (?, ?, ?, ?, ?, ?)")) {
      for (int id = 1; id <= 7; id++) {
        insert.setInt(1, id);
        insert.setLong(2, 10L * id);
        insert.setString(3, id == 1 ? null : "it's \"so\"; $2, \\ or,\n\tnot " + "x".repeat(3 * id));
        insert.setBytes(4, BYTES);
        insert.setBoolean(5, id % 2 == 0);
        insert.setArray(6, connection.createArrayOf("int", new Integer[] {1, id}));
        insert.execute();
      }
    }
    connection.commit();
    try (PreparedStatement select = connection.prepareStatement("select * from t where id > ?")) {
      select.setFetchSize(3);
      select.setInt(1, 0);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          rows.getInt(1);
        }
      }
    }
    connection.rollback();
    connection.setAutoCommit(true);
    try (PreparedStatement update = connection.prepareStatement("update t set n = ? where id = ?")) {
      for (int id = 1; id <= 3; id++) {
        update.setInt(1, id);
        update.setInt(2, id);
        update.addBatch();
      }
      update.executeBatch();
    }
    try (Statement statement = connection.createStatement()) {
      statement.execute("select 1; select ';''', \"n\" from t where id = 1; update t set n = 3 where id = 3");
      statement.execute("select 'a\nb' as \"A\", $$x;y$$ /* c;\n# */ -- d;\n where 1 = 1");
      refused(statement, "insert into t (id, n) values (1, 1)");
      refused(statement, "selekt 1");
      refused(statement, "select * from missing");
      statement.execute("prepare p(int, text) as select * from t where id = $1 and s <> $2");
      statement.execute("execute p(2, 'it''s')");
      statement.execute("execute p(1 + 1, null)");
      statement.execute("deallocate p");
      statement.execute("do $$ begin update t set n = 4 where id = 4; end $$");
      statement.execute("select two(2)");
    }
    try (PreparedStatement divide = connection.prepareStatement("select 1 / n, s from t where n = ?::int - 4")) {
      divide.setInt(1, 4);
      divide.executeQuery().close();
    }
    try (PreparedStatement divide = connection.prepareStatement("select 1 / ?::int")) {
      divide.setInt(1, 0);
      divide.executeQuery().close();
    } catch (SQLException expected) {
      // Division by zero.
    }
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      refused(statement, "insert into t (id, n) values (1, 1)");
      refused(statement, "select 5");
    }
    connection.rollback();
    connection.setAutoCommit(true);
    connection.unwrap(PGConnection.class).getCopyAPI().copyIn("copy u from stdin", new StringReader("1\n2\n"));
    connection.isValid(1);
  }

  private static void refused(Statement statement, String text) {
    try {
      statement.execute(text);
      throw new IllegalStateException("was not refused: " + text);
    } catch (SQLException expected) {
      // The log shows it.
    }
  }
}
