package io.ibench.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;

class PortsTest {

  @Test
  void aPortIsNotFreeWhileSomebodyListensOnIt() throws IOException {
    try (ServerSocket listener = Ports.listen()) {
      assertThat(Ports.isFree(listener.getLocalPort())).isFalse();
    }
  }

  @Test
  void aPortIsNotFreeWhileSomebodyListensOnAllAddresses() throws IOException {
    try (ServerSocket everywhere = new ServerSocket(0)) {
      assertThat(Ports.isFree(everywhere.getLocalPort())).isFalse();
    }
  }

  @Test
  void aFreePortRefusesClients() throws IOException {
    int port = Ports.free();
    assertThatThrownBy(() -> new Socket("127.0.0.1", port)).isInstanceOf(ConnectException.class);
  }

  @Test
  void aFreePortCanBeTakenAtOnce() throws IOException {
    try (ServerSocket server = new ServerSocket(Ports.free())) {
      assertThat(server.isBound()).isTrue();
    }
  }
}
