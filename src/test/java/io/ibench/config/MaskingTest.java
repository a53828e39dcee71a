package io.ibench.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.testing.Slow;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Slow
class MaskingTest {

  private static final Key<String> URL = Key.text("url", "where the server is");
  private static final Key<String> PASSWORD = Key.secret("password", "the user's");

  @ParameterizedTest
  @CsvSource({
    "jdbc:mariadb://u:pw@h:3306/d, jdbc:mariadb://u:***@h:3306/d",
    "mongodb://u:p/w:x@h/d, mongodb://u:***@h/d",
    "jdbc:mysql://h/d?user=u&password=pw&ssl=b, jdbc:mysql://h/d?user=u&password=***&ssl=b",
    "jdbc:mysql://h/d?trustStorePassword=pw, jdbc:mysql://h/d?trustStorePassword=***",
    "address=(host=h)(PASSWORD=pw)(port=1), address=(host=h)(PASSWORD=***)(port=1)",
    "/tmp/jdbc:x:/u:pw@h, /tmp/jdbc:***@h"
  })
  void passwordsAreMasked(String text, String masked) {
    assertThat(Secrets.mask(text)).isEqualTo(masked);
    assertThat(Secrets.mask(masked)).isEqualTo(masked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mariadb://127.0.0.1:3306/ibench?connectTimeout=100&user=a@b",
        "Access denied for user 'ibench'@'localhost' (using password: YES)",
        "-s: password = ***: a secret cannot be given by -s",
        "http://h:80/a"
      })
  void whatHoldsNoneStaysAsItIs(String text) {
    assertThat(Secrets.mask(text)).isEqualTo(text);
  }

  @Test
  void longTextsTakeNoLongTime() {
    for (String part : List.of("/", "//a:", "password", "-", "x=", "@", "//a:b@")) {
      String text = part.repeat((1 << 18) / part.length());
      assertThat(Secrets.mask(text)).isNotEmpty();
    }
  }

  @Test
  void aPasswordBeforeTheHostIsRefusedButNotInASecret() {
    Config config = Config.of(Map.of("url", "jdbc:x://u:pw@h/d", "password", "x//u:pw@h"));
    assertThat(config.get(PASSWORD)).isEqualTo("x//u:pw@h");
    config.get(URL);
    assertThat(config.problems())
        .extracting(Problem::toString)
        .containsExactly(
            "settings: url = jdbc:x://u:***@h/d: holds a password before the @; allowed: user and"
                + " password as settings of their own");
  }

  @Test
  void anAddressMayHoldAPasswordThatIsNotShown() {
    Key<String> address = Key.address("url", "where the server is");
    Config config = Config.of(Map.of("url", "mongodb://u:pw@h/d"));
    assertThat(config.get(address)).isEqualTo("mongodb://u:pw@h/d");
    assertThat(config.problems()).isEmpty();
    assertThat(config.effective())
        .extracting(Setting::value)
        .containsExactly("mongodb://u:***@h/d");
  }

  @Test
  void aPasswordAmongOptionsIsUsedAndNotShown() {
    Config config = Config.of(Map.of("url", "jdbc:x://h/d?keyStorePassword=pw"));
    assertThat(config.get(URL)).isEqualTo("jdbc:x://h/d?keyStorePassword=pw");
    assertThat(config.problems()).isEmpty();
    assertThat(config.effective())
        .extracting(Setting::value)
        .containsExactly("jdbc:x://h/d?keyStorePassword=***");
  }
}
