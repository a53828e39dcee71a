package io.ibench.learn.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.testing.NeedsServer;
import io.ibench.testing.PrivateMariadb;
import io.ibench.testing.PrivatePostgres;
import io.ibench.testing.PrivateServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The catalogues of real servers. */
@NeedsServer
class SchemaOnServersTest {

  private static final List<String> TABLES =
      List.of(
          "CREATE TABLE learn_user (id bigint NOT NULL PRIMARY KEY, email varchar(40) NOT NULL, age int,"
              + " state varchar(10) NOT NULL, made timestamp NOT NULL)",
          "CREATE UNIQUE INDEX learn_email ON learn_user (email)",
          "CREATE TABLE learn_line (user_id bigint NOT NULL, line_no int NOT NULL, price decimal(8,2)"
              + " NOT NULL, note varchar(20), PRIMARY KEY (user_id, line_no),"
              + " FOREIGN KEY (user_id) REFERENCES learn_user (id))");

  private static final String USERS_OF_POSTGRES =
      "INSERT INTO learn_user SELECT 10 * i, 'u' || i || '@example.org', CASE WHEN i % 4 = 0 THEN NULL"
          + " ELSE 18 + i % 50 END, CASE WHEN i % 10 = 0 THEN 'Zx9Canary7731' ELSE 'active' END,"
          + " now() - (2000 - i) * interval '1 hour' FROM generate_series(1, 2000) i";
  private static final String LINES_OF_POSTGRES =
      "INSERT INTO learn_line SELECT 10 * u, l, 1 + (u * l) % 1000 / 100.0, NULL"
          + " FROM generate_series(1, 2000) u, generate_series(1, 3) l";
  private static final String USERS_OF_MARIADB =
      "INSERT INTO learn_user SELECT 10 * seq, concat('u', seq, '@example.org'), CASE WHEN seq % 4 = 0"
          + " THEN NULL ELSE 18 + seq % 50 END, CASE WHEN seq % 10 = 0 THEN 'Zx9Canary' ELSE"
          + " 'active' END, now() - interval 2000 - seq hour FROM seq_1_to_2000";
  private static final String LINES_OF_MARIADB =
      "INSERT INTO learn_line SELECT 10 * u.seq, l.seq, 1 + (u.seq * l.seq) % 1000 / 100.0, NULL"
          + " FROM seq_1_to_2000 u, seq_1_to_3 l";

  @TempDir Path folder;

  @Test
  void mariadbSaysWhatItsTablesAreLike() throws Exception {
    Assumptions.assumeTrue(PrivateMariadb.missing().isEmpty() && !PrivateMariadb.isMysql());
    for (boolean scan : new boolean[] {false, true}) {
      Schema schema =
          read(
              PrivateMariadb.shared(),
              "CREATE DATABASE learn_schema",
              "USE learn_schema",
              "DROP DATABASE learn_schema",
              List.of(USERS_OF_MARIADB, LINES_OF_MARIADB, "ANALYZE TABLE learn_user, learn_line"),
              scan);
      assertThat(schema.isPostgres()).isFalse();
      assertTables(schema);
    }
  }

  @Test
  void postgresSaysWhatItsTablesAreLike() throws Exception {
    Assumptions.assumeTrue(PrivatePostgres.missing().isEmpty());
    for (boolean scan : new boolean[] {false, true}) {
      Schema schema =
          read(
              PrivatePostgres.shared(),
              "CREATE SCHEMA learn_schema",
              "SET search_path = learn_schema",
              "DROP SCHEMA learn_schema CASCADE",
              List.of(
                  USERS_OF_POSTGRES.replace("Zx9Canary7731", "Zx9Canary"),
                  LINES_OF_POSTGRES,
                  "ANALYZE learn_user, learn_line"),
              scan);
      assertThat(schema.isPostgres()).isTrue();
      assertTables(schema);
    }
  }

  private static Schema read(
      PrivateServer server, String create, String use, String drop, List<String> rows, boolean scan)
      throws Exception {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(create);
      try {
        statement.execute(use);
        for (String each : TABLES) {
          statement.execute(each);
        }
        for (String each : rows) {
          statement.execute(each);
        }
        return SchemaReader.fromServer(sql -> query(statement, sql), scan);
      } finally {
        statement.execute(drop);
      }
    }
  }

  private static List<Object[]> query(Statement statement, String sql) throws CatalogException {
    assertThat(sql.toUpperCase(Locale.ROOT)).startsWith("SELECT ");
    try (ResultSet result = statement.executeQuery(sql)) {
      List<Object[]> rows = new ArrayList<>();
      while (result.next()) {
        Object[] row = new Object[result.getMetaData().getColumnCount()];
        for (int i = 0; i < row.length; i++) {
          row[i] = result.getObject(i + 1);
        }
        rows.add(row);
      }
      return rows;
    } catch (SQLException e) {
      throw new CatalogException(sql + ": " + e.getMessage(), e);
    }
  }

  private void assertTables(Schema schema) throws Exception {
    assertThat(schema.tables()).extracting(Table::name).containsExactly("learn_line", "learn_user");
    Table line = schema.tables().get(0);
    Table user = schema.tables().get(1);
    assertThat((double) user.rows()).isCloseTo(2000, within(300.0));
    assertThat(user.primaryKey().orElseThrow().columns()).containsExactly("id");
    assertThat(line.foreignKeys())
        .containsExactly(new ForeignKey(List.of("user_id"), "learn_user", List.of("id"), false));
    Statistics id = user.column("id").orElseThrow().statistics();
    assertThat(id.min()).isEqualTo(10);
    assertThat(id.max()).isEqualTo(20_000);
    Statistics age = user.column("age").orElseThrow().statistics();
    assertThat(age.min()).isEqualTo(18);
    assertThat(age.max()).isEqualTo(67);
    assertThat(age.nullShare()).isCloseTo(0.25, within(0.04));
    assertThat(user.column("email").orElseThrow().statistics().longest()).isEqualTo(17);
    assertThat(user.column("state").orElseThrow().statistics().distinct()).isEqualTo(2);
    Statistics made = user.column("made").orElseThrow().statistics();
    assertThat(made.max() - made.min()).isCloseTo(1999 * 3600L, within(3700L));
    assertThat(line.column("line_no").orElseThrow().statistics().max()).isEqualTo(3);
    assertThat(line.column("price").orElseThrow().statistics().min()).isBetween(100L, 101L);

    DataScript script = DataScript.of(schema, DataOptions.of(schema));
    assertThat(script.text()).doesNotContain("Canary").doesNotContain("active");
    assertThat(String.join("\n", script.limits())).doesNotContain("Canary");
    String adapter = schema.isPostgres() ? "postgres" : "mariadb";
    assertThat(ScriptTrial.plan(folder, adapter, script.text(), 2)).isNotNull();
    assertThat(script.text())
        .contains("\\set line_no 1 + ((:n - 1) % 3)\n")
        .contains("ADD FOREIGN KEY (user_id) REFERENCES learn_user (id);");
  }
}
