package io.ibench.db.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.server.Ports;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What drivers expect of a socket, of both of ours. */
@ParameterizedClass(name = "{0}")
@EnumSource
class SocketsTest {

  private static final int SHORT_MILLIS = 50;

  enum Kind {
    TCP,
    UNIX
  }

  @Parameter private Kind kind;

  @TempDir private Path folder;

  private ServerSocketChannel server;
  private Socket client;
  private SocketChannel peer;

  @BeforeEach
  void connect() throws IOException {
    if (kind == Kind.TCP) {
      server = ServerSocketChannel.open().bind(new InetSocketAddress(loopback(), 0));
      client = new BlockingSocketFactory().createSocket();
      client.connect(server.getLocalAddress(), 60_000);
    } else {
      Path path = folder.resolve("s");
      server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      server.bind(UnixDomainSocketAddress.of(path));
      client = new UnixSocket(path.toString());
    }
    peer = server.accept();
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    peer.close();
    server.close();
  }

  private static InetAddress loopback() {
    return InetAddress.getLoopbackAddress();
  }

  private void answer(byte... bytes) throws IOException {
    peer.write(ByteBuffer.wrap(bytes));
  }

  @Test
  void itReadsWhatWasSentInAnyPieces() throws Exception {
    byte[] sent = new byte[100_000];
    new Random(1).nextBytes(sent);
    FutureTask<Void> sender =
        new FutureTask<>(
            () -> {
              ByteBuffer all = ByteBuffer.wrap(sent);
              while (all.hasRemaining()) {
                peer.write(all);
              }
              peer.shutdownOutput();
              return null;
            });
    new Thread(sender).start();
    InputStream input = client.getInputStream();
    byte[] received = new byte[sent.length];
    int at = 0;
    for (int piece = 1; at < sent.length; piece = piece % 20_000 * 3 + 1) {
      if (piece == 1) {
        received[at++] = (byte) input.read();
      } else {
        int count = input.read(received, at, Math.min(piece, sent.length - at));
        assertThat(count).isPositive();
        at += count;
      }
    }
    sender.get();
    assertThat(received).isEqualTo(sent);
    assertThat(input.read(received, 0, 4)).isEqualTo(-1);
    assertThat(input.read()).isEqualTo(-1);
  }

  @Test
  void whatHasArrivedTogetherIsThereAfterTheFirstByteIsRead() throws IOException {
    answer((byte) 1, (byte) 2, (byte) 3);
    InputStream input = client.getInputStream();
    assertThat(input.available()).isZero();
    assertThat(input.read()).isEqualTo(1);
    assertThat(input.available()).isEqualTo(2);
  }

  @Test
  void aReadThatTakesTooLongTimesOutAndClosesTheSocket() throws IOException {
    client.setSoTimeout(SHORT_MILLIS);
    assertThat(client.getSoTimeout()).isEqualTo(SHORT_MILLIS);
    InputStream input = client.getInputStream();
    assertThatThrownBy(input::read)
        .isInstanceOf(SocketTimeoutException.class)
        .hasMessage("Read timed out");
    assertThat(client.isClosed()).isTrue();
    assertThatThrownBy(input::read).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> client.setSoTimeout(1)).isInstanceOf(SocketException.class);
  }

  @Test
  void aTimeoutThatWasSwitchedOffNeverEndsARead() throws Exception {
    InputStream input = client.getInputStream();
    client.setSoTimeout(SHORT_MILLIS * 1000);
    answer((byte) 1);
    assertThat(input.read()).isEqualTo(1);
    client.setSoTimeout(SHORT_MILLIS);
    client.setSoTimeout(0);
    FutureTask<Integer> read = new FutureTask<>(input::read);
    new Thread(read).start();
    // The timeout of another socket, which begins later, is over first.
    try (ServerSocket silent = new ServerSocket(0, 1, loopback());
        BlockingSocket other = new BlockingSocket()) {
      other.connect(silent.getLocalSocketAddress());
      other.setSoTimeout(2 * SHORT_MILLIS);
      assertThatThrownBy(other.getInputStream()::read).isInstanceOf(SocketTimeoutException.class);
    }
    answer((byte) 7);
    assertThat(read.get()).isEqualTo(7);
  }

  @Test
  void closingEndsAReadOnAnotherThread() throws Exception {
    InputStream input = client.getInputStream();
    CountDownLatch reading = new CountDownLatch(1);
    FutureTask<Integer> read =
        new FutureTask<>(
            () -> {
              reading.countDown();
              return input.read();
            });
    new Thread(read).start();
    reading.await();
    client.close();
    assertThatThrownBy(read::get).hasCauseInstanceOf(IOException.class);
  }

  @Test
  void aConnectThatTakesTooLongTimesOut() throws IOException {
    List<SocketChannel> waiting = new ArrayList<>();
    try (ServerSocket busy = new ServerSocket(0, 1, loopback());
        BlockingSocket late = new BlockingSocket()) {
      // Nobody accepts: the queue is full after a few of them, and Linux answers no more.
      for (int i = 0; i < 8; i++) {
        SocketChannel next = SocketChannel.open();
        waiting.add(next);
        next.configureBlocking(false);
        next.connect(busy.getLocalSocketAddress());
      }
      assertThatThrownBy(() -> late.connect(busy.getLocalSocketAddress(), 300))
          .isInstanceOf(SocketTimeoutException.class)
          .hasMessage("Connect timed out");
      assertThat(late.isClosed()).isTrue();
    } finally {
      for (SocketChannel one : waiting) {
        one.close();
      }
    }
  }

  @Test
  void aRefusedConnectIsNoTimeout() throws IOException {
    int port = Ports.free();
    try (BlockingSocket refused = new BlockingSocket()) {
      assertThatThrownBy(() -> refused.connect(new InetSocketAddress(loopback(), port), 60_000))
          .isInstanceOf(java.net.ConnectException.class)
          .hasMessageContaining("refused");
    }
  }
}
