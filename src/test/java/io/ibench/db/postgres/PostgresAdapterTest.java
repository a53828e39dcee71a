package io.ibench.db.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Adapters;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresAdapterTest {

  private static final String URL = "jdbc:postgresql://127.0.0.1:5432/ibench";

  private static List<String> problems(String key, String value) {
    Map<String, String> settings = new HashMap<>();
    settings.put("url", URL);
    settings.put("user", "ibench");
    settings.put(key, value);
    return Adapters.problems("postgres", settings);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        URL,
        URL + "?sslmode=require&connectTimeout=5&currentSchema=mine",
        URL + "?prepareThreshold=1&binaryTransfer=TRUE&autosave=never",
        URL + "?prepareThreshold=0",
        "jdbc:postgresql:ibench",
        "jdbc:postgresql:ibench?sslrootcert=/etc/root.crt",
        "jdbc:postgresql:",
        "jdbc:postgresql:///ibench",
        "jdbc:postgresql://127.0.0.1/",
        "jdbc:postgresql://127.0.0.1:5432/?sslmode=require",
        "jdbc:postgresql://one:5432,two:5432/ibench?targetServerType=primary",
        "jdbc:postgresql://[::1]/ibench"
      })
  void takesUrls(String url) {
    assertThat(problems("url", url)).isEmpty();
  }

  @Test
  void refusesToEncryptAUnixSocket() {
    Map<String, String> settings = new HashMap<>();
    settings.put("url", URL);
    settings.put("user", "ibench");
    settings.put("socket", "/run/.s.PGSQL.5432");
    settings.put("tls", "trust");
    assertThat(Adapters.problems("postgres", settings))
        .hasSize(1)
        .first()
        .asString()
        .contains("TCP");
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:mysql://127.0.0.1:5432/ibench, does not begin with jdbc:postgresql:",
    "jdbc:postgresql:/ibench, names no database",
    "jdbc:postgresql://127.0.0.1:5432, names no database",
    "jdbc:postgresql://127.0.0.1:5432?sslmode=require, names no database",
    "jdbc:postgresql://127.0.0.1:99999/ibench, port 99999; allowed: 1 .. 65535",
    "jdbc:postgresql://[::1]:x/ibench, port x; allowed: 1 .. 65535"
  })
  void refusesUrlsOfAnotherForm(String url, String words) {
    assertThat(problems("url", url)).hasSize(1).first().asString().contains(words);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://me:hidden@127.0.0.1:5432/ibench",
        URL + "?user=me&password=hidden",
        URL + "?sslpassword=hidden"
      })
  void refusesUrlsWithSecretsWithoutShowingThem(String url) {
    assertThat(problems("url", url)).hasSize(1).first().asString().doesNotContain("hidden");
  }

  @ParameterizedTest
  @CsvSource({
    "prepareThreshold=5, prepareThreshold must be 1 or 0",
    "prepareThreshold=-1, prepareThreshold must be 1 or 0",
    "binaryTransfer=false, binaryTransfer must be true",
    "binaryTransfer=yes, binaryTransfer must be true",
    "preferQueryMode=simple, preferQueryMode must be extended",
    "reWriteBatchedInserts=true, reWriteBatchedInserts must be false",
    "autosave=always, autosave must be never",
    "readOnly=true, readOnly must be false",
    "binaryTransferDisable=INT8, binaryTransferDisable must not be given",
    "defaultRowFetchSize=10, defaultRowFetchSize must not be given"
  })
  void refusesOptionsThatItReliesOnByTheirNames(String option, String words) {
    assertThat(problems("url", URL + "?" + option))
        .hasSize(1)
        .first()
        .asString()
        .contains("changes an option that ibench relies on: " + words);
  }

  @ParameterizedTest
  @CsvSource({
    "engine, no engine, is not the name of a table access method",
    "table_options, WITH (fillfactor=70); DROP TABLE t, holds a semicolon",
    "text.collation, C x, is no name",
    "batch, copy, values",
    "pool.connections, 4, needs session = operation",
    "tls.keystore_password, hidden, ''"
  })
  void refusesOtherSettings(String key, String value, String words) {
    if (words.isEmpty()) {
      assertThat(problems(key, value)).isEmpty();
    } else {
      assertThat(problems(key, value).toString()).contains(words);
    }
  }
}
