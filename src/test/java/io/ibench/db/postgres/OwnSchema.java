package io.ibench.db.postgres;

import io.ibench.db.PostgresSchema;
import io.ibench.db.jdbc.ConnectionSettings;
import io.ibench.db.jdbc.DriverUrl;
import io.ibench.db.jdbc.Tls;
import io.ibench.testing.PrivatePostgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** An own schema on a PostgreSQL server, with targets and roles, until it is closed. */
public final class OwnSchema implements AutoCloseable {

  private final PrivatePostgres server;
  private final PostgresSchema schema;

  public OwnSchema(PrivatePostgres server) {
    this.server = server;
    schema = new PostgresSchema(server);
  }

  public String name() {
    return schema.name();
  }

  PostgresTarget target() {
    return target(server.port());
  }

  /** Through another port, such as a proxy's. */
  PostgresTarget target(int port) {
    return target(schema.url(port), server.user(), server.password(), storage(false));
  }

  public static PostgresStorage storage(boolean unlogged) {
    return new PostgresStorage("heap", "", unlogged, "");
  }

  PostgresTarget target(String user, String password, PostgresStorage storage) {
    return target(schema.url(), user, password, storage);
  }

  private static PostgresTarget target(
      String url, String user, String password, PostgresStorage storage) {
    ConnectionSettings link =
        new ConnectionSettings(
            new PostgresConnector(),
            DriverUrl.of(url),
            user,
            password,
            new Tls(Tls.Mode.DISABLE, "", "", "", ""),
            "");
    return new PostgresTarget(
        "postgres", link, storage, PostgresAdapter.Batch.VALUES, Optional.empty());
  }

  /** A connection of the superuser; the caller closes it. */
  public Connection connect() throws SQLException {
    return schema.connect();
  }

  /** Executes one statement as the superuser. */
  public void execute(String sql) {
    schema.execute(sql);
  }

  /** A role that may log in and use the schema, and no more; removed with the schema's objects. */
  public void createRole(String role) {
    execute("CREATE ROLE " + role + " LOGIN PASSWORD '" + role + "'");
    execute("GRANT USAGE, CREATE ON SCHEMA " + name() + " TO " + role);
  }

  public void dropRole(String role) {
    execute("DROP OWNED BY " + role);
    execute("DROP ROLE " + role);
  }

  @Override
  public void close() {
    schema.close();
  }
}
