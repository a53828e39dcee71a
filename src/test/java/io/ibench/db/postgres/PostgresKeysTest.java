package io.ibench.db.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.PostgresSchema;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.db.Transaction;
import io.ibench.db.jdbc.Accounts;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.Servers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Generated keys beside explicit keys, which PostgreSQL does not reconcile. */
@Timeout(300)
@NeedsServer
class PostgresKeysTest {

  private static final Table NOTES =
      new Table(
          "notes",
          List.of(Column.number("id", ColumnType.LONG), Column.number("amount", ColumnType.LONG)),
          List.of("id"),
          true,
          List.of());

  private static final Command GIVING = new Command.Insert(NOTES, NOTES.columnNames(), 1);
  private static final Command TAKING = new Command.Insert(NOTES, List.of("amount"), 1);

  private PostgresSchema schema;
  private Database database;

  @BeforeEach
  void create() throws DatabaseException {
    schema = new PostgresSchema(Servers.requirePostgres());
    database = schema.open(schema.url());
    database.create(NOTES);
  }

  @AfterEach
  void drop() throws DatabaseException {
    if (database != null) {
      database.close();
    }
    if (schema != null) {
      schema.close();
    }
  }

  private static void give(Session session, long key) throws DatabaseException {
    Accounts.bound(session.prepare(GIVING), key, 0).execute();
  }

  private static void take(Session session, long amount) throws DatabaseException {
    Accounts.bound(session.prepare(TAKING), amount).execute();
  }

  private long keyOf(Database asked, long amount) throws DatabaseException {
    try (Session session = asked.session()) {
      Prepared select =
          session.prepare(Command.Select.of(NOTES, List.of("id"), List.of(Condition.eq("amount"))));
      select.setLong(0, amount);
      assertThat(select.execute()).isEqualTo(1);
      return select.getLong(0, 0);
    }
  }

  @Test
  void aSessionFollowsWhatAnotherHasGivenMeanwhile() throws DatabaseException {
    try (Session loader = database.session();
        Session worker = database.session()) {
      Prepared taking = worker.prepare(TAKING);
      give(loader, 100);
      Accounts.bound(taking, 1).execute();
      give(loader, 200);
      Accounts.bound(taking, 2).execute();
      Accounts.bound(taking, 3).execute();
    }
    assertThat(keyOf(database, 1)).isEqualTo(101);
    assertThat(keyOf(database, 2)).isEqualTo(201);
    assertThat(keyOf(database, 3)).isEqualTo(202);
  }

  @Test
  void theNextProcessTakesNoKeyThatWasGivenAndDeleted() throws DatabaseException {
    try (Session loader = database.session()) {
      give(loader, 500);
      loader.prepare(new Command.Delete(NOTES, List.of(), 0)).execute();
    }
    try (Database next = schema.open(schema.url());
        Session session = next.session()) {
      take(session, 1);
      assertThat(keyOf(next, 1)).isEqualTo(501);
    }
  }

  @Test
  void rowsThatSomebodyElseHasLoadedAreFound() throws DatabaseException {
    schema.execute("INSERT INTO notes VALUES (77, 0)");
    try (Session session = database.session()) {
      take(session, 1);
    }
    assertThat(keyOf(database, 1)).isEqualTo(78);
  }

  @Test
  void aTransactionTakesKeysAfterThoseThatItHasGiven() throws DatabaseException {
    try (Session session = database.session()) {
      Transaction transaction = session.transaction();
      Prepared giving = transaction.prepare(GIVING);
      Prepared taking = transaction.prepare(TAKING);
      transaction.begin();
      Accounts.bound(taking, 1).execute();
      Accounts.bound(giving, 9, 0).execute();
      Accounts.bound(taking, 2).execute();
      transaction.rollback();
      take(session, 3);
    }
    assertThat(keyOf(database, 3)).isEqualTo(11);
  }

  @Test
  void aTableMadeAnewBeginsAnew() throws DatabaseException {
    try (Session session = database.session()) {
      give(session, 50);
    }
    database.drop("notes");
    database.create(NOTES);
    try (Session session = database.session()) {
      take(session, 1);
    }
    assertThat(keyOf(database, 1)).isEqualTo(1);
  }

  @Test
  void manyWhoGiveAndTakeAtOnceNeverMeet() throws DatabaseException {
    int rows = 200;
    List<CompletableFuture<Void>> workers = new ArrayList<>();
    for (int worker = 0; worker < 4; worker++) {
      boolean gives = worker == 0;
      workers.add(CompletableFuture.runAsync(() -> work(gives, rows)));
    }
    workers.forEach(CompletableFuture::join);
    try (Session session = database.session()) {
      Prepared all =
          session.prepare(
              new Command.Select(
                  NOTES, List.of("id"), List.of(), Optional.empty(), List.of("id"), false, 0, 0));
      assertThat(all.execute()).isEqualTo(4 * rows);
    }
  }

  /** Each time, explicit keys are far above the generated ones. */
  private void work(boolean gives, int rows) {
    try (Session session = database.session()) {
      for (int row = 1; row <= rows; row++) {
        if (gives) {
          give(session, 10_000L * row);
        } else {
          take(session, 0);
        }
      }
    } catch (DatabaseException e) {
      throw new CompletionException(e);
    }
  }
}
