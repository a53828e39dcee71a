package io.ibench.db.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ibench.db.Adapters;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.MariadbSchema;
import io.ibench.db.Product;
import io.ibench.db.Session;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.PrivateMariadb;
import io.ibench.testing.Servers;
import io.ibench.testing.StartsProcess;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Encrypted connections and unix sockets, by both drivers, to a server with its own certificate.
 */
@Timeout(300)
@NeedsServer
@StartsProcess
class ConnectionSettingsTest {

  @TempDir static Path folder;

  private static Certificate certificate;
  private static PrivateMariadb server;

  @BeforeAll
  static void start() throws Exception {
    certificate = Certificate.selfSigned(folder, "IP:127.0.0.1");
    server =
        Servers.requireOwnMariadb(
            "--ssl-cert=" + certificate.pem(), "--ssl-key=" + certificate.privateKeyPem());
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  private static Map<String, String> settings(MariadbSchema schema) {
    return schema.settings(
        schema.url().replace("sslMode=disable&", "").replace("?sslMode=disable", ""));
  }

  private static void assertWorks(Product product, Map<String, String> settings, String driver)
      throws DatabaseException {
    try (Database database = Adapters.open(product.adapter(), settings)) {
      assertThat(database.description().driver()).matches(driver);
      Accounts.create(database);
      try (Session session = database.session()) {
        Accounts.bound(session.transaction().prepareLast(Accounts.INCREMENT), 1).execute();
      }
      assertThat(Accounts.amount(database, 1)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "MARIADB, disable, ''",
    "MARIADB, trust, ', TLSv1\\.[23]'",
    "MARIADB, verify_ca, ', TLSv1\\.[23]'",
    "MARIADB, verify, ', TLSv1\\.[23]'",
    "MYSQL, disable, ''",
    "MYSQL, trust, ', TLSv1\\.[23]'",
    "MYSQL, verify_ca, ', TLSv1\\.[23]'",
    "MYSQL, verify, ', TLSv1\\.[23]'"
  })
  void connectsAsTheSettingSaysAndSaysSo(Product product, String tls, String suffix)
      throws DatabaseException {
    try (MariadbSchema schema = new MariadbSchema(server, product)) {
      Map<String, String> settings = settings(schema);
      settings.put("tls", tls);
      if (tls.startsWith("verify")) {
        settings.put("tls.truststore", certificate.truststore().toString());
        settings.put("tls.truststore_password", Certificate.PASSWORD);
      }
      assertWorks(product, settings, "[^,]*" + suffix);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "MYSQL"})
  void aServerThatNobodyVouchesForIsRefused(Product product) {
    try (MariadbSchema schema = new MariadbSchema(server, product)) {
      Map<String, String> settings = settings(schema);
      settings.put("tls", "verify");
      assertRefused(product, settings);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "MYSQL"})
  void aServerOfAnotherNameIsRefusedByVerifyOnly(Product product) throws DatabaseException {
    try (MariadbSchema schema = new MariadbSchema(server, product)) {
      Map<String, String> settings = settings(schema);
      settings.put("url", settings.get("url").replace("127.0.0.1", "localhost"));
      settings.put("tls.truststore", certificate.truststore().toString());
      settings.put("tls.truststore_password", Certificate.PASSWORD);
      settings.put("tls", "verify");
      assertRefused(product, settings);
      settings.put("tls", "verify_ca");
      assertWorks(product, settings, ".*, TLSv1\\.[23]");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "MYSQL"})
  void aWrongPasswordOfATruststoreIsOneLineWithoutIt(Product product) {
    try (MariadbSchema schema = new MariadbSchema(server, product)) {
      Map<String, String> settings = settings(schema);
      settings.put("tls", "verify");
      settings.put("tls.truststore", certificate.truststore().toString());
      settings.put("tls.truststore_password", "not-the-password");
      assertThat(assertRefused(product, settings)).doesNotContain("not-the-password", "\n");
    }
  }

  private static String assertRefused(Product product, Map<String, String> settings) {
    String[] message = new String[1];
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(() -> Adapters.open(product.adapter(), settings).close())
        .satisfies(
            failure -> assertThat(failure.kind()).as("%s", failure).isEqualTo(FailureKind.DENIED))
        .satisfies(failure -> message[0] = failure.getMessage());
    return message[0];
  }

  @ParameterizedTest
  @CsvSource({
    "MARIADB, disable, ', unix socket'",
    "MYSQL, disable, ', unix socket'",
    "MYSQL, trust, ', unix socket, TLSv1\\.[23]'"
  })
  void comesThroughTheUnixSocket(Product product, String tls, String suffix)
      throws DatabaseException {
    try (MariadbSchema schema = new MariadbSchema(server, product)) {
      schema.createUser("near@localhost", "near-by");
      schema.execute("GRANT ALL ON *.* TO near@localhost");
      Map<String, String> settings = settings(schema);
      settings.put("url", settings.get("url").replaceAll("//127.0.0.1:\\d+/", "//nowhere:1/"));
      settings.put("user", "near");
      settings.put("password", "near-by");
      settings.put("socket", server.socket().toString());
      settings.put("tls", tls);
      assertWorks(product, settings, "[^,]*" + suffix);
      try (Database database = Adapters.open(product.adapter(), settings);
          Session session = database.session()) {
        assertThat(database.location().host()).isEqualTo("localhost");
        session.abort();
      }
      settings.put("socket", "/no/such/socket");
      assertThatExceptionOfType(DatabaseException.class)
          .isThrownBy(() -> Adapters.open(product.adapter(), settings).close())
          .satisfies(failure -> assertThat(failure.kind()).isEqualTo(FailureKind.CONNECTION_LOST))
          .withMessageContaining("/no/such/socket");
    }
  }
}
