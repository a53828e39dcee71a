package io.ibench.testing;

import io.ibench.server.Ports;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * pgbouncer on 127.0.0.1 before a private PostgreSQL server, all of whose databases it reaches. It
 * asks for no password. The caller closes it; when the JVM ends first, that happens then.
 * Thread-safe.
 */
public final class PrivatePgbouncer implements AutoCloseable {

  private static final String PROGRAM = "pgbouncer";
  private static final String USUAL_FOLDERS = "/usr/sbin:/usr/local/sbin:/usr/local/bin";

  /** More than a test has threads and other sessions. */
  private static final int MOST_THREADS = 80;

  private static final int FEW_CONNECTIONS = 20;

  /** For how long a client has a connection of the server. */
  public enum Mode {
    SESSION,
    TRANSACTION
  }

  private final PrivatePostgres server;
  private final ServerFolder folder;
  private final int port;
  private final Thread shutdownHook = new Thread(this::remove, "remove private pgbouncer");
  private Process process;

  /** Started on first use. */
  private static final class BySession {
    static final PrivatePgbouncer INSTANCE = start(PrivatePostgres.shared(), Mode.SESSION);
  }

  private static final class ByTransaction {
    static final PrivatePgbouncer INSTANCE = start(PrivatePostgres.shared(), Mode.TRANSACTION);
  }

  private PrivatePgbouncer(PrivatePostgres server, ServerFolder folder, int port) {
    this.server = server;
    this.folder = folder;
    this.port = port;
    Runtime.getRuntime().addShutdownHook(shutdownHook);
  }

  /** Why it cannot be started on this machine; empty if it can. */
  public static Optional<String> missing() {
    return program().isPresent()
        ? PrivatePostgres.missing()
        : Optional.of("there is no " + PROGRAM);
  }

  /** The one before the server that the tests of this JVM share; the caller leaves it running. */
  public static PrivatePgbouncer shared(Mode mode) {
    return mode == Mode.SESSION ? BySession.INSTANCE : ByTransaction.INSTANCE;
  }

  private static PrivatePgbouncer start(PrivatePostgres server, Mode mode) {
    try {
      Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
      Path path = Files.createTempDirectory(temporary, "ibench-pgbouncer-");
      PostgresPrograms.handOver(path);
      PrivatePgbouncer made = new PrivatePgbouncer(server, new ServerFolder(path), Ports.free());
      try {
        made.launch(mode);
      } catch (IOException | RuntimeException e) {
        made.close();
        throw e;
      }
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A URL for JDBC of one of the server's databases; {@code &} appends further options. */
  public String jdbcUrl(String database) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + database + "?sslmode=disable";
  }

  private synchronized void launch(Mode mode) throws IOException {
    Path file = Files.writeString(folder.resolve("pgbouncer.ini"), settings(mode));
    PostgresPrograms.handOver(file);
    process =
        folder.run(
            PostgresPrograms.command(
                List.of(program().orElseThrow().toString(), "-q", file.toString())));
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(ServerFolder.PATIENCE_SECONDS);
    Optional<SQLException> refusal = refusal();
    while (refusal.isPresent()) {
      if (!process.isAlive() || System.nanoTime() > deadline) {
        throw folder.failure("pgbouncer did not start", refusal.get());
      }
      ServerFolder.pause();
      refusal = refusal();
    }
  }

  /** Each transaction gets another connection of the server than the one before, if it has any. */
  private String settings(Mode mode) {
    return String.join(
        "\n",
        "[databases]",
        "* = host=127.0.0.1 port=%d user=%s password=%s"
            .formatted(server.port(), server.user(), server.password()),
        "[pgbouncer]",
        "listen_addr = 127.0.0.1",
        "listen_port = " + port,
        "unix_socket_dir =",
        "auth_type = any",
        "pool_mode = " + mode.name().toLowerCase(Locale.ROOT),
        "server_round_robin = 1",
        "default_pool_size = " + (mode == Mode.SESSION ? MOST_THREADS : FEW_CONNECTIONS),
        "max_client_conn = 1000",
        "");
  }

  private Optional<SQLException> refusal() {
    try (Connection connection =
        DriverManager.getConnection(jdbcUrl("postgres"), server.user(), "")) {
      return connection.isValid(0)
          ? Optional.empty()
          : Optional.of(new SQLException("the connection is not valid"));
    } catch (SQLException e) {
      return Optional.of(e);
    }
  }

  private static Optional<Path> program() {
    String path = System.getenv().getOrDefault("PATH", "") + File.pathSeparator + USUAL_FOLDERS;
    return Stream.of(path.split(File.pathSeparator))
        .map(folder -> Path.of(folder, PROGRAM))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Ends it and removes its files. Closing again does nothing. */
  @Override
  public void close() {
    if (Runtime.getRuntime().removeShutdownHook(shutdownHook)) {
      remove();
    }
  }

  private synchronized void remove() {
    if (process != null) {
      ServerFolder.end(process.destroyForcibly());
    }
    folder.remove();
  }
}
