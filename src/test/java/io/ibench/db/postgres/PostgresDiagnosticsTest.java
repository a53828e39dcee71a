package io.ibench.db.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Adapters;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.PostgresSchema;
import io.ibench.db.jdbc.Accounts;
import io.ibench.db.mysql.MysqlDiagnosticsTest;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.PrivatePostgres;
import io.ibench.testing.Servers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
@NeedsServer
class PostgresDiagnosticsTest {

  private static final String PASSWORD = "Qv7-tell,nobody";

  @Test
  void secretsAreHiddenRefusalsAreToldAndALostServerIsAFailure() throws Exception {
    try (PrivatePostgres server =
        Servers.requireOwnPostgres("primary_conninfo=host=db2 password=" + PASSWORD)) {
      PostgresSchema schema = new PostgresSchema(server);
      schema.execute("CREATE ROLE texts LOGIN PASSWORD '" + PASSWORD + "'");
      schema.execute("GRANT pg_monitor TO texts");
      schema.execute("GRANT ALL ON SCHEMA " + schema.name() + " TO texts");
      schema.execute("REVOKE SELECT ON pg_catalog.pg_stat_bgwriter FROM PUBLIC");
      Map<String, String> settings = new HashMap<>(schema.settings(schema.url()));
      settings.put("user", "texts");
      settings.put("password", PASSWORD);
      try (Database database = Adapters.open("postgres", settings)) {
        Accounts.create(database);
        Map<String, String> texts = MysqlDiagnosticsTest.texts(database);
        assertThat(texts.get("pg_stat_bgwriter.txt"))
            .startsWith("not available: ")
            .contains("permission denied");
        assertThat(texts.get("pg_settings.txt"))
            .contains("\nprimary_conninfo\t***\t")
            .contains("\nshared_buffers\t");
        assertThat(texts.get("pg_settings_changed.txt"))
            .contains("\nprimary_conninfo\t***\t")
            .doesNotContain("\nautovacuum_naptime\t");
        assertThat(texts.get("table_definitions.txt")).contains("accounts_pkey PRIMARY KEY (id)");
        assertThat(texts.get("relation_sizes.txt")).contains("\naccounts\tr\theap\t");
        assertThat(texts.get("pg_stat_user_tables.txt")).contains("relname: accounts\n");
        assertThat(String.join("\n", texts.values())).doesNotContain("nobody");
        server.kill();
        DatabaseException lost =
            Assertions.catchThrowableOfType(
                DatabaseException.class, () -> database.diagnostics(List.of(Accounts.TABLE)));
        assertThat(lost.kind().isConnectionLoss()).isTrue();
      }
    }
  }
}
