package io.ibench.overhead;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.Filters;
import io.ibench.db.jdbc.BlockingSocketFactory;
import io.ibench.overhead.loopback.LoopbackServer;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import org.bson.Document;
import org.bson.types.Binary;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A driver's read of one row by its key, every column read, from a server of ours that answers with
 * bytes made beforehand, over sockets as a run has them: {@code src/bench/bin/jmh DriverCalls -prof
 * gc}. The counter of CPU is that of the reading thread; the server has a thread of its own, which
 * allocates nothing.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class DriverCalls {

  /** By its name: it is loaded with the driver's jar, which users may remove. */
  private static final String MYSQL_SOCKETS = "io.ibench.db.mysql.TcpSocketFactory";

  private static final String READ = "SELECT id, type, version, data FROM rows WHERE id = ?";

  /** Reads one row. */
  interface Reader extends AutoCloseable {
    long read(long id) throws SQLException;

    @Override
    void close() throws SQLException;
  }

  /** A driver with its connection to its server. */
  @State(Scope.Thread)
  public static class Driver {

    @Param({"mariadb", "mysql", "postgres", "mongodb"})
    public String product;

    private LoopbackServer server;
    private Reader reader;
    private long id;

    @Setup(Level.Trial)
    public void connect() throws IOException, SQLException {
      server =
          LoopbackServer.start(LoopbackServer.Product.valueOf(product.toUpperCase(Locale.ROOT)));
      reader = open(product, server.port());
    }

    @TearDown(Level.Trial)
    public void disconnect() throws IOException, SQLException {
      reader.close();
      server.close();
    }
  }

  /** Whether the class path has the driver: users may remove its jar. */
  static boolean isPresent(String product) {
    try {
      if (product.equals("mongodb")) {
        return !Class.forName("com.mongodb.client.MongoClients").isInterface();
      }
      return DriverManager.getDriver(url(product, 1)) != null;
    } catch (SQLException | ClassNotFoundException e) {
      return false;
    }
  }

  /** With the sockets of a run. */
  private static String url(String product, int port) {
    String address = "//127.0.0.1:" + port + "/ibench?user=ibench&";
    String sockets = "&socketFactory=" + BlockingSocketFactory.class.getName();
    return switch (product) {
      case "mariadb" ->
          "jdbc:mariadb:" + address + "useServerPrepStmts=true&sslMode=disable" + sockets;
      case "mysql" ->
          "jdbc:mysql:"
              + address
              + "useServerPrepStmts=true&sslMode=DISABLED&socketFactory="
              + MYSQL_SOCKETS;
      case "postgres" ->
          "jdbc:postgresql:" + address + "prepareThreshold=1&sslmode=disable" + sockets;
      default -> throw new IllegalArgumentException("no driver " + product);
    };
  }

  static Reader open(String product, int port) throws SQLException {
    return product.equals("mongodb") ? new Mongo(port) : new Jdbc(url(product, port));
  }

  private static final class Jdbc implements Reader {

    private final Connection connection;
    private final PreparedStatement statement;
    private byte[] lastBytes = {};

    Jdbc(String url) throws SQLException {
      connection = DriverManager.getConnection(url);
      statement = connection.prepareStatement(READ);
    }

    @Override
    public long read(long id) throws SQLException {
      statement.setLong(1, id);
      long sum = 0;
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          sum += rows.getLong(1) + rows.getLong(2) + rows.getLong(3);
          lastBytes = rows.getBytes(4);
          sum += lastBytes.length;
        }
      }
      return sum;
    }

    @Override
    public void close() throws SQLException {
      connection.close();
    }
  }

  private static final class Mongo implements Reader {

    /** Kept, or its level would be forgotten: the driver logs each connection. */
    private static final Logger LOG = Logger.getLogger("org.mongodb");

    private final MongoClient client;
    private final MongoCollection<Document> rows;

    Mongo(int port) {
      LOG.setLevel(java.util.logging.Level.WARNING);
      client = MongoClients.create("mongodb://127.0.0.1:" + port + "/?directConnection=true");
      rows = client.getDatabase("ibench").getCollection("rows");
    }

    @Override
    public long read(long id) {
      long sum = 0;
      try (MongoCursor<Document> cursor = rows.find(Filters.eq("_id", id)).limit(1).iterator()) {
        while (cursor.hasNext()) {
          Document row = cursor.next();
          sum += row.getLong("_id") + row.getLong("type") + row.getLong("version");
          sum += row.get("data", Binary.class).getData().length;
        }
      }
      return sum;
    }

    @Override
    public void close() {
      client.close();
    }
  }

  @Benchmark
  public long pointRead(Driver driver, ThreadCpu cpu) throws SQLException {
    return driver.reader.read(++driver.id);
  }
}
