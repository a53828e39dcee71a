package io.ibench.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.server.Ports;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TcpProxyTest {

  private EchoServer server;
  private TcpProxy proxy;

  @BeforeEach
  void start() throws IOException {
    server = new EchoServer();
    proxy = TcpProxy.to("127.0.0.1", server.port());
  }

  @AfterEach
  void stop() throws Exception {
    proxy.close();
    server.close();
  }

  @Test
  void everyRequestAfterAnAnswerIsOneRoundTrip() throws IOException {
    try (Client client = new Client(proxy.port())) {
      for (int i = 0; i < 1000; i++) {
        assertThat(client.ask("select\n")).isEqualTo("select\n");
      }
      assertThat(proxy.roundTrips()).isEqualTo(1000);
      assertThat(proxy.bytesToServer()).isEqualTo(7000);
      assertThat(proxy.bytesToClient()).isEqualTo(7000);
    }
  }

  @Test
  void aRequestInSeveralPiecesIsOneRoundTrip() throws Exception {
    try (Client client = new Client(proxy.port())) {
      client.send("sel");
      server.awaitTotalReceived(3);
      client.send("ect");
      server.awaitTotalReceived(6);
      client.send("\n");
      assertThat(client.read(7)).isEqualTo("select\n");
      assertThat(proxy.roundTrips()).isEqualTo(1);
    }
  }

  @Test
  void anAnswerInSeveralPiecesIsPartOfOneRoundTrip() throws Exception {
    try (Client client = new Client(proxy.port())) {
      client.ask("one\n");
      EchoServer.say(server.nextClient(), "more");
      assertThat(client.read(4)).isEqualTo("more");
      client.ask("two\n");
      assertThat(proxy.roundTrips()).isEqualTo(2);
    }
  }

  @Test
  void whatTheServerSaysFirstIsNoRoundTrip() throws Exception {
    try (Client client = new Client(proxy.port())) {
      EchoServer.say(server.nextClient(), "hello");
      assertThat(client.read(5)).isEqualTo("hello");
      assertThat(proxy.roundTrips()).isZero();
      assertThat(proxy.bytesToClient()).isEqualTo(5);
    }
  }

  @Test
  void interleavedConnectionsAreCountedEachForItselfAndSummed() throws Exception {
    try (Client first = new Client(proxy.port());
        Client second = new Client(proxy.port())) {
      first.send("a");
      second.send("b");
      server.awaitTotalReceived(2);
      assertThat(proxy.roundTrips()).isZero();
      first.send("\n");
      second.send("\n");
      assertThat(first.read(2)).isEqualTo("a\n");
      assertThat(second.read(2)).isEqualTo("b\n");
      assertThat(proxy.roundTrips()).isEqualTo(2);
      first.ask("c\n");
    }
    assertThat(proxy.roundTrips()).isEqualTo(3);
  }

  @Test
  void resetStartsFromZeroOnOpenConnections() throws IOException {
    try (Client client = new Client(proxy.port())) {
      client.ask("one\n");
      proxy.reset();
      assertThat(proxy.roundTrips()).isZero();
      client.ask("two\n");
      assertThat(proxy.roundTrips()).isEqualTo(1);
      assertThat(proxy.bytesToServer()).isEqualTo(4);
      assertThat(proxy.bytesToClient()).isEqualTo(4);
    }
  }

  @Test
  void largeDataArrivesUnchanged() throws IOException {
    String line = "0123456789abcdef".repeat(1 << 16) + "\n";
    try (Client client = new Client(proxy.port())) {
      assertThat(client.ask(line).equals(line)).isTrue();
      assertThat(proxy.roundTrips()).isEqualTo(1);
      assertThat(proxy.bytesToClient()).isEqualTo(line.length());
    }
  }

  @Test
  void cutEndsOpenConnectionsAndServesNewOnes() throws IOException {
    try (Client client = new Client(proxy.port())) {
      client.ask("one\n");
      proxy.cut();
      assertThat(client.isAtEnd()).isTrue();
    }
    try (Client client = new Client(proxy.port())) {
      assertThat(client.ask("two\n")).isEqualTo("two\n");
    }
  }

  @Test
  void cutEndsAStalledConnectionWithoutForwardingWhatWasHeldBack() throws IOException {
    try (Client client = new Client(proxy.port())) {
      client.ask("one\n");
      proxy.stall();
      client.send("two\n");
      proxy.cut();
      assertThat(client.isAtEnd()).isTrue();
      proxy.resume();
    }
    assertThat(proxy.bytesToServer()).isEqualTo(4);
  }

  @Test
  void stallHoldsRequestsBackUntilResume() throws IOException {
    try (Client client = new Client(proxy.port())) {
      client.ask("one\n");
      proxy.stall();
      client.send("two\n");
      client.socket.setSoTimeout(50);
      assertThatThrownBy(() -> client.read(4)).isInstanceOf(SocketTimeoutException.class);
      assertThat(proxy.bytesToServer()).isEqualTo(4);
      client.socket.setSoTimeout(0);
      proxy.resume();
      assertThat(client.read(4)).isEqualTo("two\n");
      assertThat(proxy.roundTrips()).isEqualTo(2);
    }
  }

  @Test
  void refusingEndsNewConnectionsAndServesPresentOnes() throws IOException {
    try (Client client = new Client(proxy.port())) {
      client.ask("one\n");
      proxy.refuse(true);
      try (Client second = new Client(proxy.port())) {
        assertThat(second.isAtEnd()).isTrue();
      }
      assertThat(client.ask("two\n")).isEqualTo("two\n");
      proxy.refuse(false);
    }
    try (Client client = new Client(proxy.port())) {
      assertThat(client.ask("three\n")).isEqualTo("three\n");
    }
  }

  @Test
  void aDelayHoldsBackRequestAndAnswer() throws IOException {
    long nanos = 30_000_000;
    try (Client client = new Client(proxy.port())) {
      client.ask("one\n");
      proxy.delay(nanos);
      long start = System.nanoTime();
      client.ask("two\n");
      assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(2 * nanos);
    }
  }

  @Test
  void aSilentConnectionForwardsNothingAndItsEndIsHiddenFromTheServer() throws Exception {
    try (Client client = new Client(proxy.port())) {
      client.ask("one\n");
      proxy.silence();
      client.send("two\n");
      client.socket.setSoTimeout(50);
      assertThatThrownBy(() -> client.read(4)).isInstanceOf(SocketTimeoutException.class);
    }
    Socket seenByServer = server.nextClient();
    try (Client second = new Client(proxy.port())) {
      assertThat(second.ask("three\n")).isEqualTo("three\n");
      assertThat(seenByServer.isClosed()).isFalse();
      assertThat(proxy.bytesToServer()).isEqualTo(10);
    }
  }

  @Test
  void theEndOfTheServerReachesTheClient() throws Exception {
    try (Client client = new Client(proxy.port())) {
      client.ask("one\n");
      server.nextClient().close();
      assertThat(client.isAtEnd()).isTrue();
    }
  }

  @Test
  void aServerThatRefusesEndsTheClientAndNotTheProxy() throws Exception {
    try (TcpProxy toNobody = TcpProxy.to("127.0.0.1", Ports.free())) {
      for (int i = 0; i < 2; i++) {
        try (Client client = new Client(toNobody.port())) {
          assertThat(client.isAtEnd()).isTrue();
        }
      }
    }
  }

  @Test
  void closeEndsOpenConnectionsAndServesNoNewOnes() throws Exception {
    try (Client client = new Client(proxy.port())) {
      client.ask("one\n");
      server.nextClient();
      proxy.close();
      assertThat(client.isAtEnd()).isTrue();
    }
    // Not always refused: a child process of another test that starts just now holds the listener.
    try (Client late = new Client(proxy.port())) {
      late.socket.setSoTimeout(1000);
      late.send("two\n");
      assertThat(late.isAtEnd()).isTrue();
    } catch (SocketException | SocketTimeoutException refusedOrLeftAlone) {
      // Refused is the usual case.
    }
    assertThat(server.waitingClients()).isZero();
  }

  private static final class Client implements AutoCloseable {

    final Socket socket;

    Client(int port) throws IOException {
      socket = new Socket("127.0.0.1", port);
      socket.setTcpNoDelay(true);
    }

    void send(String text) throws IOException {
      socket.getOutputStream().write(text.getBytes(US_ASCII));
    }

    String read(int length) throws IOException {
      return new String(socket.getInputStream().readNBytes(length), US_ASCII);
    }

    String ask(String line) throws IOException {
      send(line);
      return read(line.length());
    }

    boolean isAtEnd() throws IOException {
      try {
        return socket.getInputStream().read() < 0;
      } catch (SocketException reset) {
        return true;
      }
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
