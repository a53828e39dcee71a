package io.ibench.db;

import io.ibench.testing.PrivatePostgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** An own, empty schema on a PostgreSQL server, until it is closed. */
public final class PostgresSchema implements ServerSchema {

  private final PrivatePostgres server;
  private final Product product;
  private final String name = "s" + UUID.randomUUID().toString().replace("-", "");

  public PostgresSchema(PrivatePostgres server) {
    this(server, Product.POSTGRES);
  }

  /**
   * @param product that is to be reached there
   */
  public PostgresSchema(PrivatePostgres server, Product product) {
    this.server = server;
    this.product = product;
    execute("CREATE SCHEMA " + name);
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
    return url + "&currentSchema=" + name;
  }

  @Override
  public Map<String, String> settings(String url) {
    Map<String, String> settings = new HashMap<>();
    settings.put("url", url);
    settings.put("user", server.user());
    settings.put("password", server.password());
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
    connection.setSchema(name);
    return connection;
  }

  /** Executes one statement in this schema, with all privileges. */
  public void execute(String sql) {
    try (Connection connection = connect();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  @Override
  public void close() {
    execute("DROP SCHEMA " + name + " CASCADE");
  }
}
