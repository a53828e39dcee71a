package io.ibench.workload.linkbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Adapters;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.OwnServer;
import io.ibench.db.Product;
import io.ibench.engine.Engine;
import io.ibench.engine.OutageKind;
import io.ibench.engine.OutageSettings;
import io.ibench.engine.RunControl;
import io.ibench.engine.RunSettings;
import io.ibench.engine.StallSettings;
import io.ibench.measure.Clock;
import io.ibench.measure.Outage;
import io.ibench.measure.RunListener;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.StartsProcess;
import io.ibench.testing.TcpProxy;
import io.ibench.workload.Disturbance;
import io.ibench.workload.Plan;
import io.ibench.workload.internal.RegisteredDataset;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A whole run on a server that is read-only, full or silent for a while. */
@Timeout(300)
@NeedsServer
@StartsProcess
class OutageKindsTest {

  private static final int THREADS = 4;
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final int INTERVAL_MILLIS = 20;

  /** A user without the rights of administrators, which read-only servers and full ones ignore. */
  private static final String USER = "plain";

  private static final Map<String, String> SETTINGS =
      Map.of(
          "steps", "create, load, index, request, verify",
          "linkbench.maxid1", "1001",
          "load.rows_per_commit", "50",
          "load.threads", Integer.toString(THREADS),
          "request.threads", Integer.toString(THREADS),
          "request.operations", "4000");

  private final Map<String, StepResult> results = new LinkedHashMap<>();

  /** With a server that is slow, but never silent. */
  private void run(OwnServer own, Product product, RunListener listener) throws Exception {
    run(own, product, own.schema().url(), listener, 120 * SECOND);
  }

  /**
   * @param silent connections without an answer for so long are broken off, and what they did is
   *     lost
   */
  private void run(OwnServer own, Product product, String url, RunListener listener, long silent)
      throws Exception {
    RunSettings settings =
        new RunSettings(
            LinkBenchRun.SEED,
            INTERVAL_MILLIS * MILLI,
            SECOND,
            3600 * SECOND,
            100,
            MILLI,
            0,
            120 * SECOND,
            OptionalLong.empty(),
            new StallSettings(5 * SECOND, 20),
            new OutageSettings(
                Set.of(OutageKind.LOST, OutageKind.READ_ONLY, OutageKind.TOO_MANY_CONNECTIONS),
                silent));
    Plan plan = LinkBenchRun.plan(SETTINGS);
    Map<String, String> target = new HashMap<>(own.schema().settings(url));
    target.put("user", USER);
    target.put("password", USER);
    try (Database database = open(product, target)) {
      RegisteredDataset dataset = RegisteredDataset.read(plan, database, "linkbench", "a run");
      dataset.admit(Set.of());
      Engine engine =
          new Engine(
              Clock.system(),
              settings,
              listener,
              new RunControl(Clock.system()),
              List.of(),
              List.of());
      for (StepResult result : engine.run(plan, database, dataset)) {
        results.put(result.step().name(), result);
      }
    }
  }

  private static Database open(Product product, Map<String, String> target)
      throws DatabaseException {
    return Adapters.open(product.adapter(), target);
  }

  private static void createUser(OwnServer own, Product product) throws SQLException {
    if (product.isPostgres()) {
      execute(
          own,
          "CREATE ROLE " + USER + " LOGIN PASSWORD '" + USER + "'",
          "DO $$ BEGIN EXECUTE format('GRANT ALL ON SCHEMA %I TO plain', current_schema()); END $$");
    } else {
      execute(
          own,
          "CREATE USER " + USER + "@'127.0.0.1' IDENTIFIED BY '" + USER + "'",
          "GRANT ALL PRIVILEGES ON *.* TO " + USER + "@'127.0.0.1'",
          "REVOKE READ_ONLY ADMIN, SUPER, CONNECTION ADMIN ON *.* FROM " + USER + "@'127.0.0.1'");
    }
  }

  private static void execute(OwnServer own, String... statements) {
    try (Connection connection = own.schema().connect();
        var statement = connection.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(String.join("; ", statements), e);
    }
  }

  /** All work was done, nothing failed but what nobody can know, and the graph is as booked. */
  private StepResult assertSurvived() {
    assertThat(results.values())
        .allSatisfy(result -> assertThat(result.failure()).as(result.step().name()).isEmpty())
        .allSatisfy(result -> assertThat(result.problems()).as(result.step().name()).isEmpty());
    assertThat(results).containsOnlyKeys("create", "load", "index", "request", "verify");
    StepResult request = results.get("request");
    assertThat(request.whole().successes() + request.whole().failures()).isEqualTo(4000);
    assertThat(request.whole().failures()).isEqualTo(request.whole().outages().operationsLost());
    return request;
  }

  private static void setReadOnly(OwnServer own, Product product, boolean on) {
    if (product.isPostgres()) {
      execute(
          own,
          "SET default_transaction_read_only = off",
          "ALTER SYSTEM SET default_transaction_read_only = " + (on ? "on" : "off"),
          "SELECT pg_reload_conf()");
    } else {
      execute(own, "SET GLOBAL read_only = " + (on ? 1 : 0));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Product.class,
      names = {"MARIADB", "MYSQL", "POOLED_MARIADB", "POSTGRES", "POOLED_POSTGRES"})
  void aReadOnlyServerIsWaitedFor(Product product) throws Exception {
    try (OwnServer own = OwnServer.of(product)) {
      createUser(own, product);
      Disturbance readOnly =
          new Disturbance(
              "request",
              () -> setReadOnly(own, product, true),
              50,
              () -> setReadOnly(own, product, false));
      run(own, product, readOnly);
      StepResult request = assertSurvived();
      assertThat(request.whole().failures()).isZero();
      assertThat(request.whole().outages().first()).extracting(Outage::kind).contains("read_only");
      assertThat(request.whole().outages().nanos()).isGreaterThan(SECOND / 2);
    }
  }

  /** A server without connections for {@link #USER}. */
  private static final class FullServer implements AutoCloseable {

    private static final String REFUSED =
        "SHOW GLOBAL STATUS LIKE 'Connection_errors_max_connections'";
    private static final int MARIADBS_LEAST = 10;

    private final boolean postgres;
    private final Connection administrator;
    private final List<Connection> taken = new ArrayList<>();

    FullServer(OwnServer own, Product product) throws SQLException {
      postgres = product.isPostgres();
      administrator = own.schema().connect();
      for (int i = 0; i < MARIADBS_LEAST && !postgres; i++) {
        taken.add(own.schema().connect());
      }
    }

    private void execute(String statement) {
      try (var administrators = administrator.createStatement()) {
        administrators.execute(statement);
      } catch (SQLException e) {
        throw new IllegalStateException(statement, e);
      }
    }

    void refuse() {
      execute(
          postgres
              ? "ALTER ROLE " + USER + " CONNECTION LIMIT 0"
              : "SET GLOBAL max_connections = " + MARIADBS_LEAST);
    }

    void refuseAndEndSessions() {
      refuse();
      execute(
          postgres
              ? "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '"
                  + USER
                  + "'"
              : "KILL USER " + USER + "@'127.0.0.1'");
    }

    void accept() {
      execute(
          postgres
              ? "ALTER ROLE " + USER + " CONNECTION LIMIT -1"
              : "SET GLOBAL max_connections = 500");
    }

    /** Accepts connections again after it has refused some. */
    void acceptAfterRefusals() {
      Thread thread =
          new Thread(
              () -> {
                try (var question = administrator.createStatement()) {
                  long refused = 0;
                  while (refused < 5) {
                    try (var answer = question.executeQuery(REFUSED)) {
                      answer.next();
                      refused = answer.getLong(2);
                    }
                  }
                } catch (SQLException e) {
                  throw new IllegalStateException(e);
                }
                accept();
              });
      thread.setDaemon(true);
      thread.start();
    }

    @Override
    public void close() throws SQLException {
      for (Connection each : taken) {
        each.close();
      }
      administrator.close();
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Product.class,
      names = {"MARIADB", "POOLED_MARIADB", "POSTGRES", "POOLED_POSTGRES"})
  void aServerThatEndsSessionsAndAcceptsNoOthersIsWaitedFor(Product product) throws Exception {
    try (OwnServer own = OwnServer.of(product);
        FullServer full = new FullServer(own, product)) {
      createUser(own, product);
      run(own, product, new Disturbance("request", full::refuseAndEndSessions, 25, full::accept));
      StepResult request = assertSurvived();
      assertThat(request.whole().outages().nanos()).isGreaterThan(SECOND / 4);
    }
  }

  @Test
  void aStepBeginsWhenTheServerHasConnectionsForIt() throws Exception {
    try (OwnServer own = OwnServer.of(Product.MARIADB);
        FullServer full = new FullServer(own, Product.MARIADB)) {
      createUser(own, Product.MARIADB);
      run(
          own,
          Product.MARIADB,
          new RunListener() {
            @Override
            public void interval(StepStart step, Snapshot snapshot) {}

            @Override
            public void stepEnded(StepResult result) {
              if (result.step().name().equals("index")) {
                full.refuse();
                full.acceptAfterRefusals();
              }
            }
          });
      assertSurvived();
    }
  }

  private static void signal(OwnServer own, String name) {
    ProcessHandle server = ProcessHandle.of(own.server().pid()).orElseThrow();
    try {
      assertThat(kill(name, server)).isZero();
      for (ProcessHandle process : server.descendants().toList()) {
        kill(name, process); // it may have ended meanwhile
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static int kill(String signal, ProcessHandle process)
      throws IOException, InterruptedException {
    return new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
  }

  private StepResult assertBrokenOff() {
    StepResult request = assertSurvived();
    assertThat(request.whole().outages().count()).isPositive();
    assertThat(request.whole().outages().first())
        .anyMatch(outage -> outage.cause().contains("no answer for "));
    assertThat(request.facts()).anyMatch(fact -> fact.contains("broken off (outage.silent)"));
    assertThat(request.details()).anyMatch(detail -> detail.contains("RequestWorker."));
    return request;
  }

  /** The server answers nobody for three times {@code outage.silent} after the first is cut off. */
  @ParameterizedTest
  @EnumSource(
      value = Product.class,
      names = {"MARIADB", "MYSQL", "POOLED_MARIADB", "POSTGRES", "POOLED_POSTGRES"})
  void aServerThatStandsStillIsAnOutage(Product product) throws Exception {
    try (OwnServer own = OwnServer.of(product)) {
      createUser(own, product);
      Disturbance still =
          new Disturbance(
              "request",
              () -> signal(own, "STOP"),
              2 * 1000 / INTERVAL_MILLIS,
              () -> signal(own, "CONT"));
      run(own, product, own.schema().url(), still, SECOND);
      assertBrokenOff();
    }
  }

  /** Nothing but the client can end these connections. */
  @ParameterizedTest
  @EnumSource(
      value = Product.class,
      names = {"MARIADB", "MYSQL", "POSTGRES", "POOLED_POSTGRES"})
  void aConnectionThatSwallowsEverythingIsReplaced(Product product) throws Exception {
    try (OwnServer own = OwnServer.of(product);
        TcpProxy proxy = TcpProxy.to("127.0.0.1", own.schema().port())) {
      createUser(own, product);
      Disturbance hole = new Disturbance("request", proxy::stall, 10, proxy::resume);
      run(own, product, own.schema().url(proxy.port()), hole, SECOND);
      assertBrokenOff();
    }
  }
}
