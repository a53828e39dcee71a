package io.ibench.db.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Adapters;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MysqlAdapterTest {

  private static final String URL = "jdbc:mysql://127.0.0.1:3306/ibench";

  private static Map<String, String> settings(String key, String value) {
    Map<String, String> settings = new HashMap<>();
    settings.put("url", URL);
    settings.put("user", "ibench");
    settings.put(key, value);
    return settings;
  }

  private static List<String> problems(String key, String value) {
    return Adapters.problems("mysql", settings(key, value));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        URL,
        URL + "?sslMode=REQUIRED&connectTimeout=5&allowPublicKeyRetrieval=true",
        URL + "?rewriteBatchedStatements=true&cachePrepStmts=true&useReadAheadInput=false",
        URL + "?useAffectedRows=no&useServerPrepStmts=TRUE&allowLoadLocalInfile=0",
        URL + "?passwordCharacterEncoding=UTF-8&disconnectOnExpiredPasswords=true",
        "jdbc:mysql:replication://one:3306,two:3306/ibench",
        "jdbc:mysql://address=(host=one)(port=3306)/ibench"
      })
  void takesUrls(String url) {
    assertThat(problems("url", url)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:mariadb://127.0.0.1:3306/ibench, does not begin with jdbc:mysql:",
    "127.0.0.1:3306/ibench, does not begin with jdbc:mysql:",
    "jdbc:mysql://127.0.0.1:3306, names no database",
    "jdbc:mysql://127.0.0.1:3306/?sslMode=REQUIRED, names no database"
  })
  void refusesUrlsOfAnotherForm(String url, String words) {
    assertThat(problems("url", url)).hasSize(1).first().asString().contains(words);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mysql://me:hidden@127.0.0.1:3306/ibench",
        "jdbc:mysql://address=(host=one)(password=hidden)/ibench",
        "jdbc:mysql://(host=one,user=me,password=hidden)/ibench",
        URL + "?user=me",
        URL + "?sslMode=REQUIRED&pass%77ord=hidden"
      })
  void refusesUrlsWithUserOrPasswordWithoutShowingIt(String url) {
    assertThat(problems("url", url))
        .hasSize(1)
        .first()
        .asString()
        .containsAnyOf(
            "holds a user or password; give them as user and password",
            "holds a password before the @; allowed: user and password as settings of their own")
        .doesNotContain("hidden");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "password2",
        "trustCertificateKeyStorePassword",
        "clientCertificateKeyStorePassword"
      })
  void refusesEveryOtherSecretInTheUrl(String option) {
    assertThat(problems("url", URL + "?" + option + "=hidden"))
        .hasSize(1)
        .first()
        .asString()
        .contains("holds a secret: " + option)
        .doesNotContain("hidden");
  }

  @ParameterizedTest
  @CsvSource({
    "useAffectedRows=true, useAffectedRows must be false",
    "useAffectedRows=false&useaffectedROWS=yes, useAffectedRows must be false",
    "useServerPrepStmts=false, useServerPrepStmts must be true",
    "emulateUnsupportedPstmts=true, emulateUnsupportedPstmts must be false",
    "allowLoadLocalInfile=true, allowLoadLocalInfile must be false",
    "allowLoadLocalInfile, allowLoadLocalInfile must be false",
    "allowUrlInLocalInfile=1, allowUrlInLocalInfile must be false",
    "allowLoadLocalInfileInPath=/tmp, allowLoadLocalInfileInPath must not be given",
    "autoReconnect=true, autoReconnect must be false",
    "maxRows=10, maxRows must not be given",
    "permitMysqlScheme, permitMysqlScheme must not be given"
  })
  void refusesOptionsThatItReliesOn(String options, String words) {
    assertThat(problems("url", URL + "?" + options))
        .hasSize(1)
        .first()
        .asString()
        .contains("changes an option that ibench relies on: " + words);
  }

  @Test
  void namesAllOptionsThatAreWrongInOneLine() {
    assertThat(problems("url", URL + "?useAffectedRows=true&useServerPrepStmts=false"))
        .hasSize(1)
        .first()
        .asString()
        .endsWith("useAffectedRows must be false, useServerPrepStmts must be true");
  }

  @Test
  void hasNoBulkProtocol() {
    assertThat(problems("batch", "values")).isEmpty();
    assertThat(problems("batch", "bulk"))
        .hasSize(1)
        .first()
        .asString()
        .contains("batch = bulk: is MariaDB's protocol");
  }
}
