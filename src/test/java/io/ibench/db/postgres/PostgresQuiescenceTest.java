package io.ibench.db.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.DatabaseException;
import io.ibench.db.Quiescence;
import io.ibench.db.Table;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.PrivatePostgres;
import io.ibench.testing.Servers;
import io.ibench.testing.TcpProxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What a server is told to do, and that it stops when nobody waits any more. The server is the
 * test's own: transactions of others keep deleted rows, and slow a vacuum down.
 */
@Timeout(300)
@NeedsServer
class PostgresQuiescenceTest {

  private static final List<Table> TABLES = List.of(table("first"), table("second"));
  private static final String OWN_VACUUMS =
      "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'VACUUM%' AND state = 'active'";

  /**
   * A transaction that read before the rows were deleted, such as an autovacuum of other tables,
   * keeps them.
   */
  private static final String OTHERS_SNAPSHOTS =
      "SELECT count(*) FROM pg_stat_activity"
          + " WHERE backend_xmin IS NOT NULL AND pid <> pg_backend_pid()";

  private static PrivatePostgres server;

  private OwnSchema schema;

  private static Table table(String name) {
    return new Table(
        name, List.of(Column.number("id", ColumnType.LONG)), List.of("id"), false, List.of());
  }

  @BeforeAll
  static void start() {
    server = Servers.requireOwnPostgres();
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  @BeforeEach
  void open() throws SQLException {
    schema = new OwnSchema(server);
    for (Table table : TABLES) {
      schema.execute(
          "CREATE TABLE "
              + table.name()
              + " WITH (autovacuum_enabled = off) AS SELECT generate_series(1, 1000) AS id");
      schema.execute("ALTER TABLE " + table.name() + " ADD PRIMARY KEY (id)");
      schema.execute("DELETE FROM " + table.name() + " WHERE id % 4 = 0");
    }
    while (ask(OTHERS_SNAPSHOTS) > 0) {
      spin();
    }
  }

  @AfterEach
  void close() {
    schema.close();
  }

  private long ask(String question) throws SQLException {
    try (Connection connection = schema.connect();
        var statement = connection.createStatement();
        var results = statement.executeQuery(question)) {
      results.next();
      return results.getLong(1);
    }
  }

  /** Ends when the test ends. */
  private static void spin() {
    assertThat(Thread.currentThread().isInterrupted()).as("it takes too long").isFalse();
    Thread.onSpinWait();
  }

  private static List<String> resolved(Quiescence quiescence) throws DatabaseException {
    while (!quiescence.isSettled()) {
      spin();
    }
    quiescence.close();
    return quiescence.facts();
  }

  @Test
  void vacuumsAndAnalyzesEachTableAndThenMakesACheckpoint() throws Exception {
    List<String> facts = resolved(PostgresQuiescence.begin(schema.target(), TABLES));
    String log = "(; \\d+ bytes of WAL)?"; // from version 15 on
    String done = ": 250 dead rows removed, 750 remain in \\d+ pages" + log + ", \\d+\\.\\d s";
    assertThat(facts).hasSize(3);
    assertThat(facts.get(0)).matches("VACUUM ANALYZE first" + done);
    assertThat(facts.get(1)).matches("VACUUM ANALYZE second" + done);
    assertThat(facts.get(2)).matches("CHECKPOINT: \\d+\\.\\d s");
    assertThat(
            ask(
                "SELECT sum(reltuples) FROM pg_class WHERE oid IN ('first'::regclass, 'second'::regclass)"))
        .isEqualTo(1500);
  }

  @Test
  void goesOnWithoutTheRightToMakeACheckpoint() throws Exception {
    schema.createRole("cleaner");
    schema.execute("ALTER TABLE first OWNER TO cleaner");
    try {
      PostgresTarget target = schema.target("cleaner", "cleaner", OwnSchema.storage(false));
      List<String> facts = resolved(PostgresQuiescence.begin(target, TABLES));
      assertThat(facts.get(0)).contains("250 dead rows removed");
      // Version 16 and later: permission denied to vacuum "second", skipping it
      assertThat(facts.get(1)).contains("skipping ").contains("\"second\"");
      assertThat(facts.get(2)).startsWith("no right to CHECKPOINT (superuser; from version 15 on");
    } finally {
      schema.execute("DROP TABLE first");
      schema.dropRole("cleaner");
    }
  }

  @Test
  void tellsWhyATableWasNotVacuumed() throws Exception {
    List<String> facts =
        resolved(PostgresQuiescence.begin(schema.target(), List.of(table("missing"))));
    assertThat(facts.get(0)).startsWith("VACUUM ANALYZE missing: ").contains("does not exist");
    assertThat(facts.get(1)).startsWith("CHECKPOINT: ");
  }

  /** Locks the first table during the action, so that its vacuum waits. */
  private void whileTheFirstIsLocked(Locked action) throws Exception {
    try (Connection other = schema.connect();
        var statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("LOCK TABLE first IN SHARE UPDATE EXCLUSIVE MODE");
      action.run();
      other.rollback();
    }
  }

  private interface Locked {
    void run() throws Exception;
  }

  private void awaitVacuum() throws SQLException {
    while (ask(OWN_VACUUMS) == 0) {
      spin();
    }
  }

  private void awaitNoVacuum() throws SQLException {
    while (ask(OWN_VACUUMS) > 0) {
      spin();
    }
  }

  @Test
  void cancelsOnTheServerWhatIsNotOver() throws Exception {
    whileTheFirstIsLocked(
        () -> {
          Quiescence quiescence = PostgresQuiescence.begin(schema.target(), List.of(TABLES.get(0)));
          awaitVacuum();
          assertThat(quiescence.isSettled()).isFalse();
          quiescence.close();
          assertThat(quiescence.facts()).containsExactly("VACUUM ANALYZE first was broken off");
          awaitNoVacuum();
        });
  }

  @Test
  void cancelsWhenItIsInterrupted() throws Exception {
    whileTheFirstIsLocked(
        () -> {
          Quiescence quiescence = PostgresQuiescence.begin(schema.target(), List.of(TABLES.get(0)));
          awaitVacuum();
          Thread.currentThread().interrupt();
          quiescence.close();
          assertThat(Thread.interrupted()).isTrue();
          awaitNoVacuum();
        });
  }

  /** It neither accepts the request to cancel nor ever answers. */
  @Test
  @Timeout(300)
  void givesUpAServerThatHangs() throws Exception {
    try (TcpProxy proxy = TcpProxy.to("127.0.0.1", server.port())) {
      whileTheFirstIsLocked(
          () -> {
            Quiescence quiescence = PostgresQuiescence.begin(schema.target(proxy.port()), TABLES);
            awaitVacuum();
            proxy.stall();
            quiescence.close();
            assertThat(quiescence.facts()).contains("VACUUM ANALYZE first was broken off");
          });
    }
  }
}
