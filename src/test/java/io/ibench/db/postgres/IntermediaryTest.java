package io.ibench.db.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ibench.db.Adapters;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Description;
import io.ibench.db.jdbc.Connections;
import io.ibench.db.jdbc.SessionList;
import io.ibench.db.postgres.Intermediary.Kind;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.PrivatePostgres;
import io.ibench.testing.Servers;
import io.ibench.testing.TcpProxy;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What stands between client and server, and passes the login on; pgbouncer names no process. */
@EnabledOnOs(OS.LINUX)
@Timeout(300)
@NeedsServer
class IntermediaryTest {

  private final PrivatePostgres server = Servers.requirePostgres();
  private final List<Connection> kept = new ArrayList<>();
  private OwnSchema schema;
  private TcpProxy proxy;

  @BeforeEach
  void open() {
    schema = new OwnSchema(server);
    proxy = TcpProxy.to("127.0.0.1", server.port());
  }

  @AfterEach
  void close() throws SQLException {
    for (Connection one : kept) {
      one.close();
    }
    proxy.close();
    schema.close();
  }

  private Connection throughProxy() throws SQLException {
    return schema.target(proxy.port()).settings().connect();
  }

  /** The server keeps the session of a connection that its client has closed. */
  private Connection lent() throws SQLException {
    Connection real = throughProxy();
    kept.add(real);
    return (Connection)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Connection.class},
            (self, method, values) -> {
              try {
                return method.getName().equals("close") ? null : method.invoke(real, values);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private Intermediary between(Connection connection, Connections.Opener opener)
      throws SQLException {
    return Intermediary.of(connection, false, opener, schema.target().failures());
  }

  private static Description description(String url, PrivatePostgres server, String socket)
      throws DatabaseException {
    Map<String, String> settings =
        Map.of("url", url, "user", server.user(), "password", server.password(), "socket", socket);
    try (Database database = Adapters.open("postgres", settings)) {
      return database.description();
    }
  }

  @Test
  void nothingIsBetweenADirectConnectionOrAUnixSocketAndTheServer() throws Exception {
    for (String socket : List.of("", server.socket().toString())) {
      Description said = description(server.jdbcUrl(), server, socket);
      assertThat(said.driver()).doesNotContain("through");
      assertThat(said.warnings()).isEmpty();
    }
  }

  @Test
  void theResultSaysThatAProxyStandsBetweenAndHowTheServerSeesTheClient() throws Exception {
    Description said = description(server.jdbcUrl(proxy.port()), server, "");
    assertThat(said.driver()).endsWith(", through a proxy");
    assertThat(said.warnings())
        .hasSize(1)
        .first()
        .asString()
        .startsWith("something stands between client and server")
        .containsPattern("the server sees the client 127\\.0\\.0\\.1:\\d+,");
  }

  @Test
  void aSessionThatEndsWithItsConnectionIsTheClients() throws SQLException {
    try (Connection connection = throughProxy()) {
      Intermediary found = between(connection, this::throughProxy);
      assertThat(found.kind()).isEqualTo(Kind.PROXY);
      assertThat(new PostgresSessionList(found).own(connection).id()).isPositive();
    }
  }

  /** Such a pooler passes on the process that the server has named, and lends its session later. */
  @Test
  void aSessionThatOutlivesItsConnectionIsAPoolersAndIsNotEnded() throws SQLException {
    try (Connection connection = throughProxy();
        Connection watch = schema.connect()) {
      Intermediary found = between(connection, this::lent);
      assertThat(found.kind()).isEqualTo(Kind.POOLER);
      assertThat(found.warning().orElseThrow()).startsWith("a pooler stands between");
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> new PostgresSessionList(found).own(connection))
          .withMessage("the server's session is the pooler's");
      PostgresSessionList direct = new PostgresSessionList(Intermediary.NONE);
      SessionList.Identity lent = direct.own(kept.get(0));
      assertThat(direct.isThere(watch, direct.own(watch), lent)).isTrue();
    }
  }

  @Test
  void whatCannotBeFoundOutMayBeAPooler() throws SQLException {
    try (Connection connection = throughProxy()) {
      Intermediary found =
          between(
              connection,
              () -> {
                throw new SQLException("too many connections", "53300");
              });
      assertThat(found.kind()).isEqualTo(Kind.UNKNOWN);
      assertThat(found.mayLend()).isTrue();
      assertThat(found.warning().orElseThrow()).contains("ibench ends no session");
    }
  }
}
