package io.ibench.db.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Product;
import io.ibench.db.ServerSchema;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.TcpProxy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An answer over TCP costs the client one write, one read and no poll, by each driver. Java polls
 * only sockets that do not block.
 */
@EnabledOnOs(OS.LINUX)
@NeedsServer
@Timeout(300)
class SocketCallsTest {

  private static final int OPERATIONS = 40;
  private static final Path PROCESS = Path.of("/proc/self");
  private static final int O_NONBLOCK = 04000;

  /**
   * Of the calling thread; sending and receiving are not among them, and Java does not use them.
   */
  private record Calls(long reads, long writes) {

    static Calls soFar() throws IOException {
      List<String> lines = Files.readAllLines(Path.of("/proc/thread-self/io"));
      return new Calls(value(lines, "syscr: "), value(lines, "syscw: "));
    }

    private static long value(List<String> lines, String name) {
      return lines.stream()
          .filter(line -> line.startsWith(name))
          .mapToLong(line -> Long.parseLong(line.substring(name.length())))
          .findFirst()
          .orElseThrow();
    }

    Calls minus(Calls other) {
      return new Calls(reads - other.reads, writes - other.writes);
    }
  }

  private static void ask(PreparedStatement statement) throws SQLException {
    for (int i = 0; i < OPERATIONS; i++) {
      statement.setLong(1, i);
      try (ResultSet rows = statement.executeQuery()) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getLong(1)).isEqualTo(i + 1);
      }
    }
  }

  private static PreparedStatement prepare(Connection connection, Product product)
      throws SQLException {
    return connection.prepareStatement(
        product.isPostgres() ? "SELECT ?::bigint + 1" : "SELECT ? + 1");
  }

  /** The proxy is late, so that no answer is there before it is read. */
  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "MYSQL", "POSTGRES"})
  void anAnswerTakesOneWriteOneReadAndNoPoll(Product product) throws Exception {
    try (ServerSchema schema = ServerSchema.of(product);
        TcpProxy proxy = TcpProxy.to("127.0.0.1", schema.port());
        BareAccess access = (BareAccess) schema.open(schema.url(proxy.port()));
        Connection connection = access.bareConnection();
        PreparedStatement statement = prepare(connection, product)) {
      ask(statement);
      Calls before = Calls.soFar().minus(Calls.soFar()); // loads its classes
      proxy.delay(TimeUnit.MILLISECONDS.toNanos(5));
      before = Calls.soFar();
      Calls ofCounting = Calls.soFar().minus(before);
      before = Calls.soFar();
      ask(statement);
      Calls calls = Calls.soFar().minus(before).minus(ofCounting);

      assertThat(calls).isEqualTo(new Calls(OPERATIONS, OPERATIONS));
      assertThat(blocking(proxy.port())).isNotEmpty().doesNotContain(false);
    }
  }

  /** Read timeouts need the driver's own sockets. */
  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "MYSQL", "POSTGRES"})
  void aDriversOwnSocketWithATimeoutPolls(Product product) throws Exception {
    try (ServerSchema schema = ServerSchema.of(product);
        TcpProxy proxy = TcpProxy.to("127.0.0.1", schema.port());
        BareAccess access =
            (BareAccess) schema.open(schema.url(proxy.port()) + "&socketTimeout=600000");
        Connection connection = access.bareConnection();
        PreparedStatement statement = prepare(connection, product)) {
      ask(statement);

      assertThat(blocking(proxy.port())).isNotEmpty().doesNotContain(true);
    }
  }

  /** Whether each of this process' sockets to this port blocks in the kernel. */
  private static List<Boolean> blocking(int port) throws IOException {
    List<String> sockets = sockets(port);
    List<Boolean> blocking = new ArrayList<>();
    try (Stream<Path> open = Files.list(PROCESS.resolve("fd"))) {
      for (Path file : open.toList()) {
        try {
          if (sockets.contains(Files.readSymbolicLink(file).toString())) {
            blocking.add((flags(file.getFileName()) & O_NONBLOCK) == 0);
          }
        } catch (NoSuchFileException e) {
          continue; // closed by another test
        }
      }
    }
    return blocking;
  }

  private static int flags(Path number) throws IOException {
    return Files.readAllLines(PROCESS.resolve("fdinfo").resolve(number)).stream()
        .filter(line -> line.startsWith("flags:"))
        .mapToInt(line -> Integer.parseInt(line.substring("flags:".length()).strip(), 8))
        .findFirst()
        .orElseThrow();
  }

  /** As the links in the folder of open files name them. */
  private static List<String> sockets(int port) throws IOException {
    String end = String.format(Locale.ROOT, ":%04X", port);
    List<String> sockets = new ArrayList<>();
    for (String table : List.of("tcp", "tcp6")) {
      for (String line : Files.readAllLines(PROCESS.resolve("net").resolve(table))) {
        String[] words = line.strip().split("\\s+");
        if (words[2].endsWith(end)) {
          sockets.add("socket:[" + words[9] + "]");
        }
      }
    }
    return sockets;
  }
}
