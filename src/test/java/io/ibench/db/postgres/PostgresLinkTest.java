package io.ibench.db.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ibench.config.Config;
import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.PostgresSchema;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.db.jdbc.Accounts;
import io.ibench.db.jdbc.Certificate;
import io.ibench.db.jdbc.JdbcConnector;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.PrivatePostgres;
import io.ibench.testing.Servers;
import io.ibench.testing.StartsProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Encrypted connections, unix sockets and logins, to a server with its own certificate. */
@Timeout(300)
@NeedsServer
@StartsProcess
class PostgresLinkTest {

  @TempDir static Path folder;

  private static Certificate certificate;
  private static PrivatePostgres server;

  @BeforeAll
  static void start() throws Exception {
    certificate = Certificate.selfSigned(folder, "IP:127.0.0.1");
    server = Servers.requireOwnPostgres();
    try (Connection connection = server.connect()) {
      give(connection, certificate.pem(), "server.crt");
      give(connection, certificate.privateKeyPem(), "server.key");
      try (var statement = connection.createStatement()) {
        statement.execute("ALTER SYSTEM SET ssl = on");
        // Clients log in by SCRAM, as on most servers.
        statement.execute(
            "COPY (SELECT 1) TO PROGRAM 'sed -i s/password$/scram-sha-256/ pg_hba.conf'");
      }
    }
    server.restart();
  }

  /** The server accepts a key only from its own file that no other user can read. */
  private static void give(Connection connection, Path pem, String name) throws Exception {
    try (var statement = connection.createStatement()) {
      statement.execute(
          "COPY (SELECT unnest(string_to_array('"
              + Files.readString(pem).strip()
              + "', E'\\n'))) TO PROGRAM 'umask 077; cat > "
              + name
              + "'");
    }
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  private static Map<String, String> settings(PostgresSchema schema) {
    return schema.settings(schema.url().replace("sslmode=disable&", ""));
  }

  private static PostgresTarget target(Map<String, String> settings) {
    Config config = Config.of(settings);
    PostgresTarget target = (PostgresTarget) new PostgresAdapter().bind(config);
    assertThat(config.problems()).isEmpty();
    return target;
  }

  private static String ask(PostgresTarget target, String question)
      throws DatabaseException, SQLException {
    try (Connection connection = target.connect();
        var statement = connection.createStatement();
        var results = statement.executeQuery(question)) {
      assertThat(results.next()).isTrue();
      return String.valueOf(results.getString(1));
    }
  }

  private static void assertWorks(PostgresTarget target) throws DatabaseException {
    try (Database database = target.open()) {
      Accounts.create(database);
      try (Session session = database.session()) {
        session.transaction().begin();
        Accounts.bound(session.transaction().prepareLast(Accounts.INCREMENT), 1).execute();
      }
      assertThat(Accounts.amount(database, 1)).isEqualTo(1);
    }
  }

  @Test
  void logsInByScramOnly() throws Exception {
    try (PostgresSchema schema = new PostgresSchema(server)) {
      PostgresTarget target = target(settings(schema));
      assertThat(ask(target, "SELECT string_agg(DISTINCT auth_method, ' ') FROM pg_hba_file_rules"))
          .isEqualTo("scram-sha-256");
      assertThat(ask(target, "SELECT rolpassword FROM pg_authid WHERE rolname = current_user"))
          .startsWith("SCRAM-SHA-256$");
    }
  }

  @ParameterizedTest
  @CsvSource({"disable, f", "trust, t", "verify_ca, t", "verify, t"})
  void connectsAsTheSettingSays(String tls, String encrypted) throws Exception {
    try (PostgresSchema schema = new PostgresSchema(server)) {
      Map<String, String> settings = settings(schema);
      settings.put("tls", tls);
      if (tls.startsWith("verify")) {
        settings.put("tls.truststore", certificate.truststore().toString());
        settings.put("tls.truststore_password", Certificate.PASSWORD);
      }
      PostgresTarget target = target(settings);
      assertThat(ask(target, "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"))
          .isEqualTo(encrypted);
      assertWorks(target);
    }
  }

  @ParameterizedTest
  @CsvSource({"verify_ca, 127.0.0.1, false", "verify, 127.0.0.1, false", "verify, localhost, true"})
  void refusesWhomItIsNotToTrust(String tls, String host, boolean trusted) {
    try (PostgresSchema schema = new PostgresSchema(server)) {
      Map<String, String> settings = settings(schema);
      settings.put("tls", tls);
      settings.computeIfPresent("url", (key, url) -> url.replace("127.0.0.1", host));
      if (trusted) {
        settings.put("tls.truststore", certificate.truststore().toString());
        settings.put("tls.truststore_password", Certificate.PASSWORD);
      }
      assertThatExceptionOfType(DatabaseException.class)
          .isThrownBy(() -> target(settings).connect())
          .satisfies(failure -> assertThat(failure.kind()).isEqualTo(FailureKind.DENIED))
          .withMessageNotContaining(server.password());
    }
  }

  @Test
  void namesATruststoreThatCannotBeOpened() {
    try (PostgresSchema schema = new PostgresSchema(server)) {
      Map<String, String> settings = settings(schema);
      settings.put("tls", "verify_ca");
      settings.put("tls.truststore", certificate.truststore().toString());
      settings.put("tls.truststore_password", "another");
      assertThatExceptionOfType(DatabaseException.class)
          .isThrownBy(() -> target(settings).connect())
          .satisfies(failure -> assertThat(failure.kind()).isEqualTo(FailureKind.DENIED))
          .withMessageContaining(certificate.truststore() + " cannot be opened with the password");
    }
  }

  @Test
  void saysThatAServerHasNoEncryption() {
    try (PostgresSchema schema = new PostgresSchema(Servers.requirePostgres())) {
      Map<String, String> settings = settings(schema);
      settings.put("tls", "trust");
      assertThatExceptionOfType(DatabaseException.class)
          .isThrownBy(() -> target(settings).connect())
          .satisfies(failure -> assertThat(failure.kind()).isEqualTo(FailureKind.DENIED))
          .withMessageEndingWith(JdbcConnector.NO_TLS_HINT);
    }
  }

  @Test
  void comesByUnixSocket() throws Exception {
    try (PostgresSchema schema = new PostgresSchema(server)) {
      Map<String, String> settings = settings(schema);
      settings.put("url", settings.get("url").replace("127.0.0.1", "nowhere.invalid"));
      settings.put("socket", server.socket().toString());
      PostgresTarget target = target(settings);
      assertThat(ask(target, "SELECT inet_client_addr()")).isEqualTo("null");
      assertWorks(target);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "password, not-the-password, DENIED",
    "user, nobody, DENIED",
    "password, '', DENIED",
    "engine, columnar, FATAL",
    "socket, /nowhere/at/all, CONNECTION_LOST"
  })
  void refusesWhatTheServerDoesNotKnow(String key, String value, FailureKind kind) {
    try (PostgresSchema schema = new PostgresSchema(server)) {
      Map<String, String> settings = settings(schema);
      settings.put(key, value);
      assertThatExceptionOfType(DatabaseException.class)
          .isThrownBy(() -> target(settings).open())
          .satisfies(failure -> assertThat(failure.kind()).isEqualTo(kind))
          .withMessageNotContaining(server.password())
          .withMessageNotContaining("not-the-password")
          .withMessageNotContaining("\n");
    }
  }

  @Test
  void doesNotFindAMissingDatabase() {
    try (PostgresSchema schema = new PostgresSchema(server)) {
      Map<String, String> settings = settings(schema);
      settings.computeIfPresent("url", (key, url) -> url.replace("/ibench?", "/elsewhere?"));
      assertThatExceptionOfType(DatabaseException.class)
          .isThrownBy(() -> target(settings).open())
          .satisfies(failure -> assertThat(failure.kind()).isEqualTo(FailureKind.NOT_FOUND))
          .withMessageContaining("elsewhere");
    }
  }

  @Test
  void textHasTheCollationThatIsGiven() throws Exception {
    Table texts =
        new Table(
            "texts",
            List.of(Column.number("id", ColumnType.LONG), Column.fixedText("word", 20)),
            List.of("id"),
            false,
            List.of());
    try (PostgresSchema schema = new PostgresSchema(server)) {
      Map<String, String> settings = settings(schema);
      settings.put("text.collation", "C");
      PostgresTarget target = target(settings);
      try (Database database = target.open()) {
        database.create(texts);
        assertThat(database.description().settings()).containsEntry("text.collation", "C");
      }
      assertThat(
              ask(
                  target,
                  "SELECT collation_name FROM information_schema.columns"
                      + " WHERE table_name = 'texts' AND column_name = 'word'"))
          .isEqualTo("C");
    }
  }

  @Test
  void storesTablesAsTheSettingsSay() throws Exception {
    try (PostgresSchema schema = new PostgresSchema(server)) {
      Map<String, String> settings = settings(schema);
      settings.put("unlogged", "true");
      settings.put("table_options", "WITH (fillfactor = 70)");
      PostgresTarget target = target(settings);
      assertWorks(target);
      assertThat(
              ask(
                  target,
                  "SELECT relpersistence::text || ' ' || reloptions::text FROM pg_class"
                      + " WHERE oid = 'accounts'::regclass"))
          .isEqualTo("u {fillfactor=70}");
      settings.put("table_options", "WITH (nonsense = 1)");
      try (Database database = target(settings).open()) {
        database.drop("accounts");
        assertThatExceptionOfType(DatabaseException.class)
            .isThrownBy(() -> database.create(Accounts.TABLE))
            .withMessageStartingWith(
                "CREATE TABLE accounts with engine = heap, unlogged = true,"
                    + " table_options = WITH (nonsense = 1): ");
      }
    }
  }
}
