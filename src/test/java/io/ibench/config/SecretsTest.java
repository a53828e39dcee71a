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
    "jdbc:x://h/d?user=me&password=hid den&a=b, jdbc:x://h/d?user=me&password=***&a=b",
    "jdbc:x://h/d?trustStorePassword=hidden, jdbc:x://h/d?trustStorePassword=***",
    "jdbc:x://h/d?a=b&p%61ssword=hidden&c=d, jdbc:x://h/d?a=b&p%61ssword=***&c=d",
    "jdbc:x://me:hidden@h:1/d, jdbc:x://me:***@h:1/d",
    "jdbc:x://me:hid@den@h:1/d, jdbc:x://me:***@h:1/d",
    "jdbc:x://(host=h)(password=hidden)/d, jdbc:x://(host=h)(password=***)/d",
    "cannot connect to x?pwd=hidden (refused), cannot connect to x?pwd=*** (refused)",
    "url=jdbc:x?password=hidden is wrong, url=jdbc:x?password=*** is wrong",
    "Password = hidden; go on, Password = ***; go on"
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
        ""
      })
  void leavesOtherTextAlone(String text) {
    assertThat(Secrets.mask(text)).isEqualTo(text);
  }

  /** A search that starts again at every character would take hours. */
  @Test
  @Timeout(120)
  void takesLongTextsInItsStride() {
    for (String part : List.of("a", "9%", "//", "//a:", "password=", "= ", "a=", "@", " ")) {
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
