package io.ibench.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpAddressTest {

  private static boolean admits(String address, String bound, String header) throws Exception {
    return new HostCheck(HttpAddress.parse(address).orElseThrow(), InetAddress.getByName(bound))
        .admits(header);
  }

  @Test
  void anAddressIsLoopbackUnlessNamed() {
    assertThat(HttpAddress.parse("9464"))
        .isEqualTo(Optional.of(new HttpAddress("127.0.0.1", 9464, List.of())));
    assertThat(HttpAddress.parse("[::1]:0").orElseThrow()).hasToString("[::1]:0");
    assertThat(HttpAddress.parse("0.0.0.0:9464, Bench1").orElseThrow().names())
        .containsExactly("bench1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ":9464", "localhost", "127.0.0.1:65536", "a b:1", "::1:9464", "1,"})
  void otherFormsAreMistakes(String text) {
    assertThat(HttpAddress.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "9464,                  127.0.0.1, localhost:9464,      true",
    "9464,                  127.0.0.1, LOCALHOST:8080,      true",
    "9464,                  127.0.0.1, 127.0.0.1,           true",
    "9464,                  127.0.0.1, [::1]:9464,          true",
    "9464,                  127.0.0.1, evil.example:9464,   false",
    "9464,                  127.0.0.1, 127.0.0.1.evil.example, false",
    "9464,                  127.0.0.1, 10.0.0.1:9464,       false",
    "9464,                  127.0.0.1, ,                    false",
    "10.0.0.1:9464,         10.0.0.1,  10.0.0.1:9464,       true",
    "10.0.0.1:9464,         10.0.0.1,  localhost:9464,      false",
    "0.0.0.0:9464,          0.0.0.0,   10.0.0.1:9464,       true",
    "0.0.0.0:9464,          0.0.0.0,   bench1:9464,         false",
    "'0.0.0.0:9464,bench1', 0.0.0.0,   bench1:9464,         true"
  })
  void onlyNamesOfThisMachineAreAdmitted(
      String address, String bound, String header, boolean admitted) throws Exception {
    assertThat(admits(address, bound, header)).isEqualTo(admitted);
  }
}
