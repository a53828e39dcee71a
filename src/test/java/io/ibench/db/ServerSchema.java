package io.ibench.db;

import io.ibench.testing.Servers;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/** An empty part of a server for one test, until it is closed. */
public interface ServerSchema extends AutoCloseable {

  /** A part of the server that the tests of this JVM share. */
  static ServerSchema of(Product product) {
    if (product.isPostgres()) {
      return new PostgresSchema(Servers.requirePostgres(), product);
    }
    return new MariadbSchema(
        product == Product.MYROCKS ? Servers.requireMyRocks() : Servers.requireMariadb(), product);
  }

  /** The server's port. */
  int port();

  String url();

  /** The same through another port, such as a proxy's. */
  String url(int port);

  /** Settings of the adapter, with this URL; the caller may change them. */
  Map<String, String> settings(String url);

  /** Opens it; the caller closes the database. */
  Database open(String url) throws DatabaseException;

  /** A plain connection to it; the caller closes it. */
  Connection connect() throws SQLException;

  @Override
  void close();
}
