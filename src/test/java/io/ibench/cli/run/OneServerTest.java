package io.ibench.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.ServerLocation;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class OneServerTest {

  private static ServerLocation server(String host, int port, long pid) {
    return new ServerLocation(
        host,
        pid == 0 ? OptionalLong.empty() : OptionalLong.of(pid),
        List.of(),
        List.of(),
        false,
        false,
        Optional.empty(),
        port == 0 ? OptionalInt.empty() : OptionalInt.of(port),
        Optional.empty());
  }

  @Test
  void twoNamesOfThisMachineAreOneHost() {
    assertThat(OneServer.is(server("localhost", 3306, 0), server("127.0.0.1", 3306, 0))).isTrue();
    assertThat(OneServer.is(server("::1", 3306, 0), server("127.0.0.1", 3306, 0))).isTrue();
    assertThat(OneServer.is(server("127.0.0.1", 3306, 0), server("127.0.0.1", 3307, 0))).isFalse();
  }

  @Test
  void aSocketAndAPortAreOneServerIfItsProcessSaysSo() {
    assertThat(OneServer.is(server("127.0.0.1", 3306, 77), server("localhost", 0, 77))).isTrue();
    assertThat(OneServer.is(server("127.0.0.1", 0, 77), server("127.0.0.1", 0, 78))).isFalse();
  }

  @Test
  void whatIsNotKnownIsNotOneServer() {
    assertThat(OneServer.is(server("192.0.2.1", 0, 0), server("192.0.2.1", 0, 0))).isFalse();
    assertThat(OneServer.is(server("192.0.2.1", 3306, 5), server("192.0.2.2", 3306, 5))).isFalse();
    ServerLocation inside = ServerLocation.embedded(List.of());
    assertThat(OneServer.is(inside, inside)).isFalse();
  }
}
