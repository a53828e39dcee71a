package io.ibench.db.mysql;

import static io.ibench.db.jdbc.Accounts.INCREMENT;
import static io.ibench.db.jdbc.Accounts.INSERT;
import static io.ibench.db.jdbc.Accounts.READ;
import static io.ibench.db.jdbc.Accounts.amount;
import static io.ibench.db.jdbc.Accounts.bound;
import static io.ibench.db.jdbc.Accounts.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Adapters;
import io.ibench.db.Command;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.MariadbSchema;
import io.ibench.db.Prepared;
import io.ibench.db.Product;
import io.ibench.db.Session;
import io.ibench.db.Transaction;
import io.ibench.db.jdbc.Accounts;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.PrivateMariadb;
import io.ibench.testing.Servers;
import io.ibench.testing.TcpProxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Connections that are killed, cut or aborted, as each driver reports it. */
@ParameterizedClass(name = "{0}")
@EnumSource(names = {"MARIADB", "MYSQL"})
@NeedsServer
@Isolated
class MariadbConnectionLossTest {

  private static final long PATIENCE_NANOS = 120_000_000_000L;

  @Parameter private Product product;

  private MariadbSchema schema;
  private Database database;

  @BeforeEach
  void open() throws DatabaseException, SQLException {
    schema = new MariadbSchema(Servers.requireMariadb(), product);
    database = schema.open(schema.url());
    Accounts.create(database);
    awaitConnections(1);
  }

  @AfterEach
  void close() throws DatabaseException {
    if (database != null) {
      database.close();
      schema.close();
    }
  }

  /** Asks from outside the schema: otherwise an earlier connection might still be visible there. */
  private static List<Long> ids(String question) throws SQLException {
    return ids(Servers.requireMariadb(), question);
  }

  private static List<Long> ids(PrivateMariadb server, String question) throws SQLException {
    try (Connection connection = server.connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(question)) {
      List<Long> ids = new ArrayList<>();
      while (rows.next()) {
        ids.add(rows.getLong(1));
      }
      return ids;
    }
  }

  private static void kill(long id) throws SQLException {
    try (Connection connection = Servers.requireMariadb().connect();
        var statement = connection.createStatement()) {
      statement.execute("KILL HARD CONNECTION " + id);
    }
  }

  /** The server's connections to this database. */
  private List<Long> connections() throws SQLException {
    return ids(
        "SELECT id FROM information_schema.processlist WHERE db = '%s'".formatted(schema.name()));
  }

  private void killAllBut(List<Long> spared) throws SQLException {
    List<Long> killed = connections();
    killed.removeAll(spared);
    for (long id : killed) {
      kill(id);
    }
    awaitConnections(spared);
  }

  /** The server needs a while to notice that a connection was closed. */
  private void awaitConnections(int expected) throws SQLException {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (connections().size() != expected) {
      assertThat(System.nanoTime()).as("connections stay open").isLessThan(deadline);
      Thread.onSpinWait();
    }
  }

  private void awaitConnections(List<Long> expected) throws SQLException {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (!connections().equals(expected)) {
      assertThat(System.nanoTime()).as("connections stay open").isLessThan(deadline);
      Thread.onSpinWait();
    }
  }

  @Test
  void aKilledConnectionIsLostToAReader() throws Exception {
    List<Long> spared = connections();
    try (Session session = database.session()) {
      Prepared read = bound(session.prepare(READ), 1);
      assertThat(read.execute()).isEqualTo(1);
      killAllBut(spared);
      failure(FailureKind.CONNECTION_LOST, read::execute);
      failure(FailureKind.CONNECTION_LOST, read::execute);
    }
  }

  @Test
  void aWriteThatCommitsByItselfHasAnUnknownOutcome() throws Exception {
    try (TcpProxy proxy = TcpProxy.to("127.0.0.1", Servers.requireMariadb().port());
        Database distant = schema.open(schema.url(proxy.port()));
        Session session = distant.session()) {
      Prepared insert = bound(session.prepare(INSERT), 7, 7);
      proxy.cut();
      failure(FailureKind.OUTCOME_UNKNOWN, insert::execute);
    }
    assertThat(amount(database, 7)).isEqualTo(Prepared.ABSENT);
  }

  @Test
  void aConnectionKilledInATransactionLosesIt() throws Exception {
    List<Long> spared = connections();
    Session session = database.session();
    Transaction transaction = session.transaction();
    Prepared first = bound(transaction.prepare(INSERT), 7, 7);
    Prepared second = bound(transaction.prepare(INCREMENT), 1);
    transaction.begin();
    first.execute();
    killAllBut(spared);
    failure(FailureKind.CONNECTION_LOST, second::execute);
    assertThat(amount(database, 7)).isEqualTo(Prepared.ABSENT);
    session.close();
    awaitConnections(spared);
  }

  @Test
  void aRenewedSessionExecutesWhatWasBoundBefore() throws Exception {
    List<Long> spared = connections();
    try (Session session = database.session()) {
      Prepared read = bound(session.prepare(READ), 7);
      Prepared batch =
          session.prepare(new Command.Insert(Accounts.TABLE, Accounts.TABLE.columnNames(), 3));
      for (long id = 7; id <= 8; id++) {
        bound(batch, id, 0).addBatch();
      }
      Prepared increment = bound(session.transaction().prepare(INCREMENT), 7);
      killAllBut(spared);
      session.renew();
      assertThat(batch.execute()).isEqualTo(2);
      session.transaction().begin();
      assertThat(increment.execute()).isEqualTo(1);
      session.transaction().commit();
      assertThat(read.execute()).isEqualTo(1);
      assertThat(read.getLong(0, 0)).isEqualTo(1);
      assertThat(connections()).as("two of its own").hasSize(spared.size() + 2);
    }
    awaitConnections(spared);
  }

  @Test
  void aSessionThatWasAbortedWorksAgainWhenItIsRenewed() throws Exception {
    List<Long> spared = connections();
    try (Session session = database.session()) {
      Prepared read = bound(session.prepare(READ), 1);
      session.abort();
      failure(FailureKind.CONNECTION_LOST, read::execute);
      session.renew();
      assertThat(read.execute()).isEqualTo(1);
    }
    awaitConnections(spared);
  }

  @Test
  void theRunsOwnConnectionIsGotBackWhenItIsNeeded() throws Exception {
    killAllBut(List.of());
    assertThat(database.exists(Accounts.TABLE.name())).isTrue();
    assertThat(database.size(List.of(Accounts.TABLE)).bytes()).isPresent();
  }

  @Test
  void aConnectionKilledBeforeTheCommitLeavesTheOutcomeUnknown() throws Exception {
    List<Long> spared = connections();
    try (Session session = database.session()) {
      Transaction transaction = session.transaction();
      Prepared insert = bound(transaction.prepare(INSERT), 7, 7);
      transaction.begin();
      insert.execute();
      killAllBut(spared);
      failure(FailureKind.OUTCOME_UNKNOWN, transaction::commit);
    }
  }

  @Test
  void aSessionWithOneDeadConnectionClosesTheOther() throws Exception {
    List<Long> spared = connections();
    Session session = database.session();
    Prepared insert = bound(session.transaction().prepare(INSERT), 7, 7);
    session.transaction().begin();
    insert.execute();
    List<Long> own = ids("SELECT trx_mysql_thread_id FROM information_schema.innodb_trx");
    own.retainAll(connections());
    assertThat(own).hasSize(1);
    kill(own.get(0));
    List<Long> rest = connections();
    rest.removeAll(own);
    awaitConnections(rest);
    assertThat(rest).hasSize(spared.size() + 1);
    try {
      session.close();
    } catch (DatabaseException e) {
      assertThat(e.kind()).isEqualTo(FailureKind.CONNECTION_LOST);
    }
    awaitConnections(spared);
  }

  @Test
  void abortBreaksOffWhatWaits() throws Exception {
    try (Session holder = database.session()) {
      Session waiter = database.session();
      Prepared hold = bound(holder.transaction().prepare(INCREMENT), 1);
      holder.transaction().begin();
      hold.execute();
      Prepared wait = bound(waiter.transaction().prepare(INCREMENT), 1);
      CompletableFuture<DatabaseException> broken =
          CompletableFuture.supplyAsync(() -> failureOf(wait));
      awaitLockWait(Servers.requireMariadb());
      waiter.abort();
      assertThat(broken.join().kind()).isEqualTo(FailureKind.CONNECTION_LOST);
      waiter.close();
      holder.transaction().commit();
    }
    assertThat(amount(database, 1)).isEqualTo(1);
  }

  private static DatabaseException failureOf(Prepared prepared) {
    try {
      prepared.execute();
      throw new CompletionException("did not fail", new IllegalStateException());
    } catch (DatabaseException e) {
      return e;
    }
  }

  /**
   * INNODB_TRX does not show it: it does not change while it is read more than ten times a second.
   */
  private static void awaitLockWait(PrivateMariadb server) throws SQLException {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    String question =
        "SELECT variable_value FROM information_schema.global_status"
            + " WHERE variable_name = 'Innodb_row_lock_current_waits'";
    while (ids(server, question).equals(List.of(0L))) {
      assertThat(System.nanoTime()).as("nobody waits").isLessThan(deadline);
      Thread.onSpinWait();
    }
  }

  /** The pool itself checks only connections that were idle for half a second. */
  @Test
  void aPoolThatWasRenewedLendsNoneOfItsLostConnections() throws Exception {
    List<Long> spared = connections();
    Map<String, String> settings = schema.settings(schema.url());
    settings.put("session", "operation");
    settings.put("pool.connections", "2");
    try (Database pooled = Adapters.open(product.adapter(), settings);
        Session session = pooled.sessionForWorker()) {
      Prepared read = bound(session.prepare(READ), 1);
      assertThat(read.execute()).isEqualTo(1);
      killBusyPool(spared);
      renewPatiently(session);
      assertThat(read.execute()).isEqualTo(1);
    }
  }

  private void killBusyPool(List<Long> spared) throws SQLException {
    for (long id : connections()) {
      if (!spared.contains(id)) {
        kill(id);
      }
    }
  }

  private static void renewPatiently(Session session) throws DatabaseException {
    for (int attempt = 0; ; attempt++) {
      try {
        session.renew();
        return;
      } catch (DatabaseException e) {
        if (e.kind() != FailureKind.CONNECTION_LOST || attempt == 10) {
          throw e;
        }
      }
    }
  }

  /** On its own server: what only a server can suffer. */
  @Test
  void aServerWithoutRoomRefusesAndAKilledOneLosesWhatWasNotCommitted() throws Exception {
    try (PrivateMariadb server = Servers.requireOwnMariadb()) {
      MariadbSchema own = new MariadbSchema(server, product);
      try (Database open = own.open(own.url())) {
        Accounts.create(open);
        refuseTheEleventh(own);
        killInMidTransaction(server, open);
      }
      server.restart();
      try (Database open = own.open(own.url())) {
        assertThat(amount(open, 10)).isEqualTo(10);
        assertThat(amount(open, 20)).isEqualTo(Prepared.ABSENT);
        assertThat(amount(open, 30)).isEqualTo(Prepared.ABSENT);
      }
    }
  }

  private void refuseTheEleventh(MariadbSchema own) throws DatabaseException {
    own.execute("CREATE USER plain@'127.0.0.1' IDENTIFIED BY 'plain'");
    own.execute("GRANT ALL ON %s.* TO plain@'127.0.0.1'".formatted(own.name()));
    own.execute("SET GLOBAL max_connections = 10");
    Map<String, String> settings = own.settings(own.url());
    settings.put("user", "plain");
    settings.put("password", "plain");
    List<Session> sessions = new ArrayList<>();
    try (Database plain = Adapters.open(product.adapter(), settings)) {
      failure(
          FailureKind.TOO_MANY_CONNECTIONS,
          () -> {
            for (int i = 0; i < 11; i++) {
              sessions.add(plain.session());
            }
          });
      for (Session session : sessions) {
        session.close();
      }
    }
    own.execute("SET GLOBAL max_connections = 100");
  }

  private static void killInMidTransaction(PrivateMariadb server, Database open)
      throws DatabaseException {
    Session committed = open.session();
    Session executing = open.session();
    Session committing = open.session();
    begin(committed, 10).commit();
    begin(executing, 20);
    Prepared next = bound(executing.transaction().prepare(INCREMENT), 1);
    Transaction last = begin(committing, 30);
    Prepared read = bound(committed.prepare(READ), 10);
    server.kill();
    failure(FailureKind.CONNECTION_LOST, next::execute);
    failure(FailureKind.OUTCOME_UNKNOWN, last::commit);
    failure(FailureKind.CONNECTION_LOST, read::execute);
    failure(FailureKind.CONNECTION_LOST, open::session);
  }

  @Test
  void whatWaitsWhileAServerShutsDownIsNotDone() throws Exception {
    try (PrivateMariadb server = Servers.requireOwnMariadb()) {
      MariadbSchema own = new MariadbSchema(server, product);
      Database open = own.open(own.url());
      Accounts.create(open);
      Session holder = open.session();
      Session waiter = open.session();
      begin(holder, 10);
      Prepared wait = bound(waiter.transaction().prepare(INSERT), 10, 1);
      waiter.transaction().begin();
      CompletableFuture<DatabaseException> waiting =
          CompletableFuture.supplyAsync(() -> failureOf(wait));
      awaitLockWait(server);
      server.stop();
      assertThat(waiting.join().kind())
          .isIn(FailureKind.SERVER_SHUTDOWN, FailureKind.CONNECTION_LOST);
      waiter.close();
      holder.close();
      open.close();
    }
  }

  private static Transaction begin(Session session, long id) throws DatabaseException {
    Transaction transaction = session.transaction();
    Prepared insert = bound(transaction.prepare(INSERT), id, id);
    transaction.begin();
    insert.execute();
    return transaction;
  }
}
