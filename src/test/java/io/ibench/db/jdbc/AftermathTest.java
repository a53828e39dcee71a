package io.ibench.db.jdbc;

import static io.ibench.db.jdbc.Accounts.INSERT;
import static io.ibench.db.jdbc.Accounts.bound;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Adapters;
import io.ibench.db.Aftermath;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Prepared;
import io.ibench.db.Product;
import io.ibench.db.ServerSchema;
import io.ibench.db.Session;
import io.ibench.db.Transaction;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.TcpProxy;
import io.ibench.testing.TcpProxy.Break;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Connections that break while a server that has not noticed continues: the finding about an insert
 * stays true. The server commits only while a gate is open.
 */
@ParameterizedClass(name = "{0}")
@EnumSource(
    names = {
      "MARIADB",
      "MYSQL",
      "MYROCKS",
      "POOLED",
      "POOLED_MARIADB",
      "POSTGRES",
      "POOLED_POSTGRES"
    })
@Execution(ExecutionMode.CONCURRENT)
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@NeedsServer
class AftermathTest {

  @Parameter private Product product;

  private ServerSchema schema;
  private Connection watch;
  private TcpProxy proxy;
  private Database database;
  private Session session;
  private long lastId = 100;

  /** One connection in a pool: others would open while bytes are counted. */
  @BeforeEach
  void open() throws Exception {
    schema = ServerSchema.of(product);
    watch = schema.connect();
    proxy = TcpProxy.to("127.0.0.1", schema.port());
    String url = schema.url(proxy.port());
    Map<String, String> settings =
        schema.settings(product.isPostgres() ? url + "&ApplicationName=" + watch.getSchema() : url);
    if (product.isPooled()) {
      settings.put("pool.connections", "1");
    }
    database = Adapters.open(product.adapter(), settings);
    Accounts.create(database);
    for (String statement : product.isPostgres() ? postgresGate() : mariadbGate()) {
      ask(statement);
    }
    session = database.sessionForWorker();
  }

  private String[] mariadbGate() throws SQLException {
    return new String[] {
      "CREATE TRIGGER gate BEFORE INSERT ON accounts FOR EACH ROW BEGIN"
          + " DECLARE passed INT; SET passed = GET_LOCK('%1$s', 3600);".formatted(gate())
          + " SET passed = RELEASE_LOCK('%1$s'); END".formatted(gate())
    };
  }

  /** Entered by the commit. */
  private String[] postgresGate() throws SQLException {
    return new String[] {
      "CREATE FUNCTION pass() RETURNS trigger LANGUAGE plpgsql AS"
          + " 'BEGIN PERFORM pg_advisory_xact_lock_shared(%s); RETURN NULL; END'".formatted(gate()),
      "CREATE CONSTRAINT TRIGGER gate AFTER INSERT ON accounts DEFERRABLE INITIALLY DEFERRED"
          + " FOR EACH ROW EXECUTE FUNCTION pass()"
    };
  }

  private String gate() throws SQLException {
    return product.isPostgres()
        ? Integer.toString(watch.getSchema().hashCode())
        : watch.getCatalog();
  }

  @AfterEach
  void close() throws Exception {
    if (database != null) {
      session.close();
      database.close();
      proxy.close();
      watch.close();
      schema.close();
    }
  }

  /** The first number of the answer; 0 if it has no row. */
  private long ask(String question) throws SQLException {
    try (var statement = watch.createStatement()) {
      if (!statement.execute(question)) {
        return 0;
      }
      try (var rows = statement.getResultSet()) {
        return rows.next() ? rows.getLong(1) : 0;
      }
    }
  }

  private void closeGate() throws SQLException {
    ask(
        (product.isPostgres()
                ? "SELECT count(*) FROM pg_advisory_lock(%s)"
                : "SELECT GET_LOCK('%s', 3600)")
            .formatted(gate()));
  }

  private void openGate() throws SQLException {
    ask(
        (product.isPostgres() ? "SELECT pg_advisory_unlock(%s)::int" : "SELECT RELEASE_LOCK('%s')")
            .formatted(gate()));
  }

  private void awaitAtGate() throws SQLException {
    String waiting =
        product.isPostgres()
            ? "SELECT count(*) FROM pg_stat_activity WHERE state = 'active'"
                + " AND application_name = current_schema() AND wait_event = 'advisory'"
            : "SELECT count(*) FROM information_schema.processlist"
                + " WHERE db = DATABASE() AND state = 'User lock'";
    while (ask(waiting) == 0) {
      Thread.onSpinWait();
    }
  }

  private void awaitIdle() throws SQLException {
    String busy =
        product.isPostgres()
            ? "SELECT count(*) FROM pg_stat_activity WHERE state = 'active'"
                + " AND application_name = current_schema()"
            : "SELECT count(*) FROM information_schema.processlist"
                + " WHERE db = DATABASE() AND command <> 'Sleep' AND id <> CONNECTION_ID()";
    while (ask(busy) > 0) {
      Thread.onSpinWait();
    }
  }

  private void awaitAftermath(Aftermath aftermath) throws DatabaseException {
    while (true) {
      Aftermath.State state = aftermath.look();
      assertThat(state).isNotEqualTo(Aftermath.State.UNSEEN);
      if (state == Aftermath.State.OVER) {
        return;
      }
    }
  }

  private long rows(long id) throws SQLException {
    return ask("SELECT count(*) FROM accounts WHERE id = " + id);
  }

  /** What is executed, and where its connection breaks. */
  private interface Change {
    void execute(long id) throws DatabaseException;
  }

  private interface Breaking {
    void at(long bytes, Break how);
  }

  /**
   * Executes it while its connection breaks at this byte; returns whether the outcome is unknown.
   */
  private boolean broken(Change change, Breaking breaking, long bytes, Break how)
      throws DatabaseException {
    if (session.isBorrowing()) {
      session.borrow();
    }
    change.execute(++lastId);
    try {
      breaking.at(bytes, how);
      change.execute(++lastId);
      return false;
    } catch (DatabaseException e) {
      assertThat(e.kind()).isIn(FailureKind.OUTCOME_UNKNOWN, FailureKind.CONNECTION_LOST);
      return true;
    } finally {
      session.giveBack();
    }
  }

  /** Of the second execution on a connection, when everything is prepared. */
  private long[] bytes(Change change) throws DatabaseException {
    if (session.isBorrowing()) {
      session.borrow();
    }
    change.execute(++lastId);
    proxy.reset();
    change.execute(++lastId);
    long[] bytes = {proxy.bytesToServer(), proxy.bytesToClient()};
    session.giveBack();
    return bytes;
  }

  /** A row that was found does not disappear, and a row that was missing does not appear. */
  private void requestsBreakAnywhere(Change change, long last) throws Exception {
    for (Break how : Break.values()) {
      // A pool has no part in what the server makes of half a request.
      long step = product.isPooled() ? 7 : 1;
      for (long bytes = last; bytes >= 1; bytes -= step) {
        boolean whole = bytes == last;
        change.execute(++lastId);
        breakRequest(change, bytes, how, whole);
      }
    }
  }

  private void breakRequest(Change change, long bytes, Break how, boolean whole) throws Exception {
    boolean failed =
        broken(
            change,
            (count, kind) -> {
              closeGateUnchecked();
              proxy.reset();
              proxy.breakAfterRequestBytes(count, kind);
            },
            bytes,
            how);
    assertThat(failed).isTrue();
    // A driver may first send the end of statements that were garbage: then the request is longer
    // than usual, its end is cut off, and the server never reaches the gate.
    if (whole && proxy.bytesToServer() == bytes) {
      awaitAtGate();
    }
    Aftermath aftermath = session.aftermath();
    session.renew();
    awaitAftermath(aftermath);
    long found = rows(lastId);
    openGate();
    awaitIdle();
    assertThat(rows(lastId)).as("%s after %d bytes", how, bytes).isEqualTo(found);
  }

  private void closeGateUnchecked() {
    try {
      closeGate();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Of an insert that commits by itself, and of a transaction where the gate is in the commit.
   * MariaDB's gate is before it, and a commit that the server never received is not made.
   */
  @Test
  void whatIsFoundOutAboutAnInsertStaysSo() throws Exception {
    Prepared insert = session.prepare(INSERT);
    List<Change> changes = new ArrayList<>(List.of(id -> bound(insert, id, 0).execute()));
    if (product.isPostgres()) {
      Transaction transaction = session.transaction();
      Prepared last = transaction.prepareLast(INSERT);
      changes.add(
          id -> {
            transaction.begin();
            bound(last, id, 0).execute();
          });
    }
    // Before any connection breaks: the goodbye of a broken connection is in no count.
    List<Long> bytes = new ArrayList<>();
    for (Change change : changes) {
      bytes.add(bytes(change)[0]);
    }
    for (int i = 0; i < changes.size(); i++) {
      requestsBreakAnywhere(changes.get(i), bytes.get(i));
    }
  }

  @Test
  void anInsertIsThereWhereverItsAnswerBreaks() throws Exception {
    Prepared insert = session.prepare(INSERT);
    Change change = id -> bound(insert, id, 0).execute();
    long all = bytes(change)[1];
    for (Break how : Break.values()) {
      for (long bytes = 0; bytes < all; bytes++) {
        assertThat(broken(change, proxy::breakAfterAnswerBytes, bytes, how)).isTrue();
        Aftermath aftermath = session.aftermath();
        session.renew();
        awaitAftermath(aftermath);
        assertThat(rows(lastId)).as("%s after %d bytes", how, bytes).isEqualTo(1);
      }
    }
  }

  @Test
  void onlyTheLostSessionIsEnded() throws Exception {
    try (Session other = product.isPooled() ? database.session() : database.sessionForWorker()) {
      Prepared insert = session.prepare(INSERT);
      Prepared spared = other.prepare(INSERT);
      breakRequest(id -> bound(insert, id, 0).execute(), 10, Break.RESET, false);
      assertThat(bound(spared, ++lastId, 0).execute()).isEqualTo(1);
    }
  }
}
