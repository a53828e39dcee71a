package io.ibench.db.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.ibench.testing.NeedsServer;
import io.ibench.testing.PrivatePostgres;
import io.ibench.testing.Servers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The consequences of a real server's refusals. */
@Timeout(300)
@NeedsServer
class PostgresHintsTest {

  private static final String ROLE = "guest";

  private final PrivatePostgres server = Servers.requirePostgres();
  private OwnSchema schema;

  @BeforeEach
  void open() {
    schema = new OwnSchema(server);
    schema.createRole(ROLE);
  }

  @AfterEach
  void close() {
    schema.dropRole(ROLE);
    schema.close();
  }

  private SQLException refusal(String password, String sql) {
    return catchThrowableOfType(
        SQLException.class,
        () -> {
          String url = server.jdbcUrl() + "&currentSchema=" + schema.name();
          try (Connection connection = DriverManager.getConnection(url, ROLE, password);
              var statement = connection.createStatement()) {
            statement.execute(sql);
          }
        });
  }

  @Test
  void saysWhatToGrantARoleThatMayNotCreateTables() {
    schema.execute("REVOKE CREATE ON SCHEMA " + schema.name() + " FROM " + ROLE);
    assertThat(PostgresFailures.hint(refusal(ROLE, "CREATE TABLE t (id bigint)"), ROLE))
        .hasValue(
            "; an administrator allows it: GRANT USAGE, CREATE ON SCHEMA "
                + schema.name()
                + " TO guest");
  }

  @Test
  void saysNothingOfOtherRefusals() {
    schema.execute("CREATE TABLE secret (id bigint)");
    SQLException notReadable = refusal(ROLE, "SELECT * FROM secret");
    SQLException notLetIn = refusal("wrong", "SELECT 1");
    assertThat(notReadable.getSQLState()).isEqualTo("42501");
    assertThat(notLetIn.getSQLState()).isEqualTo("28P01");
    assertThat(PostgresFailures.hint(notReadable, ROLE)).isEmpty();
    assertThat(PostgresFailures.hint(notLetIn, ROLE)).isEmpty();
  }

  @Test
  void namesEncryptionWhereTheServerMissesIt() {
    String words =
        "FATAL: no pg_hba.conf entry for host \"10.0.0.1\", user \"u\", database \"d\", ";
    assertThat(PostgresFailures.hint(new SQLException(words + "no encryption", "28000"), "u"))
        .hasValueSatisfying(hint -> assertThat(hint).contains("tls = trust"));
    assertThat(PostgresFailures.hint(new SQLException(words + "SSL encryption", "28000"), "u"))
        .isEmpty();
  }
}
