package io.ibench.db.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Config;
import io.ibench.db.Adapters;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MariadbAdapterTest {

  private static final String URL = "jdbc:mariadb://127.0.0.1:3306/ibench";

  private static Map<String, String> settings(String key, String value) {
    Map<String, String> settings = new HashMap<>();
    settings.put("url", URL);
    settings.put("user", "ibench");
    settings.put(key, value);
    return settings;
  }

  private static List<String> problems(String key, String value) {
    return Adapters.problems("mariadb", settings(key, value));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        URL,
        URL + "?sslMode=trust&connectTimeout=5",
        "jdbc:mariadb://db.example.org/ibench",
        "jdbc:mariadb://[::1]:3306/ibench",
        "jdbc:mariadb:replication://one:3306,two:3306/ibench",
        "jdbc:mariadb:///ibench?localSocket=/run/mysqld/mysqld.sock",
        URL + "?useAffectedRows=false&useServerPrepStmts=true&allowLocalInfile=0"
      })
  void takesUrls(String url) {
    assertThat(problems("url", url)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:mysql://127.0.0.1:3306/ibench, does not begin with jdbc:mariadb:",
    "127.0.0.1:3306/ibench, does not begin with jdbc:mariadb:",
    "jdbc:mariadb://127.0.0.1:3306, names no database",
    "'jdbc:mariadb://one:3306,two:0/ibench', port 0; allowed: 1 .. 65535",
    "jdbc:mariadb://127.0.0.1:3306/, names no database",
    "jdbc:mariadb://127.0.0.1:3306/?sslMode=trust, names no database",
    "jdbc:mariadb:ibench, names no database"
  })
  void refusesUrlsOfAnotherForm(String url, String words) {
    assertThat(problems("url", url)).hasSize(1).first().asString().contains(words);
  }

  @ParameterizedTest
  @ValueSource(strings = {"user=me", "password=secret", "sslMode=trust&password=", "Password=x"})
  void refusesUrlsWithUserOrPassword(String options) {
    assertThat(problems("url", URL + "?" + options))
        .hasSize(1)
        .first()
        .asString()
        .contains("holds a user or password");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "useAffectedRows=true",
        "sslMode=trust&useServerPrepStmts=false",
        "allowLocalInfile=true&sslMode=trust",
        "useaffectedrows=TRUE",
        "useAffectedRows=1",
        "useServerPrepStmts=0"
      })
  void refusesOptionsThatItReliesOn(String options) {
    assertThat(problems("url", URL + "?" + options))
        .hasSize(1)
        .first()
        .asString()
        .contains("changes an option that ibench relies on");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "useBulkStmtsForInserts=false",
        "useBulkStmts=0&sslMode=trust",
        "rewriteBatchedStatements=true",
        "sslMode=trust&maxAllowedPacket=1000000"
      })
  void refusesOptionsThatTheBulkFormReliesOn(String options) {
    Map<String, String> settings = settings("url", URL + "?" + options);
    assertThat(Adapters.problems("mariadb", settings)).isEmpty();
    settings.put("batch", "bulk");
    assertThat(Adapters.problems("mariadb", settings))
        .hasSize(1)
        .first()
        .asString()
        .contains("changes an option that batch = bulk relies on");
  }

  @Test
  void takesBothFormsOfABatch() {
    assertThat(problems("batch", "values")).isEmpty();
    assertThat(problems("batch", "bulk")).isEmpty();
    assertThat(problems("batch", "copy")).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "10.11.14-MariaDB-0+deb12u2, true",
    "5.5.5-10.11.14-MariaDB, true",
    "11.4.2-MariaDB-log, true",
    "10.2.7-MariaDB, true",
    "10.1.48-MariaDB, false",
    "5.5.68-MariaDB, false",
    "8.0.36, false",
    "10.0.1, false"
  })
  void knowsWhichServersSpeakTheBulkProtocol(String version, boolean knows) {
    assertThat(MysqlServerInfo.hasBulk(version)).isEqualTo(knows);
  }

  @Test
  void refusesAnEngineOrTableOptionsThatAreMoreThanThat() {
    assertThat(problems("engine", "RocksDB")).isEmpty();
    assertThat(problems("engine", "InnoDB ROW_FORMAT=COMPRESSED"))
        .hasSize(1)
        .first()
        .asString()
        .contains("is not the name of a storage engine");
    assertThat(problems("table_options", "ROW_FORMAT=COMPRESSED")).isEmpty();
    assertThat(problems("table_options", "x; DROP TABLE y"))
        .hasSize(1)
        .first()
        .asString()
        .contains("holds a semicolon");
  }

  @Test
  void asksForTheUrlAndTheUser() {
    assertThat(Adapters.problems("mariadb", Map.of()))
        .hasSize(2)
        .allMatch(problem -> problem.contains("is required but not set"));
  }

  @Test
  void doesNotShowThePassword() {
    Config config = Config.of(settings("password", "hidden-from-all"));
    var target = Adapters.named("mariadb").bind(config);
    assertThat(target.toString() + config.effective()).doesNotContain("hidden-from-all");
  }
}
