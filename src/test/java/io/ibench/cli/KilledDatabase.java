package io.ibench.cli;

import io.ibench.testing.PrivateMariadb;
import io.ibench.testing.PrivatePostgres;
import io.ibench.testing.PrivateServer;
import io.ibench.testing.Servers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.zip.CRC32;

/** The database of runs that are killed: SQLite, or a private server that may be killed as well. */
final class KilledDatabase implements AutoCloseable {

  private final String product;
  private final String url;
  private final String user;
  private final String password;
  private final Optional<PrivateServer> server;
  private Optional<Path> remembered = Optional.empty();

  private KilledDatabase(
      String product, String url, String user, String password, Optional<PrivateServer> server) {
    this.product = product;
    this.url = url;
    this.user = user;
    this.password = password;
    this.server = server;
  }

  /** SQLite, or what -Dibench.test.kills.product names. */
  static KilledDatabase ofThisRun() {
    return start(System.getProperty("ibench.test.kills.product", "sqlite"));
  }

  static KilledDatabase start(String product) {
    return switch (product) {
      case "sqlite" -> new KilledDatabase(product, "", "", "", Optional.empty());
      case "mariadb", "mysql" -> {
        PrivateMariadb own = Servers.requireOwnMariadb();
        String url =
            product.equals("mariadb")
                ? own.jdbcUrl()
                : "jdbc:mysql://127.0.0.1:" + own.port() + "/ibench?allowPublicKeyRetrieval=true";
        yield new KilledDatabase(product, url, own.user(), own.password(), Optional.of(own));
      }
      case "postgres" -> {
        PrivatePostgres own = Servers.requireOwnPostgres();
        yield new KilledDatabase(
            product, own.jdbcUrl(), own.user(), own.password(), Optional.of(own));
      }
      default -> throw new IllegalArgumentException(product);
    };
  }

  /** Its settings in a file; SQLite's database is a file beside it. */
  Path properties(Path place) throws IOException {
    String text =
        product.equals("sqlite")
            ? "database = sqlite\nsync = normal\nfile = " + place.resolve("a.db") + "\n"
            : "database = "
                + product
                + "\nurl = "
                + url
                + "\nuser = "
                + user
                + "\npassword = "
                + password
                + "\n";
    return Files.writeString(place.resolve("db.properties"), text);
  }

  private Connection connect(Path place) throws SQLException {
    return product.equals("sqlite")
        ? DriverManager.getConnection("jdbc:sqlite:" + place.resolve("a.db"))
        : DriverManager.getConnection(url, user, password);
  }

  /** A checksum of all rows of LinkBench's tables. */
  String contents(Path place) throws SQLException {
    return contents(
        place,
        "* FROM linktable ORDER BY id1, link_type, id2",
        "* FROM nodetable ORDER BY id",
        "* FROM counttable ORDER BY id, link_type");
  }

  /** A checksum of what these queries find, each without its SELECT. */
  String contents(Path place, String... queries) throws SQLException {
    StringBuilder sums = new StringBuilder();
    try (Connection connection = connect(place)) {
      for (String query : queries) {
        sums.append(checksum(connection, "SELECT " + query)).append(' ');
      }
    }
    return sums.toString();
  }

  private static String checksum(Connection connection, String query) throws SQLException {
    CRC32 sum = new CRC32();
    long rows = 0;
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(query)) {
      int columns = found.getMetaData().getColumnCount();
      while (found.next()) {
        rows++;
        for (int column = 1; column <= columns; column++) {
          Object value = found.getObject(column);
          sum.update(
              value instanceof byte[] bytes
                  ? bytes
                  : String.valueOf(value).getBytes(StandardCharsets.UTF_8));
          sum.update(0);
        }
      }
    }
    return rows + ":" + Long.toHexString(sum.getValue());
  }

  long count(String table) throws SQLException {
    try (Connection connection = connect(Path.of(""));
        Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
      found.next();
      return found.getLong(1);
    }
  }

  /** Kills the server and starts it again on its data. */
  void killServer() {
    server.orElseThrow().kill();
    server.orElseThrow().restart();
  }

  /** Keeps a copy of the data as after a crash now. */
  void rememberData() throws IOException, InterruptedException {
    PrivateMariadb mariadb = (PrivateMariadb) server.orElseThrow();
    Path copy = Files.createTempDirectory("ibench-remembered-");
    RunningIbench.signal("STOP", mariadb.pid());
    copy(mariadb.data(), copy);
    RunningIbench.signal("CONT", mariadb.pid());
    remembered = Optional.of(copy);
  }

  /** Kills the server and starts it again on the copy. */
  void rollBack() throws IOException, InterruptedException {
    PrivateMariadb mariadb = (PrivateMariadb) server.orElseThrow();
    mariadb.kill();
    run("rm", "-rf", mariadb.data().toString());
    copy(remembered.orElseThrow(), mariadb.data());
    mariadb.restart();
  }

  private static void copy(Path from, Path to) throws IOException, InterruptedException {
    run("cp", "-a", "-T", from.toString(), to.toString());
  }

  private static void run(String... words) throws IOException, InterruptedException {
    if (new ProcessBuilder(words).inheritIO().start().waitFor() != 0) {
      throw new IOException(String.join(" ", words) + " failed");
    }
  }

  @Override
  public void close() {
    server.ifPresent(PrivateServer::close);
    try {
      if (remembered.isPresent()) {
        run("rm", "-rf", remembered.get().toString());
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
