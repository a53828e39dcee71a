package io.ibench.db;

import io.ibench.db.mongo.ServerInProcess;
import io.ibench.testing.PrivateMariadb;
import io.ibench.testing.PrivatePgbouncer;
import io.ibench.testing.ScriptedMongo;
import io.ibench.testing.Servers;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import org.junit.jupiter.api.Assumptions;

/**
 * An empty database of one product for one test. Some products need a server: without it the test
 * is skipped.
 */
public final class FreshDatabase implements AutoCloseable {

  /** A machine that runs many tests answers late. */
  private static final String PATIENT = "serverSelectionTimeoutMS=60000";

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
    if (!product.isEmbedded() && !Products.ofThisRun().contains(product)) {
      // bin/test --engines runs tests that need a server, on its engine's products alone.
      Assumptions.assumeFalse(
          Products.ofThisRun().stream().anyMatch(Product::isServer),
          "this run is not on " + product);
      throw new IllegalStateException(
          product + " is not for this run: say @EachProduct or @NeedsServer");
    }
    return switch (product) {
      case MEMORY -> new FreshDatabase(Adapters.open("memory", Map.of()), () -> {});
      case SQLITE -> sqlite(folder);
      case ROCKSDB ->
          new FreshDatabase(
              Adapters.open(
                  "rocksdb", Map.of("dir", folder.resolve("rocksdb").toString(), "sync", "normal")),
              () -> {});
      case JDBC -> jdbc(folder);
      case MONGODB -> mongodb();
      case MONGODB_SET -> onReplicaSet();
      case MARIADB, MYSQL, MYROCKS, POOLED, POOLED_MARIADB -> onServer(product);
      case POSTGRES, POOLED_POSTGRES -> onPostgres(product);
      case PGBOUNCER_SESSION -> throughPgbouncer(PrivatePgbouncer.Mode.SESSION);
      case PGBOUNCER_TRANSACTION -> throughPgbouncer(PrivatePgbouncer.Mode.TRANSACTION);
      case FERRETDB -> onFerretdb();
    };
  }

  private static FreshDatabase sqlite(Path folder) throws DatabaseException {
    String file = folder.resolve("contract.db").toString();
    return new FreshDatabase(
        Adapters.open("sqlite", Map.of("file", file, "sync", "normal")), () -> {});
  }

  /**
   * H2 in memory, or the product of the environment with the lines of its page, whose row lock is
   * tried as before a run that writes.
   */
  private static FreshDatabase jdbc(Path folder) throws DatabaseException {
    Optional<String> product = JdbcPage.namedProduct();
    if (product.isEmpty()) {
      return new FreshDatabase(Adapters.open("jdbc", h2InMemory()), () -> {});
    }
    Database database = Adapters.open("jdbc", pageOf(product.get(), folder));
    database.beforeWrites();
    return new FreshDatabase(database, () -> {});
  }

  /** The product of {@link Product#JDBC} in this run, as docs/jdbc.md calls it. */
  public static String jdbcProduct() {
    return JdbcPage.namedProduct().orElse("H2");
  }

  private static Map<String, String> pageOf(String product, Path folder) {
    try {
      Path own = Files.createDirectories(folder.resolve(UUID.randomUUID().toString()));
      Properties lines = new Properties();
      lines.load(new StringReader(JdbcPage.lines(product, own)));
      lines.remove("database");
      Map<String, String> settings = new HashMap<>();
      lines.stringPropertyNames().forEach(key -> settings.put(key, lines.getProperty(key)));
      return settings;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, String> h2InMemory() {
    return Map.of(
        "url", "jdbc:h2:mem:" + UUID.randomUUID(),
        "analyze", "ANALYZE TABLE {table}",
        "size", "SELECT 1024 * MEMORY_USED()");
  }

  private static FreshDatabase onFerretdb() throws DatabaseException {
    FerretdbDatabase own = FerretdbDatabase.named();
    return new FreshDatabase(Adapters.open("mongodb", Map.of("url", own.url())), own::close);
  }

  private static FreshDatabase mongodb() throws DatabaseException {
    ServerInProcess server = ServerInProcess.shared();
    String url = server.urlOfItsOwn();
    Database database = Adapters.open("mongodb", Map.of("url", url + "?" + PATIENT));
    return new FreshDatabase(database, () -> server.dropDatabase(url));
  }

  /** On its own set, because a set keeps all commands that it ever received. */
  private static FreshDatabase onReplicaSet() throws DatabaseException {
    ScriptedMongo server = ScriptedMongo.replicaSet();
    try {
      String url = server.url() + "&" + PATIENT;
      Map<String, String> settings = Map.of("url", url, "mongo.transactions", "required");
      return new FreshDatabase(Adapters.open("mongodb", settings), server::close);
    } catch (DatabaseException e) {
      server.close();
      throw e;
    }
  }

  private static FreshDatabase onServer(Product product) throws DatabaseException {
    PrivateMariadb server =
        product == Product.MYROCKS ? Servers.requireMyRocks() : Servers.requireMariadb();
    MariadbSchema schema = new MariadbSchema(server, product);
    try {
      Database database = schema.open(schema.url());
      return new FreshDatabase(
          product.isPooled() ? withSessionsForWorkers(database) : database, schema::close);
    } catch (DatabaseException e) {
      schema.close();
      throw e;
    }
  }

  private static FreshDatabase onPostgres(Product product) throws DatabaseException {
    PostgresSchema schema = new PostgresSchema(Servers.requirePostgres(), product);
    try {
      Database database = schema.open(schema.url());
      return new FreshDatabase(
          product.isPooled() ? withSessionsForWorkers(database) : database, schema::close);
    } catch (DatabaseException e) {
      schema.close();
      throw e;
    }
  }

  private static FreshDatabase throughPgbouncer(PrivatePgbouncer.Mode mode)
      throws DatabaseException {
    PgbouncerDatabase own = new PgbouncerDatabase(mode);
    try {
      return new FreshDatabase(own.open(), own::close);
    } catch (DatabaseException e) {
      own.close();
      throw e;
    }
  }

  /** The same, except that every session is a worker's session. */
  private static Database withSessionsForWorkers(Database database) {
    return (Database)
        Proxy.newProxyInstance(
            Database.class.getClassLoader(),
            new Class<?>[] {Database.class},
            (proxy, called, arguments) -> {
              try {
                return called.getName().equals("session")
                    ? database.sessionForWorker()
                    : called.invoke(database, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
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
