package io.ibench.db.mysql;

import static io.ibench.db.jdbc.Accounts.INCREMENT;
import static io.ibench.db.jdbc.Accounts.amount;
import static io.ibench.db.jdbc.Accounts.bound;
import static io.ibench.db.jdbc.Accounts.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ibench.db.Adapters;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Transaction;
import io.ibench.db.jdbc.Accounts;
import io.ibench.db.jdbc.ConnectionSettings;
import io.ibench.db.jdbc.DriverUrl;
import io.ibench.db.jdbc.Tls;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Also on two real nodes: {@code src/test/engines/with-galera bin/test -Dtest=GaleraNodeTest}. */
class GaleraNodeTest {

  private static final String URLS = "GALERA_URLS";

  private static final int NOT_READY = 1047;

  /** Ends a transaction that has changed the first account. */
  private interface End {
    void commit() throws DatabaseException;
  }

  private interface Ending {
    End of(Transaction transaction) throws DatabaseException;
  }

  @Test
  void aNodeSaysSoAndHowManyThereAre() {
    GaleraNode node = GaleraNode.of(Map.of("wsrep_on", "ON", "auto_increment_increment", "3"), "3");
    assertThat(node.durability()).isEqualTo(", Galera cluster of 3");
    assertThat(node.settings())
        .containsExactly(
            Map.entry("wsrep_on", "ON"),
            Map.entry("wsrep_cluster_size", "3"),
            Map.entry("auto_increment_increment", "3"));
  }

  @Test
  void aServerThatCouldBeANodeIsNone() {
    GaleraNode none = GaleraNode.of(Map.of("wsrep_on", "OFF", "auto_increment_increment", "1"), "");
    assertThat(none.settings()).isEmpty();
    assertThat(none.durability()).isEmpty();
  }

  @Test
  void aServerThatKnowsNoGaleraIsNone() {
    assertThat(GaleraNode.of(Map.of("auto_increment_increment", "1"), "").settings()).isEmpty();
  }

  /** It refuses the rollback before the close as well. */
  @Test
  void aNodeThatIsNotReadyClosesASession() {
    ConnectionSettings settings =
        new ConnectionSettings(
            new MariadbConnector(),
            DriverUrl.of("jdbc:mariadb://127.0.0.1/ibench"),
            "root",
            "",
            new Tls(Tls.Mode.DISABLE, "", "", "", ""),
            "");
    SQLException refusal =
        new SQLException("WSREP has not yet prepared node for application use", "08S01", NOT_READY);
    MysqlFailures failures = new MysqlFailures(settings);
    assertThat(failures.of(refusal).kind()).isEqualTo(FailureKind.READ_ONLY);
    assertThatNoException().isThrownBy(() -> failures.ofClose(refusal));
  }

  private static Database node(int number) throws DatabaseException {
    String urls = System.getenv(URLS);
    assumeTrue(urls != null, URLS + " names no nodes");
    return Adapters.open("mariadb", Map.of("url", urls.split(" ")[number], "user", "root"));
  }

  @Test
  void aRealNodeIsDescribed() throws DatabaseException {
    try (Database one = node(0)) {
      assertThat(one.description().settings()).containsEntry("wsrep_cluster_size", "2");
      assertThat(one.description().durability()).endsWith(", Galera cluster of 2");
    }
  }

  /** The nodes do not wait for each other's locks: the one that commits later has lost. */
  @Test
  void ofTwoTransactionsOnTwoRealNodesOneSucceedsAndTheOtherIsRepeated() throws DatabaseException {
    loses(transaction -> transaction::commit);
  }

  @Test
  void soItIsWithACommitThatTravelsWithTheLastStatement() throws DatabaseException {
    loses(
        transaction -> {
          Prepared last = bound(transaction.prepareLast(INCREMENT), 2);
          return last::execute;
        });
  }

  /** A transaction that has lost hears it once, when the statement is prepared. */
  @Test
  void soItIsWithALastStatementThatIsPreparedInTheTransaction() throws DatabaseException {
    loses(transaction -> () -> bound(transaction.prepareLast(INCREMENT), 2).execute());
  }

  private static void loses(Ending ending) throws DatabaseException {
    try (Database one = node(0);
        Database two = node(1)) {
      Accounts.create(one);
      try (Session early = one.session();
          Session late = two.session()) {
        Transaction first = early.transaction();
        Transaction second = late.transaction();
        End ofFirst = ending.of(first);
        End ofSecond = ending.of(second);
        increment(first);
        increment(second);
        ofFirst.commit();
        failure(FailureKind.DEADLOCK, ofSecond::commit);
        second.rollback();
        increment(second);
        ofSecond.commit();
        assertThat(amount(two, 1)).isEqualTo(2);
      } finally {
        one.drop(Accounts.TABLE.name());
      }
    }
  }

  private static void increment(Transaction transaction) throws DatabaseException {
    Prepared increment = bound(transaction.prepare(INCREMENT), 1);
    transaction.begin();
    increment.execute();
  }
}
