package io.ibench.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.testing.Slow;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Slow
class SecretsTest {

  @ParameterizedTest
  @CsvSource({
    "jdbc:x://h/d?user=me&password=hid den&ssl=on, jdbc:x://h/d?user=me&password=***&ssl=on",
    "jdbc:x://h/d?trustStorePassword=hidden, jdbc:x://h/d?trustStorePassword=***",
    "jdbc:x://h/d?mode=b&p%61ssword=hidden&w=d, jdbc:x://h/d?mode=b&p%61ssword=***&w=d",
    "jdbc:x://me:hidden@h:1/d, jdbc:x://me:***@h:1/d",
    "jdbc:x://me:hid@den@h:1/d, jdbc:x://me:***@h:1/d",
    "jdbc:x://(host=h)(password=hidden)/d, jdbc:x://(host=h)(password=***)/d",
    "cannot connect to x?pwd=hidden (refused), cannot connect to x?pwd=*** (refused)",
    "url=jdbc:x?password=hidden is wrong, url=jdbc:x?password=*** is wrong",
    "Password = hidden; go on, Password = ***; go on",
    "jdbc:oracle:thin:me/hidden@//h:1/d, jdbc:oracle:thin:me/***@//h:1/d",
    "jdbc:x://h/d?encryptionKey=hidden&ssl=true, jdbc:x://h/d?encryptionKey=***&ssl=true",
    "jdbc:sqlite:f?cipher=aes&key=hidden, jdbc:sqlite:f?cipher=aes&key=***",
    "jdbc:h2:./f;CIPHER=AES;OWN=hidden;MODE=MySQL, jdbc:h2:./f;CIPHER=AES;OWN=***;MODE=MySQL",
    "jdbc:x://h/d?connectionAttributes=a:hidden&ssl=1, jdbc:x://h/d?connectionAttributes=***&ssl=1",
    "jdbc:x://h/d?licence=hidden&ssl=1, jdbc:x://h/d?licence=***&ssl=1",
    "no driver for jdbc:x://h/d?own=hidden here, no driver for jdbc:x://h/d?own=*** here",
    "mongodb://h/?authMechanismProperties=AWS_SESSION_TOKEN:hidden, mongodb://h/?authMechanismProperties=***",
    "curl -H 'X-Api-Token: hidden' u, curl -H 'X-Api-Token: ***' u",
    "curl -H \"Authorization: Bearer hidden\" u, curl -H \"Authorization: ***\" u",
    "curl -u me:hidden u, curl -u *** u",
    "put --password hidden file, put --password *** file",
    "put --api-key=hidden file, put --api-key=*** file",
    "AWS_SESSION_TOKEN:hidden, AWS_SESSION_TOKEN:***",
    "ENCRYPTION_KEY=hidden ./run, ENCRYPTION_KEY=*** ./run",
    "{\"password\": \"hidden\"}, {\"password\": \"***\"}",
    "jdbc:x://h/d?password=hid)den&ssl=on, jdbc:x://h/d?password=***&ssl=on",
    "jdbc:x://h/d?licence=hid)den&ssl=on, jdbc:x://h/d?licence=***&ssl=on",
    "jdbc:x://h;user=me;own=hidden;mode=a?b, jdbc:x://h;user=me;own=***;mode=a?b",
    "jdbc:oracle:thin:me/\"hid@den\"@//h:1/d, jdbc:oracle:thin:me/***@//h:1/d",
    "password=***hidden, password=***",
    "curl -H 'Proxy-Authorization: Basic hidden' u, curl -H 'Proxy-Authorization: ***' u",
    "HEADERS=\"Authorization=Bearer hidden\" ./x, HEADERS=\"Authorization=***\" ./x",
    "curl -H 'Cookie: session=hidden' u, curl -H 'Cookie: ***' u",
    "mysql -u root -phidden -e x, mysql -u root -p*** -e x",
    "sshpass -p hidden ssh h, sshpass -p *** ssh h",
    "redis-cli -a hidden ping, redis-cli -a *** ping",
    "sqlplus me/hidden@db, sqlplus me/***@db",
    "DB_PASS=hidden x, DB_PASS=*** x",
    "curl https://x/y?key=hidden, curl https://x/y?key=***"
  })
  void hidesWhatIsCalledASecret(String text, String masked) {
    assertThat(Secrets.mask(text)).isEqualTo(masked);
    assertThat(Secrets.mask(masked)).as("masked again").isEqualTo(masked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Access denied for user 'me'@'h' (using password: YES)",
        "jdbc:x://h:3306/d?sslMode=trust",
        "jdbc:mariadb://h/d?rewriteBatchedStatements=true&connectTimeout=5000&useServerPrepStmts=on",
        "jdbc:x:(DESCRIPTION=(ADDRESS=(PROTOCOL=tcp)(HOST=h))(CONNECT_DATA=(SERVICE_NAME=d)))",
        "jdbc:h2:./ibench-h2;MODE=MySQL;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=10s",
        "jdbc:h2:./ibench-h2;WRITE_DELAY=-1",
        "the key is 5: PRIMARY KEY (id), sql_require_primary_key=ON, key=5",
        "secrets.properties:10: password: is required but not set",
        "unexpected token: LIMIT",
        "docker run --user 1000:1000 image",
        "jdbc:postgresql://h/d?options=-c%20synchronous_commit=off&prepareThreshold=1",
        "jdbc:h2:file:./me@host/f",
        "bypass=1 mysql --port 3306 -p; mkdir -p x; ssh -p 22 u@h",
        ""
      })
  void leavesOtherTextAlone(String text) {
    assertThat(Secrets.mask(text)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ALTER USER x IDENTIFIED BY 'hid''den'",
        "CREATE USER x IDENTIFIED WITH sha2 BY 'hidden'",
        "SET ENCRYPTION PASSWORD 'hidden'",
        "CREATE SECRET (TYPE s3, SECRET 'hidden')",
        "PRAGMA key = 'hidden'"
      })
  void hidesASecretOfAStatement(String text) {
    String masked = Secrets.mask(text);
    assertThat(masked).contains("'***'").doesNotContain("hid").doesNotContain("den");
    assertThat(Secrets.mask(masked)).isEqualTo(masked);
  }

  @Test
  void whatIsHiddenInATextIsKnown() {
    assertThat(Secrets.hidden("jdbc:x://h/d?own=one&ssl=on&password=two"))
        .containsExactly("one", "two");
    assertThat(Secrets.hidden("jdbc:x://h/d?ssl=on")).isEmpty();
    assertThat(Secrets.isMasked("API_KEY=***; x")).isTrue();
    assertThat(Secrets.isMasked("echo ***")).isFalse();
  }

  @Test
  void aValueIsHiddenByTheNameOfItsSetting() {
    assertThat(Secrets.maskedValue("set.tls.keystore_password", "hid, den")).isEqualTo("***");
    assertThat(Secrets.maskedValue("password", "")).isEmpty();
    assertThat(Secrets.maskedValue("conf.innodb_ft_min_token_size", "2")).isEqualTo("2");
    assertThat(Secrets.maskedValue("conf.password_encryption", "md5")).isEqualTo("md5");
    assertThat(Secrets.maskedValue("redo4.conf.old_passwords", "0")).isEqualTo("0");
    assertThat(Secrets.maskedValue("redo4.conf.report_password", "hidden")).isEqualTo("***");
    assertThat(Secrets.maskedValue("label", "shown, API_KEY=x")).isEqualTo("shown, API_KEY=***");
  }

  @Test
  void whatIsMaskedInAUrlIsRefusedWhereOthersCanSeeIt() {
    assertThat(Secrets.flaw("jdbc:x://h/d?licence=hidden", true).orElseThrow())
        .startsWith("holds what may be a secret, and -s can be seen by other users");
    assertThat(Secrets.flaw("jdbc:x://h/d?licence=hidden", false)).isEmpty();
    assertThat(Secrets.flaw("jdbc:x://h/d?sslmode=require", true)).isEmpty();
  }

  /** A search that starts again at every character would take hours. */
  @Test
  @Timeout(120)
  void takesLongTextsInItsStride() {
    for (String part :
        List.of(
            "a",
            "9%",
            "//",
            "//a:",
            "password=",
            "= ",
            "a=",
            "@",
            " ",
            "'",
            "mysql -",
            "password '",
            "''")) {
      assertThat(Secrets.mask(part.repeat(150_000))).isNotEmpty();
      assertThat(Secrets.mask("jdbc:" + part.repeat(150_000))).isNotEmpty();
    }
  }

  @Test
  void aProblemShowsNoPasswordOfAUrl() {
    Config config = Config.of(Map.of("url", "jdbc:x://h/d?password=hidden-one"));
    Key<String> url = Key.text("url", "where");
    config.get(url);
    config.problem("is wrong", url);
    assertThat(config.problems().toString()).contains("password=***").doesNotContain("hidden-one");
  }
}
