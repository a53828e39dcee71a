package io.ibench.db;

import io.ibench.testing.PrivatePgbouncer;
import io.ibench.testing.PrivatePgbouncer.Mode;
import io.ibench.testing.PrivatePostgres;
import io.ibench.testing.Servers;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.UUID;

/**
 * A database of its own on the server that the tests share, reached through pgbouncer, until it is
 * closed. A schema would need an option of the URL that pgbouncer does not take.
 */
public final class PgbouncerDatabase implements AutoCloseable {

  private final PrivatePgbouncer pgbouncer;
  private final PrivatePostgres server = Servers.requirePostgres();
  private final Mode mode;
  private final String name = "d" + UUID.randomUUID().toString().replace("-", "");

  public PgbouncerDatabase(Mode mode) {
    this.pgbouncer = Servers.requirePgbouncer(mode);
    this.mode = mode;
    execute("CREATE DATABASE " + name);
  }

  /** With the option that the mode needs. */
  public String url() {
    return pgbouncer.jdbcUrl(name) + (mode == Mode.TRANSACTION ? "&prepareThreshold=0" : "");
  }

  /** Without that option. */
  public String urlWithNamedStatements() {
    return pgbouncer.jdbcUrl(name);
  }

  /** Past pgbouncer. */
  public String urlOfServer() {
    return server.jdbcUrl().replace("/ibench?", "/" + name + "?");
  }

  /** Opens the database; the caller closes it. */
  public Database open() throws DatabaseException {
    return open(url());
  }

  /** The same with another URL. */
  public Database open(String url) throws DatabaseException {
    return Adapters.open("postgres", settings(url));
  }

  /** Settings of the adapter with this URL. */
  public Map<String, String> settings(String url) {
    return Map.of("url", url, "user", server.user(), "password", server.password());
  }

  private void execute(String statement) {
    try (Connection connection = server.connect();
        var executing = connection.createStatement()) {
      executing.execute(statement);
    } catch (SQLException e) {
      throw new IllegalStateException(statement, e);
    }
  }

  /** Also ends the connections of pgbouncer. */
  @Override
  public void close() {
    execute("DROP DATABASE " + name + " WITH (FORCE)");
  }
}
