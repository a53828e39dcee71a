package io.ibench.db.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Adapters;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Table;
import io.ibench.db.jdbc.Accounts;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.PrivatePostgres;
import io.ibench.testing.Servers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Roles, databases and passwords that do not work, through the adapter: one clear line each. */
@Timeout(300)
@NeedsServer
class PostgresBadInputTest {

  private static final String ROLE = "stranger";

  private final PrivatePostgres server = Servers.requirePostgres();
  private final Map<String, String> settings = new HashMap<>();
  private OwnSchema schema;

  @BeforeEach
  void open() {
    schema = new OwnSchema(server);
    schema.createRole(ROLE);
    settings.put("url", server.jdbcUrl() + "&currentSchema=" + schema.name());
    settings.put("user", ROLE);
    settings.put("password", ROLE);
  }

  @AfterEach
  void close() {
    schema.dropRole(ROLE);
    schema.close();
  }

  private String refusal(FailureKind kind) {
    return Accounts.failure(kind, () -> Adapters.open("postgres", settings).close()).getMessage();
  }

  @Test
  void tellsARoleThatMayNotCreateTablesWhatToGrant() throws DatabaseException {
    schema.execute("REVOKE CREATE ON SCHEMA " + schema.name() + " FROM " + ROLE);
    try (Database database = Adapters.open("postgres", settings)) {
      DatabaseException failure =
          Accounts.failure(FailureKind.DENIED, () -> database.create(Accounts.TABLE));
      assertThat(failure.getMessage())
          .contains("CREATE TABLE accounts")
          .contains("permission denied for schema " + schema.name())
          .endsWith("GRANT USAGE, CREATE ON SCHEMA " + schema.name() + " TO " + ROLE);
    }
  }

  @Test
  void namesADatabaseThatDoesNotExist() {
    settings.put("url", server.jdbcUrl().replace("/ibench?", "/never_made?"));
    assertThat(refusal(FailureKind.NOT_FOUND)).contains("database \"never_made\" does not exist");
  }

  @Test
  void refusesAWrongPasswordWithoutShowingIt() {
    settings.put("password", "this-is-wrong");
    assertThat(refusal(FailureKind.DENIED))
        .contains("password authentication failed for user \"stranger\"")
        .doesNotContain("this-is-wrong");
  }

  @Test
  void saysThatTheServerHasNoEncryption() {
    settings.put("url", settings.get("url").replace("sslmode=disable&", ""));
    settings.put("tls", "trust");
    assertThat(refusal(FailureKind.DENIED))
        .contains("does not support SSL")
        .contains("tls = disable");
  }

  @Test
  void refusesATableAccessMethodThatIsNotThere() {
    settings.put("engine", "columns");
    assertThat(refusal(FailureKind.FATAL))
        .isEqualTo("the server has no engine = columns; it has heap");
  }

  /** A view or an index of that name is in the way as well: it is compared or refused. */
  @Test
  void doesNotTakeAnIndexOfAnotherTableForItsOwn() throws DatabaseException {
    schema.execute("CREATE TABLE other (id bigint)");
    schema.execute("CREATE INDEX accounts ON other (id)");
    try (Database database = Adapters.open("postgres", settings)) {
      Table table = Accounts.TABLE.with(List.of());
      assertThat(database.exists(table.name())).isFalse();
      assertThat(Accounts.failure(FailureKind.FATAL, () -> database.create(table)).getMessage())
          .contains("relation \"accounts\" already exists");
    }
  }
}
