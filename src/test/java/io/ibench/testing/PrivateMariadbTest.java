package io.ibench.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

@NeedsServer
@AlsoAsRoot
class PrivateMariadbTest {

  @Test
  void answersAndSurvivesAKillWithItsData() throws SQLException {
    PrivateMariadb mariadb = Servers.requireOwnMariadb();
    try (mariadb) {
      assertThat(query(mariadb, "SELECT 1")).isEqualTo("1");
      assertThat(query(mariadb, "SELECT DATABASE()")).isEqualTo("ibench");
      update(mariadb, "CREATE TABLE kept (id INT PRIMARY KEY) ENGINE = InnoDB");
      update(mariadb, "INSERT INTO kept VALUES (42)");
      long firstPid = mariadb.pid();
      assertThat(ProcessHandle.of(firstPid)).isPresent();

      mariadb.kill();
      assertThat(ProcessHandle.of(firstPid)).isEmpty();
      assertThatThrownBy(mariadb::connect).isInstanceOf(SQLException.class);

      mariadb.restart();
      assertThat(mariadb.pid()).isNotEqualTo(firstPid);
      assertThat(query(mariadb, "SELECT id FROM kept")).isEqualTo("42");

      mariadb.stop();
      mariadb.restart();
      assertThat(query(mariadb, "SELECT id FROM kept")).isEqualTo("42");
    }
    assertThat(ProcessHandle.of(mariadb.pid())).isEmpty();
    mariadb.close();
  }

  @Test
  void isSharedByTheTestsOfOneRunWithMyRocksWhereThatIsInstalled() throws SQLException {
    PrivateMariadb mariadb = Servers.requireMariadb();
    assertThat(Servers.requireMariadb()).isSameAs(mariadb);
    assertThat(query(mariadb, MYROCKS))
        .isEqualTo(PrivateMariadb.missingMyRocks().isPresent() ? "0" : "1");
  }

  @Test
  void loadsMyRocksWhenAskedTo() throws SQLException {
    try (PrivateMariadb mariadb = Servers.requireOwnMyRocks()) {
      assertThat(query(mariadb, MYROCKS)).isEqualTo("1");
    }
  }

  private static final String MYROCKS =
      "SELECT COUNT(*) FROM information_schema.engines WHERE engine = 'ROCKSDB'";

  private static String query(PrivateMariadb mariadb, String sql) throws SQLException {
    try (Connection connection = mariadb.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1);
    }
  }

  private static void update(PrivateMariadb mariadb, String sql) throws SQLException {
    try (Connection connection = mariadb.connect();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }
}
