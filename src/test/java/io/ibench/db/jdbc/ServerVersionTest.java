package io.ibench.db.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Adapters;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Description;
import io.ibench.db.FailureKind;
import io.ibench.db.MariadbSchema;
import io.ibench.db.Product;
import io.ibench.db.Session;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.PrivateMariadb;
import io.ibench.testing.Servers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(300)
@NeedsServer
class ServerVersionTest {

  @Test
  void aServerThatIsTooOldIsRefusedInOneLineByEitherDriver() {
    try (PrivateMariadb old = Servers.requireOwnMariadb("--version=5.5.5-10.1.48-MariaDB")) {
      for (Product product : List.of(Product.MARIADB, Product.MYSQL)) {
        try (MariadbSchema schema = new MariadbSchema(old, product)) {
          Map<String, String> settings = schema.settings(schema.url());
          DatabaseException refused =
              Accounts.failure(
                  FailureKind.FATAL, () -> Adapters.open(product.adapter(), settings).close());
          assertThat(refused)
              .hasMessage(
                  "the server's version is 5.5.5-10.1.48-MariaDB; supported: MySQL 5.5 and later,"
                      + " MariaDB 10.2 and later");
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "MYSQL"})
  void aServerThatIsOldIsWarnedOfAndWorks(Product product) throws DatabaseException {
    try (PrivateMariadb old = Servers.requireOwnMariadb("--version=5.6.35-fb-log");
        MariadbSchema schema = new MariadbSchema(old, product);
        Database database = schema.open(schema.url());
        Session session = database.session()) {
      assertThat(database.description().version()).isEqualTo("5.6.35-fb-log");
      assertThat(database.description().warnings())
          .containsExactly("MySQL 5.6: ibench is not tested on releases before 5.7");
      session.transaction();
    }
  }

  @Test
  void whatOnlyOtherServersHaveIsAMistakeInTheSettings() {
    try (PrivateMariadb mysql = Servers.requireOwnMariadb("--version=5.7.15-log");
        MariadbSchema schema = new MariadbSchema(mysql)) {
      Map<String, String> settings = schema.settings(schema.url());
      settings.put("batch", "bulk");
      assertThat(ofSettings(settings))
          .hasMessage(
              "batch = bulk needs MariaDB 10.2 or later, this is 5.7.15-log;"
                  + " use batch = values");
      settings.put("engine", "RocksDB");
      assertThat(ofSettings(settings))
          .hasMessage(
              "the server has no engine = RocksDB;"
                  + " MyRocks is a part of MariaDB and of Percona Server, and not of MySQL");
    }
  }

  private static DatabaseException ofSettings(Map<String, String> settings) {
    DatabaseException refused =
        Accounts.failure(FailureKind.FATAL, () -> Adapters.open("mariadb", settings).close());
    assertThat(refused.isInvalidSetting()).isTrue();
    return refused;
  }

  @Test
  void anEngineWithoutTransactionsIsWarnedOf() throws DatabaseException {
    try (MariadbSchema schema = new MariadbSchema(Servers.requireMariadb())) {
      Map<String, String> settings = schema.settings(schema.url());
      try (Database innodb = Adapters.open("mariadb", settings)) {
        assertThat(innodb.description().warnings()).isEmpty();
      }
      settings.put("engine", "myisam");
      try (Database myisam = Adapters.open("mariadb", settings)) {
        assertThat(myisam.description().warnings())
            .singleElement()
            .asString()
            .startsWith("engine myisam has no transactions: ");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "MYSQL"})
  void eitherDriverTellsTheServersOwnNameAndVersion(Product product) throws DatabaseException {
    try (MariadbSchema schema = new MariadbSchema(Servers.requireMariadb(), product);
        Database database = schema.open(schema.url())) {
      Description said = database.description();
      assertThat(said.name()).isEqualTo(product.adapter());
      assertThat(said.product()).containsIgnoringCase("mariadb");
      assertThat(said.version()).matches("\\d+\\.\\d+\\.\\d+-MariaDB.*").doesNotStartWith("5.5.5-");
      assertThat(said.driver())
          .matches(
              (product == Product.MYSQL ? "MySQL" : "MariaDB") + " Connector/J \\d+(\\.\\d+)+");
      assertThat(said.batch()).isEqualTo("multi-row VALUES, prepared on the server");
      assertThat(said.durability()).isEqualTo("innodb_flush_log_at_trx_commit=1, binlog off");
      assertThat(said.isolation()).isEqualTo("REPEATABLE-READ");
      assertThat(database.location().port()).hasValue(schema.port());
    }
  }
}
