package io.ibench.db.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Database;
import io.ibench.db.PostgresSchema;
import io.ibench.db.WaitStates;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.Servers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
@NeedsServer
class PostgresWaitsTest {

  private static final String LOCK = "SELECT pg_advisory_lock(20261129)";
  private static final String WAITS = "Lock advisory";

  private static void execute(Connection connection) {
    try (Statement statement = connection.createStatement()) {
      statement.execute(LOCK);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aSessionThatWaitsForALockSaysSo() throws Exception {
    try (PostgresSchema schema = new PostgresSchema(Servers.requirePostgres());
        Database database = schema.open(schema.url());
        WaitStates states = database.waitStates().orElseThrow();
        Connection other = schema.connect()) {
      CompletableFuture<Void> waits;
      try (Connection holder = schema.connect()) {
        execute(holder);
        waits = CompletableFuture.runAsync(() -> execute(other));
        List<String> seen = states.now();
        while (!seen.contains(WAITS)) {
          seen = states.now();
        }
        assertThat(seen).contains(WAITS);
      }
      waits.get();
      assertThat(states.now()).doesNotContain(WAITS);
    }
  }
}
