package io.ibench.db.jdbc;

import io.ibench.db.DatabaseException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;

/**
 * How a server is reached. Immutable.
 *
 * @param url as the user gave it; what stands in it wins, but for what the adapter needs
 * @param socket the path of a unix socket; empty: as the URL says
 */
public record ConnectionSettings(
    JdbcConnector driver, DriverUrl url, String user, String password, Tls tls, String socket) {

  /** A connection that commits each statement by itself; the caller closes it. */
  public Connection connect() throws SQLException {
    return connect(Map.of());
  }

  /**
   * The same with further options.
   *
   * @param more unless the URL says something else
   */
  public Connection connect(Map<String, String> more) throws SQLException {
    Properties properties = new Properties();
    properties.putAll(options(more));
    properties.setProperty("user", user);
    properties.setProperty("password", password);
    Connection connection = DriverManager.getConnection(url.text(), properties);
    try {
      // Whatever the URL, its session variables or the server's defaults say.
      connection.setAutoCommit(true);
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /** The same, whose failures are classified. */
  public Connection connect(Failures failures) throws DatabaseException {
    try {
      return connect();
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  /**
   * Opens the pool that workers borrow from, if they do; its connections as they are needed.
   *
   * @param sessions where they are registered
   */
  public Optional<ConnectionPool> openPool(
      Optional<PoolSettings> pool, SessionRegister sessions, Failures failures) {
    return pool.map(
        settings ->
            new ConnectionPool(
                () -> sessions.opened(connect(driver.pooled())),
                settings.connections(),
                settings.timeoutNanos(),
                failures));
  }

  /** All but user and password. One of the drivers lets these win, the other those of the URL. */
  private Map<String, String> options(Map<String, String> more) {
    Map<String, String> options = new HashMap<>(driver.preferred());
    options.putAll(more);
    if (!url.has(driver.tlsOptions())) {
      options.putAll(driver.tls(tls));
    }
    if (!socket.isEmpty()) {
      options.putAll(driver.socket(socket));
    }
    options.keySet().removeIf(name -> url.has(List.of(name)));
    options.putAll(driver.needed());
    return options;
  }

  /** Hides what must not be seen of it. */
  public Masker masker() {
    return Masker.of(
        List.of(password, tls.truststorePassword(), tls.keystorePassword()), url.text() + user);
  }

  /** The host's name for whom it concerns; a socket is on this machine. */
  public String host() {
    boolean local = !socket.isEmpty() || url.has(List.of("localSocket"));
    return local ? "localhost" : url.host();
  }

  /** Whether a unix socket is used. */
  public boolean isSocket() {
    return !socket.isEmpty() || url.has(driver.socketOptions());
  }

  /** The one TCP port at which the server is reached, if it is one. */
  public OptionalInt port(int usual) {
    return isSocket() ? OptionalInt.empty() : url.port(usual);
  }

  @Override
  public String toString() {
    return url.withoutOptions();
  }
}
