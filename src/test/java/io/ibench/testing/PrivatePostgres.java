package io.ibench.testing;

import io.ibench.server.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A PostgreSQL server for tests on 127.0.0.1, with its own data directory under the temporary
 * directory. Touches no other server of the machine. Its user is a superuser.
 *
 * <p>The caller closes it, which ends the server and removes its data; when the JVM ends first,
 * that happens then. Thread-safe.
 */
public final class PrivatePostgres implements PrivateServer {

  private static final String NAME = "ibench";
  private static final String PASSWORD = "ibench-test";
  private static final String FIRST_DATABASE = "postgres";

  private final ServerFolder directory;
  private final PostgresPrograms programs;
  private final List<String> command;
  private final int port;
  private final Thread shutdownHook = new Thread(this::remove, "remove private PostgreSQL");
  private Process server;

  /** Started on first use: a run that needs no server starts none. */
  private static final class Shared {
    static final PrivatePostgres INSTANCE = start();
  }

  private PrivatePostgres(
      Path directory, int port, PostgresPrograms programs, List<String> options) {
    this.directory = new ServerFolder(directory);
    this.port = port;
    this.programs = programs;
    this.command = serverCommand(options);
    Runtime.getRuntime().addShutdownHook(shutdownHook);
  }

  /** Why no server can be started on this machine; empty if one can. */
  public static Optional<String> missing() {
    return PostgresPrograms.ofThisMachine().missing();
  }

  /**
   * The one server that the tests of this JVM share. A test must not kill, stop or close it, nor
   * change a global setting.
   */
  public static PrivatePostgres shared() {
    return Shared.INSTANCE;
  }

  /** Starts a server and returns when it answers. */
  public static PrivatePostgres start() {
    return startWith();
  }

  /**
   * Starts a server and returns when it answers.
   *
   * @param options of the server besides its usual ones, such as {@code log_statement=all}
   */
  public static PrivatePostgres startWith(String... options) {
    return startIn(Path.of(System.getProperty("java.io.tmpdir")), options);
  }

  /** The same in a folder of its own below this one, which the user postgres must reach. */
  public static PrivatePostgres startIn(Path parent, String... options) {
    return start(parent, PostgresPrograms.ofThisMachine(), options);
  }

  /**
   * Starts a server of another version than this machine's.
   *
   * @param programs the folder of postgres and initdb
   */
  public static PrivatePostgres startOf(Path programs, String... options) {
    return start(
        Path.of(System.getProperty("java.io.tmpdir")), PostgresPrograms.in(programs), options);
  }

  private static PrivatePostgres start(Path parent, PostgresPrograms programs, String... options) {
    return ServerFolder.onFreePort(() -> startOnce(parent, programs, options));
  }

  private static PrivatePostgres startOnce(
      Path parent, PostgresPrograms programs, String... options) throws IOException {
    Path directory = Files.createTempDirectory(parent, "ibench-postgres-");
    PostgresPrograms.handOver(directory);
    PrivatePostgres postgres =
        new PrivatePostgres(directory, Ports.free(), programs, List.of(options));
    try {
      postgres.install();
      postgres.launch();
      postgres.createDatabase();
    } catch (IOException | RuntimeException e) {
      postgres.close();
      throw e;
    }
    return postgres;
  }

  /**
   * Starts a hot standby of this server with programs of its version; the caller closes it first.
   */
  public PrivatePostgres startStandby() {
    return ServerFolder.onFreePort(this::startStandbyOnce);
  }

  private PrivatePostgres startStandbyOnce() throws IOException {
    Path parent = Path.of(System.getProperty("java.io.tmpdir"));
    Path folder = Files.createTempDirectory(parent, "ibench-postgres-");
    PostgresPrograms.handOver(folder);
    PrivatePostgres standby = new PrivatePostgres(folder, Ports.free(), programs, List.of());
    try {
      standby.copy(this);
      standby.launch();
    } catch (IOException | RuntimeException e) {
      standby.close();
      throw e;
    }
    return standby;
  }

  /** The other server's data, with what makes this one its hot standby. */
  private void copy(PrivatePostgres primary) throws IOException {
    directory.runToEnd(
        "copying the primary server",
        PostgresPrograms.command(
            List.of(
                programs.copier().toString(),
                "--pgdata=" + data(),
                "--write-recovery-conf",
                "--checkpoint=fast",
                "--no-sync",
                "--dbname=host=127.0.0.1 port="
                    + primary.port
                    + " user="
                    + NAME
                    + " password="
                    + PASSWORD)));
  }

  /** Waits until this standby has all that its primary has written by now. */
  public void awaitAllOf(PrivatePostgres primary) throws SQLException {
    String position = primary.value("SELECT pg_current_wal_lsn()");
    String question = "SELECT pg_last_wal_replay_lsn() >= '" + position + "'::pg_lsn";
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(ServerFolder.PATIENCE_SECONDS);
    while (!value(question).equals("t")) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("the standby does not reach " + position);
      }
      ServerFolder.pause();
    }
  }

  private String value(String question) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(question)) {
      found.next();
      return found.getString(1);
    }
  }

  /** A URL for JDBC without user and password; {@code &} appends further options. */
  public String jdbcUrl() {
    return jdbcUrl(port);
  }

  /** The same through another port, such as a {@link TcpProxy}'s. */
  public String jdbcUrl(int proxyPort) {
    return url(proxyPort, NAME);
  }

  private static String url(int port, String database) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + database + "?sslmode=disable";
  }

  /** Its unix socket. */
  public Path socket() {
    return directory.resolve(".s.PGSQL." + port);
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

  /** The process id of the postmaster, whose children do the work; another one after a restart. */
  @Override
  public synchronized long pid() {
    return server.pid();
  }

  @Override
  public Connection connect() throws SQLException {
    return DriverManager.getConnection(jdbcUrl(), NAME, PASSWORD);
  }

  /**
   * Ends the server like a crash (SIGKILL), and keeps its data; returns when all of its processes
   * are gone. The postmaster is paused before, so that it starts no further ones.
   */
  @Override
  public synchronized void kill() {
    if (server.isAlive()) {
      signal("STOP");
      List<ProcessHandle> children = server.descendants().toList();
      children.forEach(ProcessHandle::destroyForcibly);
      ServerFolder.end(server.destroyForcibly());
      children.forEach(PrivatePostgres::awaitEnd);
    }
  }

  @Override
  public synchronized void stop() {
    if (server.isAlive()) {
      signal("INT"); // does not wait for clients, as SIGTERM would
      ServerFolder.end(server);
    }
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

  /** The same as a hot standby, which takes no writes; it has no primary. */
  public synchronized void restartAsStandby() {
    stop();
    try {
      PostgresPrograms.handOver(Files.createFile(data().resolve("standby.signal")));
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

  private List<String> serverCommand(List<String> options) {
    List<String> words = new ArrayList<>();
    words.addAll(List.of(programs.server().toString(), "-D", data().toString()));
    Stream<String> usual =
        Stream.of(
            "listen_addresses=127.0.0.1",
            "port=" + port,
            "unix_socket_directories=" + directory.path(),
            "max_connections=300",
            "shared_buffers=64MB",
            "fsync=on");
    Stream.concat(usual, options.stream()).forEach(option -> words.addAll(List.of("-c", option)));
    return PostgresPrograms.command(words);
  }

  private void install() throws IOException {
    Path password = Files.writeString(directory.resolve("password"), PASSWORD + "\n");
    PostgresPrograms.handOver(password);
    directory.runToEnd(
        "creating the data directory",
        PostgresPrograms.command(
            List.of(
                programs.installer().toString(),
                "--pgdata=" + data(),
                "--username=" + NAME,
                "--auth=scram-sha-256",
                "--pwfile=" + password,
                "--encoding=UTF8",
                "--no-locale",
                "--no-sync")));
    takePlainPasswords();
  }

  /**
   * Clients send the password as it is. For a SCRAM login they hash it 4096 times, which takes tens
   * of milliseconds without the optimizing compiler, and tests log in thousands of times.
   */
  private void takePlainPasswords() throws IOException {
    Path rules = data().resolve("pg_hba.conf");
    Files.writeString(rules, Files.readString(rules).replace("scram-sha-256", "password"));
  }

  private void createDatabase() throws IOException {
    try (Connection connection =
            DriverManager.getConnection(url(port, FIRST_DATABASE), NAME, PASSWORD);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + NAME);
    } catch (SQLException e) {
      throw directory.failure("PostgreSQL started, but creates no database", e);
    }
  }

  private synchronized void launch() throws IOException {
    server = directory.run(command);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(ServerFolder.PATIENCE_SECONDS);
    Optional<SQLException> refusal = refusal();
    while (refusal.isPresent()) {
      if (!server.isAlive() || System.nanoTime() > deadline) {
        throw directory.failure("PostgreSQL did not start", refusal.get());
      }
      ServerFolder.pause();
      refusal = refusal();
    }
  }

  /** Why the server accepts no login yet: it listens for a while before it does. */
  private Optional<SQLException> refusal() {
    try {
      DriverManager.getConnection(url(port, FIRST_DATABASE), NAME, PASSWORD).close();
      return Optional.empty();
    } catch (SQLException e) {
      return Optional.of(e);
    }
  }

  private void signal(String name) {
    try {
      ServerFolder.end(directory.run(List.of("kill", "-" + name, Long.toString(server.pid()))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path data() {
    return directory.resolve("data");
  }

  private static void awaitEnd(ProcessHandle child) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(ServerFolder.PATIENCE_SECONDS);
    while (isRunning(child)) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("did not end in time: " + child.info());
      }
      ServerFolder.pause();
    }
  }

  /** A process that has ended may stay in the table: its new parent need not collect it. */
  private static boolean isRunning(ProcessHandle child) {
    try {
      String state = Files.readString(Path.of("/proc", Long.toString(child.pid()), "stat"));
      return child.isAlive() && !state.substring(state.lastIndexOf(')')).startsWith(") Z");
    } catch (IOException gone) {
      return child.isAlive();
    }
  }
}
