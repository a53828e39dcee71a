package io.ibench.db.mysql;

import static io.ibench.db.jdbc.Accounts.INCREMENT;
import static io.ibench.db.jdbc.Accounts.INSERT;
import static io.ibench.db.jdbc.Accounts.amount;
import static io.ibench.db.jdbc.Accounts.bound;
import static io.ibench.db.jdbc.Accounts.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.ibench.config.Config;
import io.ibench.db.Adapter;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Prepared;
import io.ibench.db.Product;
import io.ibench.db.ServerSchema;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.db.Transaction;
import io.ibench.db.jdbc.Accounts;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.PrivateMariadb;
import io.ibench.testing.TcpProxy;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Transactions whose last statement also commits: in a block, and in a text as on MySQL, which
 * MariaDB executes as well.
 */
@ParameterizedClass(name = "{0} in a {1}")
@CsvSource({"MARIADB, block", "MYSQL, block", "MARIADB, text", "MYSQL, text"})
@NeedsServer
class MysqlTransactionsTest {

  private static final Command DELETE =
      new Command.Delete(Accounts.TABLE, List.of(Condition.of("id", Condition.Op.GE)), 0);

  /** A version of MySQL whose variables MariaDB has. */
  private static final String MYSQL_VERSION = "5.7.10";

  @Parameter(0)
  private Product product;

  @Parameter(1)
  private String form;

  private ServerSchema schema;
  private TcpProxy proxy;
  private Database database;

  @BeforeEach
  void open() throws DatabaseException {
    assumeFalse(PrivateMariadb.isMysql() && form.equals("block"), "MySQL has no such blocks");
    schema = ServerSchema.of(product);
    proxy = TcpProxy.to("127.0.0.1", schema.port());
    database = opened(schema.url(proxy.port()));
    Accounts.create(database);
  }

  private Database opened(String url) throws DatabaseException {
    return form.equals("block") || PrivateMariadb.isMysql() ? schema.open(url) : asMysql(url);
  }

  private Database asMysql(String url) throws DatabaseException {
    Adapter adapter = product == Product.MYSQL ? new MysqlAdapter() : new MariadbAdapter();
    MysqlConfig config = (MysqlConfig) adapter.bind(Config.of(schema.settings(url)));
    return new MysqlDatabase(
        new MysqlTarget(
            config.name(),
            config.settings(),
            config.storage(),
            config.batch(),
            config.pool(),
            MysqlDialect.of(MYSQL_VERSION).orElseThrow()));
  }

  @AfterEach
  void close() throws DatabaseException {
    if (database != null) {
      database.close();
      proxy.close();
      schema.close();
    }
  }

  @Test
  void theLastStatementCountsItsRowsAndCommitsInTheSameTrip() throws DatabaseException {
    try (Session session = database.session()) {
      Transaction transaction = session.transaction();
      Prepared first = transaction.prepare(INSERT);
      Prepared insert = transaction.prepareLast(INSERT);
      Prepared update = transaction.prepareLast(INCREMENT);
      Prepared delete = transaction.prepareLast(DELETE);
      for (long id = 10; id < 40; id += 10) {
        transaction.begin();
        bound(first, id, 0).execute();
        proxy.reset();
        assertThat(bound(insert, id + 1, 0).execute()).isEqualTo(1);
        assertThat(proxy.roundTrips()).isEqualTo(1);
        assertThat(amount(database, id)).isZero();
        assertThat(bound(update, id).execute()).isEqualTo(1);
        assertThat(amount(database, id)).isEqualTo(1);
        assertThat(bound(update, id + 5).execute()).isZero();
        assertThat(bound(delete, id).execute()).isEqualTo(2);
        assertThat(amount(database, id)).isEqualTo(Prepared.ABSENT);
      }
    }
  }

  @Test
  void aConnectionThatGoesLeavesALastStatementUnknown() throws DatabaseException {
    try (Session session = database.session()) {
      Transaction transaction = session.transaction();
      Prepared first = bound(transaction.prepare(INSERT), 7, 7);
      Prepared last = bound(transaction.prepareLast(INSERT), 8, 8);
      transaction.begin();
      first.execute();
      proxy.cut();
      failure(FailureKind.OUTCOME_UNKNOWN, last::execute);

      session.renew();
      transaction.begin();
      proxy.cut();
      failure(FailureKind.CONNECTION_LOST, first::execute);

      session.renew();
      transaction.begin();
      first.execute();
      assertThat(last.execute()).isEqualTo(1);
    }
    assertThat(amount(database, 7)).isEqualTo(7);
    assertThat(amount(database, 8)).isEqualTo(8);
  }

  @Test
  void aLastStatementThatWaitsTooLongForALockDoesNotCommitTheOthers() throws DatabaseException {
    try (Database impatient =
            opened(schema.url(proxy.port()) + "&sessionVariables=innodb_lock_wait_timeout=1");
        Session holder = database.session();
        Session waiter = impatient.session()) {
      Prepared hold = bound(holder.transaction().prepare(INCREMENT), 1);
      holder.transaction().begin();
      hold.execute();
      Prepared first = bound(waiter.transaction().prepare(INSERT), 5, 5);
      Prepared last = bound(waiter.transaction().prepareLast(INCREMENT), 1);
      waiter.transaction().begin();
      first.execute();
      failure(FailureKind.LOCK_TIMEOUT, last::execute);
      assertThat(amount(database, 5)).isEqualTo(Prepared.ABSENT);
      waiter.transaction().rollback();
      holder.transaction().rollback();
      waiter.transaction().begin();
      first.execute();
      last.execute();
    }
    assertThat(amount(database, 5)).isEqualTo(5);
    assertThat(amount(database, 1)).isEqualTo(1);
  }

  /** Any of them can also come after the commit. */
  @ParameterizedTest
  @ValueSource(ints = {1317, 1053, 1927, 1969})
  void aLastStatementThatIsInterruptedHasAnUnknownOutcome(int number) throws Exception {
    try (Connection administrator = schema.connect();
        Statement statement = administrator.createStatement()) {
      statement.execute(
          "CREATE TRIGGER interruption BEFORE INSERT ON accounts FOR EACH ROW"
              + " SIGNAL SQLSTATE '70100' SET MYSQL_ERRNO = "
              + number);
    }
    try (Session session = database.session()) {
      Prepared last = bound(session.transaction().prepareLast(INSERT), 5, 5);
      session.transaction().begin();
      failure(FailureKind.OUTCOME_UNKNOWN, last::execute);
    }
    assertThat(amount(database, 5)).isEqualTo(Prepared.ABSENT);
  }

  @Test
  void aLastStatementThatCannotBePreparedSaysWhy() throws DatabaseException {
    database.drop("accounts");
    try (Session session = database.session()) {
      failure(FailureKind.NOT_FOUND, () -> session.transaction().prepareLast(INSERT));
    }
    Accounts.create(database);
  }

  /** Its values would need quotes in a text. */
  @Test
  void aLastStatementWithAPayloadCommitsByItselfInATextOnly() throws DatabaseException {
    Table notes = Table.named("notes").key("id").bytes("note", 10);
    database.create(notes);
    byte[] hostile = "'; DROP --".getBytes(StandardCharsets.US_ASCII);
    try (Session session = database.session()) {
      Transaction transaction = session.transaction();
      Prepared insert = transaction.prepareLast(new Command.Insert(notes, notes.columnNames(), 1));
      insert.setLong(0, 1);
      insert.setBytes(1, hostile, hostile.length);
      transaction.begin();
      proxy.reset();
      assertThat(insert.execute()).isEqualTo(1);
      assertThat(proxy.roundTrips()).isEqualTo(form.equals("block") ? 1 : 2);
      Prepared read = session.prepare(Command.Select.of(notes, List.of("note"), List.of()));
      assertThat(read.execute()).isEqualTo(1);
      byte[] found = new byte[10];
      assertThat(read.getBytes(0, 0, found)).isEqualTo(hostile.length);
      assertThat(found).isEqualTo(hostile);
    }
  }

  @Test
  void theUrlCanKeepTheCommitATripOfItsOwnInATextOnly() throws DatabaseException {
    try (Database separate = opened(schema.url(proxy.port()) + "&allowMultiQueries=false");
        Session session = separate.session()) {
      Transaction transaction = session.transaction();
      Prepared last = bound(transaction.prepareLast(INCREMENT), 1);
      transaction.begin();
      proxy.reset();
      assertThat(last.execute()).isEqualTo(1);
      assertThat(proxy.roundTrips()).isEqualTo(form.equals("block") ? 1 : 2);
    }
    assertThat(amount(database, 1)).isEqualTo(1);
  }

  @Test
  void numbersOfAnySignAndSizeArriveInABlockAndInAText() throws DatabaseException {
    try (Session session = database.session()) {
      Transaction transaction = session.transaction();
      Prepared insert = transaction.prepareLast(INSERT);
      long[] values = {Long.MIN_VALUE, -1, 0, Long.MAX_VALUE};
      for (long value : values) {
        transaction.begin();
        assertThat(bound(insert, 1000 + (value & 7), value).execute()).isEqualTo(1);
        assertThat(amount(database, 1000 + (value & 7))).isEqualTo(value);
        database.execute("DELETE FROM accounts WHERE id >= 1000");
      }
    }
  }

  @Test
  void aDuplicateInTheLastStatementDoesNotCommitTheOthers() throws DatabaseException {
    try (Session session = database.session()) {
      Transaction transaction = session.transaction();
      Prepared first = bound(transaction.prepare(INSERT), 5, 5);
      Prepared last = bound(transaction.prepareLast(INSERT), 1, 1);
      transaction.begin();
      first.execute();
      failure(FailureKind.DUPLICATE_KEY, last::execute);
      assertThat(amount(database, 5)).isEqualTo(Prepared.ABSENT);
      transaction.rollback();
      assertThat(amount(database, 5)).isEqualTo(Prepared.ABSENT);
    }
  }
}
