package io.ibench.db.postgres;

import static io.ibench.db.jdbc.Accounts.INCREMENT;
import static io.ibench.db.jdbc.Accounts.INSERT;
import static io.ibench.db.jdbc.Accounts.READ;
import static io.ibench.db.jdbc.Accounts.amount;
import static io.ibench.db.jdbc.Accounts.bound;
import static io.ibench.db.jdbc.Accounts.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Assign;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Cursor;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.PostgresSchema;
import io.ibench.db.Prepared;
import io.ibench.db.Scan;
import io.ibench.db.Session;
import io.ibench.db.Transaction;
import io.ibench.db.jdbc.Accounts;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.Servers;
import io.ibench.testing.TcpProxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** What others do to a session: rows appear, locks are held, connections end. */
@Timeout(300)
@NeedsServer
@Isolated
class PostgresTransactionsTest {

  private static final long PATIENCE_NANOS = 120_000_000_000L;

  private static final Command PUT =
      new Command.Upsert(
          Accounts.TABLE,
          Accounts.TABLE.columnNames(),
          List.of("amount"),
          List.of(),
          Optional.of("amount"));

  private PostgresSchema schema;
  private TcpProxy proxy;
  private Database database;

  @BeforeEach
  void open() throws DatabaseException {
    schema = new PostgresSchema(Servers.requirePostgres());
    proxy = TcpProxy.to("127.0.0.1", schema.port());
    database = schema.open(schema.url(proxy.port()));
    Accounts.create(database);
  }

  @AfterEach
  void close() throws DatabaseException {
    if (database != null) {
      database.close();
      proxy.close();
      schema.close();
    }
  }

  private interface Action {
    void run() throws DatabaseException;
  }

  private static CompletableFuture<Optional<DatabaseException>> begun(Action action) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            action.run();
            return Optional.empty();
          } catch (DatabaseException e) {
            return Optional.of(e);
          }
        });
  }

  private List<Long> ask(String question) throws SQLException {
    List<Long> answers = new ArrayList<>();
    try (Connection connection = schema.connect();
        var statement = connection.createStatement();
        var results = statement.executeQuery(question)) {
      while (results.next()) {
        answers.add(results.getLong(1));
      }
    }
    return answers;
  }

  /** Waits until a session waits for a lock on this schema's table. */
  private void awaitLockWait() throws SQLException {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    String question =
        "SELECT a.pid FROM pg_stat_activity a JOIN pg_locks l ON l.pid = a.pid"
            + " WHERE a.wait_event_type = 'Lock' AND l.relation = '"
            + schema.name()
            + ".accounts'::regclass";
    while (ask(question).isEmpty()) {
      assertThat(System.nanoTime()).as("nobody waits").isLessThan(deadline);
      Thread.onSpinWait();
    }
  }

  @Test
  void anUpsertReportsTheValueOfARowThatAnotherHasAddedMeanwhile() throws Exception {
    try (Session first = database.session();
        Session second = database.session()) {
      Prepared insert = bound(first.transaction().prepare(INSERT), 9, 70);
      Prepared put = bound(second.prepare(PUT), 9, 80);
      first.transaction().begin();
      insert.execute();
      CompletableFuture<Optional<DatabaseException>> putting =
          begun(() -> assertThat(put.execute()).isEqualTo(1));
      awaitLockWait();
      first.transaction().commit();
      assertThat(putting.join()).isEmpty();
      assertThat(put.old()).isEqualTo(70);
    }
    assertThat(amount(database, 9)).isEqualTo(80);
  }

  @Test
  void oldValuesAreThoseOfTheRowThatAnotherHasChangedMeanwhile() throws Exception {
    Command set =
        new Command.Update(
            Accounts.TABLE,
            List.of(Assign.parameter("amount")),
            List.of(),
            List.of(Condition.eq("id")),
            Optional.of("amount"));
    for (boolean upsert : new boolean[] {true, false}) {
      try (Session first = database.session();
          Session second = database.session()) {
        long before = amount(database, 1);
        Prepared increment = bound(first.transaction().prepare(INCREMENT), 1);
        Prepared change = upsert ? bound(second.prepare(PUT), 1, 50) : second.prepare(set);
        if (!upsert) {
          bound(change, 60, 1);
        }
        first.transaction().begin();
        increment.execute();
        CompletableFuture<Optional<DatabaseException>> changing = begun(change::execute);
        awaitLockWait();
        first.transaction().commit();
        assertThat(changing.join()).isEmpty();
        assertThat(change.old()).isEqualTo(before + 1);
      }
    }
    assertThat(amount(database, 1)).isEqualTo(60);
  }

  @Test
  void aDeadlockIsToldToOneOfTwo() throws Exception {
    try (Session first = database.session();
        Session second = database.session()) {
      Prepared firstStep = bound(first.transaction().prepare(INCREMENT), 1);
      Prepared secondStep = bound(second.transaction().prepare(INCREMENT), 2);
      first.transaction().begin();
      second.transaction().begin();
      firstStep.execute();
      secondStep.execute();
      bound(firstStep, 2);
      bound(secondStep, 1);
      CompletableFuture<Optional<DatabaseException>> waiting =
          begun(
              () -> {
                try {
                  firstStep.execute();
                } finally {
                  first.transaction().rollback();
                }
              });
      Optional<DatabaseException> other = begun(secondStep::execute).join();
      second.transaction().rollback();
      List<DatabaseException> failures =
          Stream.of(waiting.join(), other).flatMap(Optional::stream).toList();
      assertThat(failures).hasSize(1);
      assertThat(failures.get(0).kind()).isEqualTo(FailureKind.DEADLOCK);
    }
    assertThat(amount(database, 1)).isZero();
  }

  @Test
  void aConnectionThatGoesLeavesWritesThatCommitUnknownAndReadsLost() throws Exception {
    try (Session session = database.session()) {
      Transaction transaction = session.transaction();
      Prepared last = bound(transaction.prepareLast(INSERT), 7, 7);
      Prepared next = bound(transaction.prepare(INSERT), 8, 8);
      Prepared automatic = bound(session.prepare(INSERT), 9, 9);
      Prepared read = bound(session.prepare(READ), 1);
      transaction.begin();
      proxy.cut();
      failure(FailureKind.OUTCOME_UNKNOWN, last::execute);
      failure(FailureKind.CONNECTION_LOST, read::execute);

      session.renew();
      assertThat(read.execute()).isEqualTo(1);
      proxy.cut();
      failure(FailureKind.OUTCOME_UNKNOWN, automatic::execute);

      session.renew();
      transaction.begin();
      next.execute();
      proxy.cut();
      failure(FailureKind.OUTCOME_UNKNOWN, transaction::commit);

      session.renew();
      transaction.begin();
      last.execute();
    }
    assertThat(ask("SELECT id FROM accounts ORDER BY id")).containsExactly(1L, 2L, 7L);
  }

  @Test
  void aSessionThatTheServerEndsHearsOfIt() throws Exception {
    try (Session session = database.session()) {
      Prepared read = bound(session.prepare(READ), 1);
      Prepared list =
          session.prepare(
              Command.Select.of(Accounts.TABLE, List.of("amount"), List.of(Condition.in("id", 5))));
      list.setLongs(0, new long[] {2, 1}, 2);
      ask(
          "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
              + " WHERE datname = current_database() AND query LIKE '%accounts%'"
              + " AND pid <> pg_backend_pid()");
      DatabaseException lost = failureOf(read);
      assertThat(lost.kind().isConnectionLoss()).as(lost.getMessage()).isTrue();
      session.renew();
      assertThat(read.execute()).isEqualTo(1);
      assertThat(list.execute()).as("what was bound before").isEqualTo(2);
    }
  }

  private static DatabaseException failureOf(Prepared prepared) {
    try {
      prepared.execute();
    } catch (DatabaseException e) {
      return e;
    }
    throw new CompletionException("did not fail", new IllegalStateException());
  }

  @Test
  void abortBreaksOffWhatWaits() throws Exception {
    try (Session holder = database.session()) {
      Session waiter = database.session();
      Prepared hold = bound(holder.transaction().prepare(INCREMENT), 1);
      holder.transaction().begin();
      hold.execute();
      Prepared wait = bound(waiter.prepare(INCREMENT), 1);
      CompletableFuture<Optional<DatabaseException>> broken = begun(wait::execute);
      awaitLockWait();
      waiter.abort();
      assertThat(broken.join().orElseThrow().kind()).isEqualTo(FailureKind.OUTCOME_UNKNOWN);
      waiter.close();
    }
  }

  @Test
  void aScanLeavesItsSessionCommittingByItself() throws Exception {
    schema.execute("INSERT INTO accounts SELECT i, i FROM generate_series(3, 25000) i");
    try (Session session = database.session()) {
      Scan scan =
          new Scan(
              Accounts.TABLE,
              List.of("id"),
              List.of(Condition.of("id", Condition.Op.GE)),
              List.of("id"));
      long trips = proxy.roundTrips();
      try (Cursor cursor = session.scan(scan, 2)) {
        for (long id = 2; id <= 25_000; id++) {
          assertThat(cursor.next()).isTrue();
          assertThat(cursor.getLong(0)).isEqualTo(id);
        }
        assertThat(cursor.next()).isFalse();
      }
      assertThat(proxy.roundTrips() - trips).as("pieces of 10000 rows").isGreaterThanOrEqualTo(3);
      bound(session.prepare(INCREMENT), 1).execute();
      assertThat(amount(database, 1)).isEqualTo(1);
    }
  }
}
