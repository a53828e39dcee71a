package io.ibench.db;

import io.ibench.testing.PrivateMariadb;
import io.ibench.testing.PrivatePostgres;
import io.ibench.testing.PrivateServer;
import io.ibench.testing.Servers;

/** A server for one test alone, which the test may kill, and an empty part of it. */
public record OwnServer(PrivateServer server, ServerSchema schema) implements AutoCloseable {

  /** Starts one for this product, without MyRocks; the caller closes it. */
  public static OwnServer of(Product product) {
    if (product.isPostgres()) {
      PrivatePostgres postgres = Servers.requireOwnPostgres();
      return new OwnServer(postgres, new PostgresSchema(postgres, product));
    }
    PrivateMariadb mariadb = Servers.requireOwnMariadb();
    return new OwnServer(mariadb, new MariadbSchema(mariadb, product));
  }

  @Override
  public void close() {
    server.close();
  }
}
