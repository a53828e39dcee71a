package io.ibench.db.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.server.Ports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The ports of this process's connections, as Linux lists them. */
@EnabledOnOs(OS.LINUX)
class LocalPortsTest {

  private static final String HEAD =
      "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout"
          + " inode";

  @TempDir private Path folder;

  @Test
  void findsTheConnectionsOfThisProcessToAPort() throws IOException {
    try (ServerSocket listener = Ports.listen();
        ServerSocket another = Ports.listen();
        Socket one = new Socket(InetAddress.getLoopbackAddress(), listener.getLocalPort());
        Socket other = new Socket(InetAddress.getLoopbackAddress(), another.getLocalPort())) {
      assertThat(LocalPorts.ofThisProcess(OptionalInt.of(listener.getLocalPort())))
          .hasValue(Set.of(one.getLocalPort()));
      assertThat(LocalPorts.ofThisProcess(OptionalInt.empty()).orElseThrow())
          .contains(one.getLocalPort(), other.getLocalPort());
    }
  }

  /** A pooler on this machine has a connection to the same server. */
  @Test
  void leavesOutTheConnectionsOfOtherProcesses() throws IOException {
    Path open = Files.createDirectories(folder.resolve("fd"));
    Files.createSymbolicLink(open.resolve("3"), Path.of("socket:[41]"));
    Files.createSymbolicLink(open.resolve("4"), Path.of("/dev/null"));
    table(
        "tcp",
        row("0100007F:C350", "0100007F:1538", 41),
        row("0100007F:C351", "0100007F:1538", 42));
    table("tcp6", row("00000000000000000000000001000000:C352", "0:1538", 43));
    assertThat(LocalPorts.of(folder, OptionalInt.of(5432))).hasValue(Set.of(50_000));
  }

  @Test
  void knowsNothingWhereTheSystemDoesNotTell() throws IOException {
    assertThat(LocalPorts.of(folder, OptionalInt.empty())).isEmpty();
    Files.createDirectories(folder.resolve("fd"));
    assertThat(LocalPorts.of(folder, OptionalInt.empty())).isEmpty();
  }

  private void table(String name, String... rows) throws IOException {
    Path file = Files.createDirectories(folder.resolve("net")).resolve(name);
    Files.writeString(file, HEAD + "\n" + String.join("\n", List.of(rows)) + "\n");
  }

  private static String row(String local, String remote, long inode) {
    return "   0: "
        + local
        + " "
        + remote
        + " 01 00000000:00000000 00:00000000 00000000  1000        0 "
        + inode
        + " 1";
  }
}
