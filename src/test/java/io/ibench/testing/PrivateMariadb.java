package io.ibench.testing;

import io.ibench.server.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A MariaDB server for tests on 127.0.0.1, or a MySQL if the environment names one, with its own
 * data directory under the temporary directory. Touches no other server of the machine. Its user
 * has all rights.
 *
 * <p>The caller closes it, which ends the server and removes its data; when the JVM ends first,
 * that happens then. Thread-safe.
 */
public final class PrivateMariadb implements PrivateServer {

  private static final String NAME = "ibench";
  private static final String PASSWORD = "ibench-test";
  private static final List<String> MYROCKS =
      List.of(
          "--plugin-load-add=" + MariadbPrograms.MYROCKS_LIBRARY,
          "--rocksdb-block-cache-size=64M",
          "--rocksdb-deadlock-detect=ON");

  private final ServerFolder directory;
  private final List<String> command;
  private final int port;
  private final Thread shutdownHook = new Thread(this::remove, "remove private MariaDB");
  private Process server;

  /** Started on first use: a run that needs no server starts none. */
  private static final class Shared {
    static final PrivateMariadb INSTANCE =
        missingMyRocks().isPresent() ? start() : startWithMyRocks();
  }

  private PrivateMariadb(Path directory, int port, List<String> engineOptions) throws IOException {
    this.directory = new ServerFolder(directory);
    this.port = port;
    this.command = serverCommand(engineOptions);
    Runtime.getRuntime().addShutdownHook(shutdownHook);
  }

  /** Why no server can be started on this machine; empty if one can. */
  public static Optional<String> missing() {
    return MariadbPrograms.missing();
  }

  /** Whether the environment names a MySQL, which is then each of these servers. */
  public static boolean isMysql() {
    return MariadbPrograms.mysql().isPresent();
  }

  /** Why no server with MyRocks can be started on this machine; empty if one can. */
  public static Optional<String> missingMyRocks() {
    return MariadbPrograms.missingMyRocks();
  }

  /**
   * The one server that the tests of this JVM share, with MyRocks if it is installed. A test must
   * not kill, stop or close it.
   */
  public static PrivateMariadb shared() {
    return Shared.INSTANCE;
  }

  /** Starts a server with InnoDB and returns when it answers. */
  public static PrivateMariadb start() {
    return start(List.of());
  }

  /**
   * Starts a server with InnoDB and MyRocks and returns when it answers. MyRocks detects deadlocks
   * and leaves syncing to the system: waiting for either would take most of a test's time.
   */
  public static PrivateMariadb startWithMyRocks() {
    List<String> options = new ArrayList<>(MYROCKS);
    options.add("--rocksdb-flush-log-at-trx-commit=2");
    return start(options);
  }

  /**
   * Starts a durable server with InnoDB, or with InnoDB and MyRocks, in a folder of its own below
   * this one, and returns when it answers.
   */
  public static PrivateMariadb startIn(Path parent, boolean myRocks, String... options) {
    List<String> all = new ArrayList<>(myRocks ? MYROCKS : List.of());
    all.addAll(List.of(options));
    return start(parent, all);
  }

  /** Starts a server with InnoDB and these additional options, and returns when it answers. */
  public static PrivateMariadb startWith(String... options) {
    return start(List.of(options));
  }

  private static PrivateMariadb start(List<String> engineOptions) {
    return start(Path.of(System.getProperty("java.io.tmpdir")), engineOptions);
  }

  private static PrivateMariadb start(Path parent, List<String> engineOptions) {
    return ServerFolder.onFreePort(() -> startOnce(parent, engineOptions));
  }

  private static PrivateMariadb startOnce(Path parent, List<String> engineOptions)
      throws IOException {
    Path directory = Files.createTempDirectory(parent, "ibench-mariadb-");
    PrivateMariadb mariadb = new PrivateMariadb(directory, Ports.free(), engineOptions);
    try {
      mariadb.install();
      mariadb.launch();
    } catch (IOException | RuntimeException e) {
      mariadb.close();
      throw e;
    }
    return mariadb;
  }

  /** A URL for JDBC without user and password; {@code &} appends further options. */
  public String jdbcUrl() {
    return jdbcUrl(port);
  }

  /** The same through another port of 127.0.0.1, such as a {@link TcpProxy}'s. */
  public String jdbcUrl(int proxyPort) {
    // MySQL sends its key for a password that no encrypted connection hides.
    return "jdbc:mariadb://127.0.0.1:"
        + proxyPort
        + "/"
        + NAME
        + "?sslMode=disable"
        + (isMysql() ? "&allowPublicKeyRetrieval=true" : "");
  }

  /** Its unix socket; users who connect through it come from localhost. */
  public Path socket() {
    return directory.resolve("socket");
  }

  /** The data directory. */
  public Path data() {
    return directory.resolve("data");
  }

  public String user() {
    return NAME;
  }

  public String password() {
    return PASSWORD;
  }

  @Override
  public int port() {
    return port;
  }

  /** The server's process id; another one after {@link #restart}. */
  @Override
  public synchronized long pid() {
    return server.pid();
  }

  @Override
  public Connection connect() throws SQLException {
    return DriverManager.getConnection(jdbcUrl(), NAME, PASSWORD);
  }

  /** Ends the server like a crash (SIGKILL), and keeps its data; returns when it is gone. */
  @Override
  public synchronized void kill() {
    ServerFolder.end(server.destroyForcibly());
  }

  @Override
  public synchronized void stop() {
    server.destroy();
    ServerFolder.end(server);
  }

  @Override
  public synchronized void pause() {
    directory.signalAll(server, "STOP");
    directory.signalAll(server, "STOP"); // what the first call found was able to start a child
  }

  @Override
  public synchronized void unpause() {
    directory.signalAll(server, "CONT");
  }

  /** Starts the server again on the same data and port; returns when it answers. */
  @Override
  public synchronized void restart() {
    stop();
    try {
      launch();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends the server and removes its data. Closing again does nothing. */
  @Override
  public void close() {
    if (Runtime.getRuntime().removeShutdownHook(shutdownHook)) {
      remove();
    }
  }

  private synchronized void remove() {
    if (server != null) {
      kill();
    }
    directory.remove();
  }

  private List<String> serverCommand(List<String> engineOptions) throws IOException {
    List<String> words = new ArrayList<>();
    words.add(MariadbPrograms.server().toString());
    words.addAll(
        List.of(
            "--no-defaults",
            "--basedir=" + MariadbPrograms.home(),
            "--user=" + TestUser.name(),
            "--datadir=" + directory.resolve("data"),
            "--tmpdir=" + Files.createDirectory(directory.resolve("tmp")),
            "--socket=" + directory.resolve("socket"),
            "--pid-file=" + directory.resolve("pid"),
            "--init-file=" + directory.resolve("init.sql"),
            "--bind-address=127.0.0.1",
            "--port=" + port,
            "--skip-name-resolve",
            "--max-connections=500",
            "--innodb-buffer-pool-size=128M",
            "--innodb-flush-log-at-trx-commit=1"));
    if (isMysql()) {
      words.addAll(List.of("--mysqlx=OFF", "--secure-file-priv="));
    }
    words.addAll(engineOptions);
    return List.copyOf(words);
  }

  private void install() throws IOException {
    Files.writeString(
        directory.resolve("init.sql"),
        """
        CREATE DATABASE IF NOT EXISTS %1$s;
        CREATE USER IF NOT EXISTS %1$s@'127.0.0.1' IDENTIFIED BY '%2$s';
        GRANT ALL PRIVILEGES ON *.* TO %1$s@'127.0.0.1' WITH GRANT OPTION;
        """
            .formatted(NAME, PASSWORD));
    directory.runToEnd("creating the data directory", installerCommand());
  }

  private List<String> installerCommand() {
    return MariadbPrograms.mysql()
        .map(
            program ->
                List.of(
                    program.toString(),
                    "--no-defaults",
                    "--initialize-insecure",
                    "--basedir=" + MariadbPrograms.home(),
                    "--user=" + TestUser.name(),
                    "--datadir=" + directory.resolve("data"),
                    "--tmpdir=" + directory.resolve("tmp"),
                    "--secure-file-priv="))
        .orElseGet(this::mariadbInstaller);
  }

  private List<String> mariadbInstaller() {
    return List.of(
        MariadbPrograms.installer().toString(),
        "--no-defaults",
        "--basedir=" + MariadbPrograms.home(),
        "--user=" + TestUser.name(),
        "--datadir=" + directory.resolve("data"),
        // A server that starts elsewhere removes the temporary tables that it finds in its own.
        "--tmpdir=" + directory.resolve("tmp"),
        "--auth-root-authentication-method=normal",
        "--skip-test-db");
  }

  private synchronized void launch() throws IOException {
    server = directory.run(command);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(ServerFolder.PATIENCE_SECONDS);
    while (!listens()) {
      if (!server.isAlive() || System.nanoTime() > deadline) {
        throw directory.failure("MariaDB did not start", null);
      }
      ServerFolder.pause();
    }
    try {
      connect().close();
    } catch (SQLException e) {
      throw directory.failure("MariaDB started, but refuses its user", e);
    }
  }

  private boolean listens() {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      return socket.isConnected();
    } catch (IOException refused) {
      return false;
    }
  }
}
