package io.ibench.bench;

import io.ibench.testing.PrivateMariadb;
import io.ibench.testing.PrivatePostgres;
import java.sql.Connection;
import java.sql.SQLException;

/** A private server that both sides of a comparison work on. */
interface BenchServer extends AutoCloseable {

  /**
   * Starts one.
   *
   * @param driver mariadb, mysql or postgres
   * @param options of the server
   */
  static BenchServer start(String driver, String... options) {
    if (driver.equals("postgres")) {
      return new Postgres(PrivatePostgres.startWith(options));
    }
    Mariadb mariadb = new Mariadb(PrivateMariadb.startWith(options));
    mariadb.allowSocket();
    return mariadb;
  }

  /** A URL for a driver, without user and password. */
  String url(String driver);

  /** The path of its unix socket. */
  String socket();

  /** As a user who may do everything; the caller closes it. */
  Connection connect() throws SQLException;

  /** Empties the table of purchases, whose keys begin with 1 again. */
  String truncate();

  /** An expression for a number that depends on everything in a row of purchases but the time. */
  String purchaseHash();

  @Override
  void close();

  /** With InnoDB. */
  record Mariadb(PrivateMariadb server) implements BenchServer {

    /** Who comes through the socket is another user for the server. */
    void allowSocket() {
      String user = server.user() + "@localhost";
      try (Connection connection = server.connect();
          var statement = connection.createStatement()) {
        statement.execute(
            "CREATE USER IF NOT EXISTS " + user + " IDENTIFIED BY '" + server.password() + "'");
        statement.execute("GRANT ALL PRIVILEGES ON *.* TO " + user);
      } catch (SQLException e) {
        throw new IllegalStateException("no user for the socket", e);
      }
    }

    @Override
    public String url(String driver) {
      return "jdbc:" + driver + "://127.0.0.1:" + server.port() + "/ibench";
    }

    @Override
    public String socket() {
      return server.socket().toString();
    }

    @Override
    public Connection connect() throws SQLException {
      return server.connect();
    }

    @Override
    public String truncate() {
      return "TRUNCATE TABLE pi1";
    }

    @Override
    public String purchaseHash() {
      return "CRC32(CONCAT_WS(',', transactionid, cashregisterid, customerid, productid, price,"
          + " data))";
    }

    @Override
    public void close() {
      server.close();
    }
  }

  /** With heap tables. */
  record Postgres(PrivatePostgres server) implements BenchServer {

    @Override
    public String url(String driver) {
      return server.jdbcUrl();
    }

    @Override
    public String socket() {
      return server.socket().toString();
    }

    @Override
    public Connection connect() throws SQLException {
      return server.connect();
    }

    @Override
    public String truncate() {
      return "TRUNCATE TABLE pi1 RESTART IDENTITY";
    }

    @Override
    public String purchaseHash() {
      return "hashtext(CONCAT_WS(',', transactionid, cashregisterid, customerid, productid, price,"
          + " encode(data, 'hex')))";
    }

    @Override
    public void close() {
      server.close();
    }
  }
}
