package io.ibench.overhead;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.overhead.loopback.CannedRow;
import io.ibench.overhead.loopback.LoopbackServer;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DriverCallsTest {

  private static final int READS = 50;

  /** More than once: drivers change to binary results and to cached columns after a while. */
  @ParameterizedTest
  @ValueSource(strings = {"mariadb", "mysql", "postgres", "mongodb"})
  void aDriverConnectsAndReadsTheRow(String product) throws Exception {
    LoopbackServer.Product served =
        LoopbackServer.Product.valueOf(product.toUpperCase(Locale.ROOT));
    try (LoopbackServer server = LoopbackServer.start(served);
        DriverCalls.Reader reader = DriverCalls.open(product, server.port())) {
      for (int i = 0; i < READS; i++) {
        assertThat(reader.read(i))
            .isEqualTo(CannedRow.ID + CannedRow.TYPE + CannedRow.VERSION + CannedRow.DATA_BYTES);
      }
      assertThat(server.failure()).isEmpty();
    }
  }
}
