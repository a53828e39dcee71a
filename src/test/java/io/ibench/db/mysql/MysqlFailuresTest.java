package io.ibench.db.mysql;

import static io.ibench.db.jdbc.Accounts.INCREMENT;
import static io.ibench.db.jdbc.Accounts.INSERT;
import static io.ibench.db.jdbc.Accounts.amount;
import static io.ibench.db.jdbc.Accounts.bound;
import static io.ibench.db.jdbc.Accounts.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.ibench.db.Adapters;
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
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Failures of a real server, each provoked and classified, as each driver reports them. Some change
 * global variables, so the server is the test's own.
 */
@ParameterizedClass(name = "{0}")
@EnumSource(names = {"MARIADB", "MYSQL"})
@NeedsServer
class MysqlFailuresTest {

  private static final String LIMITED = "limited";
  private static final String LIMITED_PASSWORD = "pass-word-of-limited";

  private static PrivateMariadb server;

  @Parameter private Product product;

  private MariadbSchema schema;
  private Database database;

  @BeforeAll
  static void start() {
    server = Servers.requireOwnMariadb();
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  @BeforeEach
  void open() throws DatabaseException {
    schema = new MariadbSchema(server, product);
    database = schema.open(schema.url());
    Accounts.create(database);
  }

  @AfterEach
  void close() throws DatabaseException {
    if (database != null) {
      database.close();
      schema.close();
    }
  }

  /** Opens the same database with a variable set in every session. */
  private Database with(String variable) throws DatabaseException {
    return schema.open(schema.url() + "&sessionVariables=" + variable);
  }

  /** Transactions of two sessions that lock the same two rows in opposite order. */
  private static final class Taker {
    final Transaction transaction;
    final Prepared first;
    final Prepared second;

    Taker(Session session, long firstId, long secondId) throws DatabaseException {
      transaction = session.transaction();
      first = bound(transaction.prepare(INCREMENT), firstId);
      second = bound(transaction.prepareLast(INCREMENT), secondId);
    }

    /** Locks the second row and commits, or returns the reason why not. */
    Optional<DatabaseException> finish() {
      try {
        second.execute();
        return Optional.empty();
      } catch (DatabaseException e) {
        rollback();
        return Optional.of(e);
      }
    }

    private void rollback() {
      try {
        transaction.rollback();
      } catch (DatabaseException e) {
        throw new CompletionException(e);
      }
    }

    void begin() throws DatabaseException {
      transaction.begin();
      first.execute();
    }
  }

  @Test
  void deadlockLeavesOneVictimWhichSucceedsWhenRepeated() throws DatabaseException {
    try (Session one = database.session();
        Session two = database.session()) {
      Taker a = new Taker(one, 1, 2);
      Taker b = new Taker(two, 2, 1);
      a.begin();
      b.begin();
      CompletableFuture<Optional<DatabaseException>> other =
          CompletableFuture.supplyAsync(a::finish);
      Optional<DatabaseException> ofB = b.finish();
      Optional<DatabaseException> ofA = other.join();
      assertThat(ofA.isPresent()).isNotEqualTo(ofB.isPresent());
      assertThat(ofA.or(() -> ofB).orElseThrow().kind()).isEqualTo(FailureKind.DEADLOCK);
      assertThat(amount(database, 1)).isEqualTo(1);
      Taker victim = ofA.isPresent() ? a : b;
      victim.begin();
      assertThat(victim.finish()).isEmpty();
    }
    assertThat(amount(database, 1)).isEqualTo(2);
    assertThat(amount(database, 2)).isEqualTo(2);
  }

  @Test
  void waitingTooLongForALockIsALockTimeout() throws DatabaseException {
    assertThat(failureOfWaiting("innodb_lock_wait_timeout=1", FailureKind.LOCK_TIMEOUT)).isZero();
  }

  /** Statements that need not wait are over by then, however slow the disk is. */
  @Test
  void aStatementThatTakesTooLongIsATimeout() throws DatabaseException {
    assumeFalse(PrivateMariadb.isMysql(), "MySQL limits the time of SELECT alone");
    assertThat(failureOfWaiting("max_statement_time=3", FailureKind.TIMEOUT)).isZero();
  }

  /** The amount after an update waited in vain for a row that another transaction has locked. */
  private long failureOfWaiting(String variable, FailureKind kind) throws DatabaseException {
    try (Database impatient = with(variable);
        Session holder = database.session();
        Session waiter = impatient.session()) {
      Prepared hold = bound(holder.transaction().prepare(INCREMENT), 1);
      holder.transaction().begin();
      hold.execute();
      Prepared wait = bound(waiter.prepare(INCREMENT), 1);
      failure(kind, wait::execute);
      holder.transaction().rollback();
      long before = amount(database, 1);
      assertThat(wait.execute()).isEqualTo(1);
      return before;
    }
  }

  @Test
  void aKeyThatExistsIsADuplicate() throws DatabaseException {
    try (Session session = database.session()) {
      failure(FailureKind.DUPLICATE_KEY, bound(session.prepare(INSERT), 1, 5)::execute);
    }
  }

  @Test
  void aFullTableIsADiskThatIsFull() throws DatabaseException {
    Map<String, String> settings =
        schema.settings(schema.url() + "&sessionVariables=max_heap_table_size=16384");
    settings.put("engine", "MEMORY");
    database.drop("accounts");
    try (Database small = Adapters.open(product.adapter(), settings)) {
      Accounts.create(small);
      try (Session session = small.session()) {
        Prepared insert = session.prepare(INSERT);
        failure(
            FailureKind.DISK_FULL,
            () -> {
              for (long id = 10; id < 100_000; id++) {
                bound(insert, id, 0).execute();
              }
            });
      }
    }
  }

  /** A server that ends seldom has the time to report it; here it reports it on request. */
  @Test
  void aServerThatSaysThatItShutsDownIsShuttingDown() throws DatabaseException {
    assertThat(failureOfInsertThatSignals("08S01", 1053).kind())
        .isEqualTo(FailureKind.SERVER_SHUTDOWN);
  }

  @Test
  void whatHasNoKindOfItsOwnIsFatal() throws DatabaseException {
    assertThat(failureOfInsertThatSignals("45000", 1644).kind()).isEqualTo(FailureKind.FATAL);
  }

  /** The connection stays open: to lose it ten times would end the operation. */
  @Test
  void aGaleraNodeThatIsNotReadyRefusesItsService() throws DatabaseException {
    assertThat(
            failureOfInsertThatSignals(
                    "08S01", 1047, "WSREP has not yet prepared node for application use")
                .kind())
        .isEqualTo(FailureKind.READ_ONLY);
  }

  @Test
  void anUnknownCommandIsNoSuchNode() throws DatabaseException {
    assertThat(failureOfInsertThatSignals("08S01", 1047, "Unknown command").kind())
        .isNotEqualTo(FailureKind.READ_ONLY);
  }

  /** The others may have got the transaction, and go on without this node. */
  @Test
  void aGaleraNodeThatLosesTheOthersInACommitLeavesTheOutcomeUnknown() throws DatabaseException {
    assertThat(
            failureOfInsertThatSignals(
                    "HY000",
                    1180,
                    "Error while appending streaming replication fragment"
                        + "(provider status: Not connected to Primary Component)")
                .kind())
        .isEqualTo(FailureKind.OUTCOME_UNKNOWN);
  }

  @Test
  void anotherErrorDuringACommitIsFatal() throws DatabaseException {
    assertThat(failureOfInsertThatSignals("HY000", 1180, "Got error 28 during COMMIT").kind())
        .isEqualTo(FailureKind.FATAL);
  }

  private DatabaseException failureOfInsertThatSignals(String state, int number)
      throws DatabaseException {
    return failureOfInsertThatSignals(state, number, "refused");
  }

  private DatabaseException failureOfInsertThatSignals(String state, int number, String text)
      throws DatabaseException {
    schema.execute(
        "CREATE TRIGGER refusal BEFORE INSERT ON accounts FOR EACH ROW"
            + " SIGNAL SQLSTATE '%s' SET MYSQL_ERRNO = %d, MESSAGE_TEXT = '%s'"
                .formatted(state, number, text));
    try (Session session = database.session()) {
      Prepared insert = bound(session.prepare(INSERT), 5, 5);
      return assertThatExceptionOfType(DatabaseException.class)
          .isThrownBy(insert::execute)
          .actual();
    }
  }

  /** The server counts the statements of all its connections. */
  @Test
  void tooManyPreparedStatementsAreTooManyConnectionsAndSaidWhy() throws DatabaseException {
    try (Session session = database.session()) {
      schema.execute("SET GLOBAL max_prepared_stmt_count = 0");
      try {
        DatabaseException full =
            failure(FailureKind.TOO_MANY_CONNECTIONS, () -> session.prepare(INSERT));
        assertThat(full).hasMessageContaining("raise the server's max_prepared_stmt_count");
      } finally {
        schema.execute("SET GLOBAL max_prepared_stmt_count = DEFAULT");
      }
      assertThat(bound(session.prepare(INSERT), 5, 5).execute()).isEqualTo(1);
    }
  }

  private Map<String, String> limitedUser(String privileges) {
    schema.createUser(LIMITED + "@'127.0.0.1'", LIMITED_PASSWORD);
    schema.execute(
        "GRANT %s ON %s.* TO %s@'127.0.0.1'".formatted(privileges, schema.name(), LIMITED));
    Map<String, String> settings = new HashMap<>(schema.settings(schema.url()));
    settings.put("user", LIMITED);
    settings.put("password", LIMITED_PASSWORD);
    return settings;
  }

  @Test
  void aUserWithoutThePrivilegeIsDenied() throws DatabaseException {
    try (Database readers = Adapters.open(product.adapter(), limitedUser("SELECT"));
        Session session = readers.session()) {
      failure(FailureKind.DENIED, () -> bound(session.prepare(INSERT), 5, 5).execute());
      failure(FailureKind.DENIED, () -> readers.drop("accounts"));
      assertThat(amount(readers, 1)).isZero();
    }
  }

  @Test
  void aWrongPasswordIsDeniedAndNotRepeated() {
    Map<String, String> settings = limitedUser("SELECT");
    settings.put("password", "not-the-password");
    DatabaseException denied =
        failure(FailureKind.DENIED, () -> Adapters.open(product.adapter(), settings).close());
    assertThat(wholeText(denied)).doesNotContain("not-the-password");
  }

  @Test
  void noPasswordIsInWhatAServerThatIsNotThereCauses() {
    Map<String, String> settings = new HashMap<>();
    settings.put("url", "jdbc:" + product.adapter() + "://127.0.0.1:1/ibench");
    settings.put("user", "somebody");
    settings.put("password", "not-to-be-seen");
    DatabaseException lost =
        failure(
            FailureKind.CONNECTION_LOST, () -> Adapters.open(product.adapter(), settings).close());
    assertThat(wholeText(lost)).doesNotContain("not-to-be-seen");
  }

  @Test
  void noPasswordIsInTheDescription() {
    assertThat(database.description().toString() + database.location())
        .doesNotContain(schema.settings(schema.url()).get("password"));
  }

  private static String wholeText(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  @Test
  void anUnknownDatabaseIsNotFound() {
    String url = schema.url().replace(schema.name(), "never_created");
    failure(FailureKind.NOT_FOUND, () -> schema.open(url).close());
  }

  @Test
  void aTableDroppedMeanwhileIsNotFound() throws DatabaseException {
    try (Session session = database.session()) {
      Prepared read = bound(session.prepare(Accounts.READ), 1);
      assertThat(read.execute()).isEqualTo(1);
      database.drop("accounts");
      failure(FailureKind.NOT_FOUND, read::execute);
    }
  }

  @Test
  void aServerThatOnlyReadsIsReadOnly() throws DatabaseException {
    try (Database writers = Adapters.open(product.adapter(), limitedUser("ALL"));
        Session session = writers.session()) {
      Prepared insert = bound(session.prepare(INSERT), 5, 5);
      schema.execute("SET GLOBAL read_only = 1");
      try {
        failure(FailureKind.READ_ONLY, insert::execute);
      } finally {
        schema.execute("SET GLOBAL read_only = 0");
      }
      assertThat(insert.execute()).isEqualTo(1);
    }
  }

  @Test
  void theAdapterCommitsEachStatementWhateverTheSessionVariables() throws DatabaseException {
    for (String option : List.of("&sessionVariables=autocommit=0", "&autocommit=false")) {
      try (Database manual = schema.open(schema.url() + option);
          Session session = manual.session()) {
        assertThat(bound(session.prepare(INCREMENT), 1).execute()).isEqualTo(1);
      }
    }
    assertThat(amount(database, 1)).isEqualTo(2);
  }
}
