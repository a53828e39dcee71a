package io.ibench.db;

import io.ibench.testing.PrivateMariadb;
import io.ibench.testing.Servers;
import java.nio.file.Path;
import java.util.Map;

/**
 * An empty database of one product for one test. Needs a server for those that are one: without it
 * the test is skipped.
 */
public final class FreshDatabase implements AutoCloseable {

  private final Database database;
  private final Runnable afterwards;

  private FreshDatabase(Database database, Runnable afterwards) {
    this.database = database;
    this.afterwards = afterwards;
  }

  /**
   * @param folder for the files of an embedded engine; the caller removes it
   */
  public static FreshDatabase of(Product product, Path folder) throws DatabaseException {
    return switch (product) {
      case MEMORY -> new FreshDatabase(Adapters.open("memory", Map.of()), () -> {});
      case SQLITE -> sqlite(folder);
      case MARIADB, MYSQL, MYROCKS -> onServer(product);
    };
  }

  private static FreshDatabase sqlite(Path folder) throws DatabaseException {
    String file = folder.resolve("contract.db").toString();
    return new FreshDatabase(
        Adapters.open("sqlite", Map.of("file", file, "sync", "normal")), () -> {});
  }

  private static FreshDatabase onServer(Product product) throws DatabaseException {
    PrivateMariadb server =
        product == Product.MYROCKS ? Servers.requireMyRocks() : Servers.requireMariadb();
    MariadbSchema schema = new MariadbSchema(server, product);
    try {
      return new FreshDatabase(schema.open(schema.url()), schema::close);
    } catch (DatabaseException e) {
      schema.close();
      throw e;
    }
  }

  public Database database() {
    return database;
  }

  @Override
  public void close() throws DatabaseException {
    try {
      database.close();
    } finally {
      afterwards.run();
    }
  }
}
