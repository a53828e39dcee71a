package io.ibench.db.mysql;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Index;
import io.ibench.db.MariadbSchema;
import io.ibench.db.Product;
import io.ibench.db.jdbc.Accounts;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.Servers;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What happens to an index under construction when the run ends. */
@Timeout(300)
@NeedsServer
class MariadbIndexingTest {

  private static final Index INDEX = new Index("accounts_amount", List.of("amount"));
  private static final String WAITING =
      "SELECT COUNT(*) FROM information_schema.processlist"
          + " WHERE state LIKE 'Waiting for table%' AND db = DATABASE()";

  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "MYSQL"})
  void closingLeavesNoStatementBehindOnTheServer(Product product) throws Exception {
    try (MariadbSchema schema = new MariadbSchema(Servers.requireMariadb(), product)) {
      Database database = schema.open(schema.url());
      Accounts.create(database);
      try (Connection other = schema.connect();
          var statement = other.createStatement()) {
        statement.execute("LOCK TABLES accounts WRITE");
        CompletableFuture<Void> indexing = CompletableFuture.runAsync(() -> createIndex(database));
        awaitWaiting(schema, indexing);
        database.close();
        assertThatThrownBy(() -> indexing.get(120, TimeUnit.SECONDS))
            .isInstanceOf(ExecutionException.class)
            .hasMessageMatching(".*(interrupted|cancelled).*");
      }
    }
  }

  private static void createIndex(Database database) {
    try {
      database.createIndexes(Accounts.TABLE, List.of(INDEX));
    } catch (DatabaseException e) {
      throw new CompletionException(e);
    }
  }

  private static void awaitWaiting(MariadbSchema schema, CompletableFuture<Void> indexing)
      throws SQLException {
    try (Connection connection = schema.connect();
        var statement = connection.createStatement()) {
      boolean waiting = false;
      while (!waiting && !indexing.isDone()) {
        try (var results = statement.executeQuery(WAITING)) {
          results.next();
          waiting = results.getInt(1) > 0;
        }
      }
    }
  }
}
