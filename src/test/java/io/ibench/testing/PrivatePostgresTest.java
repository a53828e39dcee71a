package io.ibench.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

@NeedsServer
@AlsoAsRoot
class PrivatePostgresTest {

  @Test
  void answersAndSurvivesAKillWithItsData() throws SQLException {
    PrivatePostgres postgres = Servers.requireOwnPostgres("work_mem=5MB");
    try (postgres) {
      assertThat(query(postgres, "SELECT current_database()")).isEqualTo("ibench");
      assertThat(query(postgres, "SHOW fsync")).isEqualTo("on");
      assertThat(query(postgres, "SHOW work_mem")).isEqualTo("5MB");
      assertThat(Files.exists(postgres.socket())).isTrue();
      update(postgres, "CREATE TABLE kept (id int PRIMARY KEY)");
      update(postgres, "INSERT INTO kept VALUES (42)");
      long firstPid = postgres.pid();

      try (Connection open = postgres.connect()) {
        postgres.kill();
        assertThat(ProcessHandle.of(firstPid)).isEmpty();
        assertThatThrownBy(() -> open.createStatement().execute("SELECT 1"))
            .isInstanceOf(SQLException.class);
      }
      assertThatThrownBy(postgres::connect).isInstanceOf(SQLException.class);

      postgres.restart();
      assertThat(postgres.pid()).isNotEqualTo(firstPid);
      assertThat(query(postgres, "SELECT id FROM kept")).isEqualTo("42");

      try (Connection open = postgres.connect()) {
        postgres.stop();
        assertThat(open.isValid(1)).isFalse();
      }
      postgres.restart();
      assertThat(query(postgres, "SELECT id FROM kept")).isEqualTo("42");
    }
    assertThat(ProcessHandle.of(postgres.pid())).isEmpty();
    assertThat(Files.exists(postgres.socket().getParent())).isFalse();
    postgres.close();
  }

  @Test
  void isSharedByTheTestsOfOneRun() {
    assertThat(Servers.requirePostgres()).isSameAs(Servers.requirePostgres());
  }

  private static String query(PrivatePostgres postgres, String sql) throws SQLException {
    try (Connection connection = postgres.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1);
    }
  }

  private static void update(PrivatePostgres postgres, String sql) throws SQLException {
    try (Connection connection = postgres.connect();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }
}
