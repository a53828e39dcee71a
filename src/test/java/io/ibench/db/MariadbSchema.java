package io.ibench.db;

import io.ibench.testing.PrivateMariadb;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** An own, empty database on a server, until it is closed. */
public final class MariadbSchema implements ServerSchema {

  private final PrivateMariadb server;
  private final Product product;
  private final String name = "s" + UUID.randomUUID().toString().replace("-", "");

  public MariadbSchema(PrivateMariadb server) {
    this(server, Product.MARIADB);
  }

  /**
   * @param product that the schema is for
   */
  public MariadbSchema(PrivateMariadb server, Product product) {
    this.server = server;
    this.product = product;
    execute("CREATE DATABASE " + name);
  }

  public String name() {
    return name;
  }

  @Override
  public int port() {
    return server.port();
  }

  @Override
  public String url() {
    return inSchema(server.jdbcUrl());
  }

  @Override
  public String url(int port) {
    return inSchema(server.jdbcUrl(port));
  }

  private String inSchema(String url) {
    String own = url.replace("/" + "ibench?", "/" + name + "?");
    return product.adapter().equals("mysql")
        ? own.replace("jdbc:mariadb:", "jdbc:mysql:")
            .replace("?sslMode=disable", "?tcpNoDelay=true")
        : own;
  }

  @Override
  public Map<String, String> settings(String url) {
    Map<String, String> settings = new HashMap<>();
    settings.put("url", url);
    settings.put("user", server.user());
    settings.put("password", server.password());
    if (product == Product.MYROCKS) {
      settings.put("engine", "RocksDB");
      settings.put("column_families", "true");
    }
    if (product.isPooled()) {
      settings.put("session", "operation");
    }
    return settings;
  }

  @Override
  public Database open(String url) throws DatabaseException {
    return Adapters.open(product.adapter(), settings(url));
  }

  @Override
  public Connection connect() throws SQLException {
    Connection connection = server.connect();
    connection.setCatalog(name);
    return connection;
  }

  /** Executes one statement in this database, with all privileges. */
  public void execute(String sql) {
    try (Connection connection = server.connect();
        var statement = connection.createStatement()) {
      if (!sql.startsWith("CREATE DATABASE")) {
        connection.setCatalog(name);
      }
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** The variable that makes a session only read: MySQL 8 has no tx_read_only any more. */
  public String readOnlyVariable() {
    return PrivateMariadb.isMysql() ? "transaction_read_only" : "tx_read_only";
  }

  /** Creates a user without rights, in the place of one with the same name. */
  public void createUser(String user, String password) {
    execute("DROP USER IF EXISTS " + user);
    execute("CREATE USER " + user + " IDENTIFIED BY '" + password + "'");
  }

  @Override
  public void close() {
    execute("DROP DATABASE " + name);
  }
}
