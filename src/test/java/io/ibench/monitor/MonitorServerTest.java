package io.ibench.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.monitor.MonitorServer.UnavailableException;
import io.ibench.report.Samples;
import java.io.IOException;
import java.net.BindException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class MonitorServerTest {

  private MonitorServer server;

  @BeforeEach
  void start() throws IOException {
    server = MonitorServer.start(HttpAddress.parse("127.0.0.1:0").orElseThrow());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void begin() {
    server.begin(
        new LiveRun(Samples.run()),
        new MonitorServer.Contents() {
          @Override
          public byte[] page() {
            return "<p>page".getBytes(StandardCharsets.UTF_8);
          }

          @Override
          public byte[] status() throws UnavailableException {
            throw new UnavailableException("the folder is gone");
          }
        },
        System::nanoTime);
  }

  private int port() {
    return URI.create(server.url()).getPort();
  }

  /** The whole answer. */
  private String answer(String method, String path, String host) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", port())) {
      String head = method + " " + path + " HTTP/1.1\r\nHost: " + host + "\r\n";
      socket
          .getOutputStream()
          .write((head + "Connection: close\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private String get(String path) throws IOException {
    return answer("GET", path, "localhost");
  }

  @Test
  void servesMetricsPageAndItsFrame() throws IOException {
    begin();

    assertThat(get("/metrics"))
        .startsWith("HTTP/1.1 200 ")
        .containsIgnoringCase("\r\ncontent-type: text/plain; version=0.0.4; charset=utf-8\r\n")
        .contains("\nibench_run_info{");
    assertThat(get("/page")).startsWith("HTTP/1.1 200 ").endsWith("<p>page");
    assertThat(get("/")).startsWith("HTTP/1.1 200 ").contains("<iframe id=\"page\"");
    assertThat(get("/live.js")).startsWith("HTTP/1.1 200 ");
    assertThat(get("/live.css")).startsWith("HTTP/1.1 200 ");
    assertThat(answer("HEAD", "/metrics", "localhost"))
        .startsWith("HTTP/1.1 200 ")
        .doesNotContain("ibench_run_info");
  }

  @Test
  void whatCannotBeMadeNowSaysWhy() throws IOException {
    assertThat(get("/metrics")).startsWith("HTTP/1.1 503 ").endsWith("has not begun yet\n");
    begin();
    assertThat(get("/status")).startsWith("HTTP/1.1 503 ").endsWith("the folder is gone\n");
    assertThat(get("/../etc/passwd")).startsWith("HTTP/1.1 404 ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "PATCH"})
  void changesNothing(String method) throws IOException {
    begin();
    assertThat(answer(method, "/metrics", "localhost"))
        .startsWith("HTTP/1.1 405 ")
        .containsIgnoringCase("\r\nallow: GET, HEAD\r\n");
  }

  @Test
  void aNameOfAStrangerIsRefused() throws IOException {
    begin();
    assertThat(answer("GET", "/metrics", "evil.example"))
        .startsWith("HTTP/1.1 421 ")
        .doesNotContain("ibench_run_info");
  }

  @Test
  void aPortIsTakenAndServedUntilTheRunIsOver() throws IOException {
    HttpAddress same = HttpAddress.parse("127.0.0.1:" + port()).orElseThrow();
    assertThatThrownBy(() -> MonitorServer.start(same)).isInstanceOf(BindException.class);

    begin();
    assertThat(get("/metrics")).startsWith("HTTP/1.1 200 ");
    server.close();
    // Not always free at once, nor refused: a child process of another test that starts just now
    // holds the listener.
    try (Socket late = new Socket("127.0.0.1", port())) {
      late.setSoTimeout(1000);
      late.getOutputStream()
          .write("GET /metrics HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      assertThat(late.getInputStream().readAllBytes()).isEmpty();
    } catch (SocketException | SocketTimeoutException refusedOrLeftAlone) {
      // Refused is the usual case.
    }
  }

  /** Of a request that never ends. */
  private Socket unfinished() throws IOException {
    Socket socket = new Socket("127.0.0.1", port());
    socket.getOutputStream().write('G');
    socket.getOutputStream().flush();
    return socket;
  }

  @Test
  void unfinishedRequestsHoldNobodyUp() throws IOException {
    begin();
    List<Socket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < 20; i++) {
        sockets.add(unfinished());
      }
      assertThat(get("/metrics")).startsWith("HTTP/1.1 200 ");
      assertThat(get("/page")).endsWith("<p>page");
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  /** The JDK's server closes what is above its limit. */
  @Test
  void moreConnectionsThanALimitAreClosed() throws IOException {
    List<Socket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < 60; i++) {
        sockets.add(unfinished());
      }
      int closed = 0;
      for (Socket socket : sockets.subList(32, 60)) {
        socket.setSoTimeout(60_000);
        try {
          closed += socket.getInputStream().read() < 0 ? 1 : 0;
        } catch (SocketException e) {
          closed++; // reset
        }
      }
      assertThat(closed).isEqualTo(28);
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }
}
