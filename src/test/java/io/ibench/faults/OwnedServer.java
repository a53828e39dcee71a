package io.ibench.faults;

import io.ibench.testing.PrivateMariadb;
import io.ibench.testing.PrivatePostgres;
import io.ibench.testing.PrivateServer;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A private server with durable settings. ibench works on it with the rights that conf/ asks for,
 * and no others; an administrator of another name makes the faults.
 */
final class OwnedServer implements TestedServer {

  private static final String USER = "bench";
  private static final String PASSWORD = "bench-test";
  private static final int MAX_CONNECTIONS = 60;
  private static final int SMALL_DISK_MEGABYTES = 320;
  private static final int ANSWER_ATTEMPTS = 100;
  private static final long ANSWER_PAUSE_MILLIS = 50;

  private final Product product;
  private final PrivateServer server;
  private final Optional<SmallDisk> disk;

  private OwnedServer(Product product, PrivateServer server, Optional<SmallDisk> disk) {
    this.product = product;
    this.server = server;
    this.disk = disk;
  }

  /** Starts one; the caller closes it. */
  static OwnedServer start(Product product) throws SQLException {
    return start(product, Path.of(System.getProperty("java.io.tmpdir")), Optional.empty());
  }

  /** Starts one on a small disk of its own; the caller closes it. */
  static OwnedServer startOnSmallDisk(Product product)
      throws IOException, InterruptedException, SQLException {
    SmallDisk disk = SmallDisk.mount(SMALL_DISK_MEGABYTES);
    try {
      return start(product, disk.folder(), Optional.of(disk));
    } catch (RuntimeException | SQLException e) {
      disk.close();
      throw e;
    }
  }

  private static OwnedServer start(Product product, Path folder, Optional<SmallDisk> disk)
      throws SQLException {
    PrivateServer server =
        product == Product.POSTGRES
            ? PrivatePostgres.startIn(
                folder,
                "max_connections=" + MAX_CONNECTIONS,
                "max_wal_size=64MB",
                "dynamic_shared_memory_type=mmap")
            : PrivateMariadb.startIn(
                folder, product == Product.MYROCKS, mariadbOptions(product, disk.isPresent()));
    OwnedServer owned = new OwnedServer(product, server, disk);
    try {
      owned.createUser();
      return owned;
    } catch (SQLException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private static String[] mariadbOptions(Product product, boolean smallDisk) {
    List<String> options =
        new ArrayList<>(
            List.of("--max-connections=" + MAX_CONNECTIONS, "--innodb-log-file-size=16M"));
    if (smallDisk && product == Product.MYROCKS) {
      // It reserves as much for its log, and would not notice for minutes that the disk is full.
      options.add("--rocksdb-default-cf-options=write_buffer_size=256k");
    }
    return options.toArray(String[]::new);
  }

  private void createUser() throws SQLException {
    if (product == Product.POSTGRES) {
      execute(
          "CREATE ROLE " + USER + " LOGIN PASSWORD '" + PASSWORD + "'",
          "ALTER DATABASE ibench OWNER TO " + USER,
          "GRANT pg_monitor TO " + USER);
    } else {
      String name = USER + "@'127.0.0.1'";
      execute(
          "CREATE USER " + name + " IDENTIFIED BY '" + PASSWORD + "'",
          "GRANT ALL ON ibench.* TO " + name,
          "GRANT PROCESS ON *.* TO " + name);
    }
  }

  private void execute(String... statements) throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  @Override
  public String title() {
    return product.title();
  }

  @Override
  public Path settings() {
    return product.settings();
  }

  @Override
  public Map<String, String> environment() {
    return Map.of(
        "IBENCH_HOST",
        host(),
        "IBENCH_PORT",
        Integer.toString(port()),
        "IBENCH_USER",
        USER,
        "IBENCH_PASSWORD",
        PASSWORD);
  }

  @Override
  public String host() {
    return "127.0.0.1";
  }

  @Override
  public int port() {
    return server.port();
  }

  @Override
  public Set<Need> provides() {
    return disk.isPresent()
        ? EnumSet.allOf(Need.class)
        : EnumSet.complementOf(EnumSet.of(Need.SMALL_DISK));
  }

  @Override
  public void prepare() throws Exception {
    awaitAnswer();
    terminateSessions();
    if (product == Product.POSTGRES) {
      execute("DROP SCHEMA public CASCADE", "CREATE SCHEMA public AUTHORIZATION pg_database_owner");
    } else {
      execute("DROP DATABASE ibench", "CREATE DATABASE ibench");
    }
  }

  /** Waits for an answer; starts the server again if there is none for five seconds. */
  void awaitAnswer() throws InterruptedException {
    for (int attempt = 0; attempt < ANSWER_ATTEMPTS; attempt++) {
      try {
        execute("SELECT 1");
        return;
      } catch (SQLException notYet) {
        Thread.sleep(ANSWER_PAUSE_MILLIS);
      }
    }
    server.kill();
    server.restart();
  }

  @Override
  public void kill() {
    server.kill();
  }

  void stop() {
    server.stop();
  }

  @Override
  public void start() {
    server.restart();
  }

  void pause() {
    server.pause();
  }

  void unpause() {
    server.unpause();
  }

  /** Ends all sessions of ibench, as an administrator does. */
  void terminateSessions() throws SQLException {
    try (Connection connection = server.connect()) {
      terminateSessions(connection);
    }
  }

  private void terminateSessions(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (product == Product.POSTGRES) {
        statement.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '"
                + USER
                + "'");
        return;
      }
      List<Long> ids = new ArrayList<>();
      try (ResultSet rows =
          statement.executeQuery(
              "SELECT id FROM information_schema.processlist WHERE user = '" + USER + "'")) {
        while (rows.next()) {
          ids.add(rows.getLong(1));
        }
      }
      for (long id : ids) {
        try {
          statement.execute("KILL " + id);
        } catch (SQLException gone) {
          // It has ended by itself.
        }
      }
    }
  }

  /** Takes all connections that the server has, those of ibench too, and holds them. */
  void takeConnections(Scene scene, double seconds) throws Exception {
    List<Connection> taken = new ArrayList<>();
    try (Connection administrator = server.connect()) {
      scene.repeatFor(
          seconds,
          0.25,
          () -> {
            takeRest(taken);
            terminateSessions(administrator);
            takeRest(taken);
          });
    } finally {
      for (Connection connection : taken) {
        connection.close();
      }
    }
  }

  private void takeRest(List<Connection> taken) {
    while (taken.size() <= MAX_CONNECTIONS) {
      try {
        taken.add(server.connect());
      } catch (SQLException noMore) {
        return;
      }
    }
  }

  /** Refuses writes for so long, or until the run is over. */
  void beReadOnly(Scene scene, double seconds) throws SQLException, InterruptedException {
    readOnly(true);
    try {
      scene.seconds(seconds);
    } finally {
      readOnly(false);
    }
  }

  private void readOnly(boolean only) throws SQLException {
    if (product == Product.POSTGRES) {
      execute(
          "ALTER SYSTEM SET default_transaction_read_only = " + (only ? "on" : "off"),
          "SELECT pg_reload_conf()");
    } else {
      execute("SET GLOBAL read_only = " + (only ? 1 : 0));
    }
  }

  /**
   * Has no space for so long, or until the run is over. A server that has ended is started again,
   * as an administrator does.
   */
  void haveFullDisk(Scene scene, double seconds) throws Exception {
    try {
      scene.repeatFor(seconds, 0.1, disk.orElseThrow()::fill);
    } finally {
      disk.orElseThrow().free();
    }
    awaitAnswer();
  }

  @Override
  public OptionalLong rows(String table) throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT count(*) FROM " + table)) {
      rows.next();
      return OptionalLong.of(rows.getLong(1));
    }
  }

  @Override
  public void close() {
    server.close();
    disk.ifPresent(SmallDisk::close);
  }
}
