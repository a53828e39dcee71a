package io.ibench.db.jdbc;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.config.Secrets;
import io.ibench.db.DatabaseException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;

/**
 * How to connect to a server, for every driver. Immutable.
 *
 * @param url the user's URL; its options win, except over those that the adapter needs
 * @param socket the path of a unix socket; empty: as the URL says
 */
public record ConnectionSettings(
    JdbcConnector driver, DriverUrl url, String user, String password, Tls tls, String socket) {

  private static final Key<String> USER = Key.text("user", "the database user");
  private static final Key<String> PASSWORD =
      Key.secret("password", "the user's password; best as ${IBENCH_PASSWORD:}").withDefault("");
  private static final Key<String> SOCKET =
      Key.text("socket", "the server's unix socket, instead of the url's host; empty: TCP")
          .withDefault("");

  /** All keys, in the order to show them. */
  public static List<Key<?>> keys(Key<String> url) {
    List<Key<?>> keys = new ArrayList<>(List.of(url, USER, PASSWORD, SOCKET));
    keys.addAll(Tls.KEYS);
    return keys;
  }

  /** Reads and checks the keys. */
  public static ConnectionSettings bind(Config config, Key<String> url, JdbcConnector driver) {
    DriverUrl given = DriverUrl.of(config.get(url));
    UrlRules.check(config, url, given, driver);
    Tls tls = Tls.bind(config);
    if (Tls.KEYS.stream().anyMatch(key -> config.has(key.name()))
        && given.has(driver.tlsOptions())) {
      config.problem("is said by the url as well; say it once", Tls.MODE, url);
    }
    String socket = config.get(SOCKET);
    if (!socket.isEmpty() && given.has(driver.socketOptions())) {
      config.problem("is said by the url as well; say it once", SOCKET, url);
    }
    return new ConnectionSettings(
        driver, given, config.get(USER), config.get(PASSWORD), tls, socket);
  }

  /** Opens an autocommit connection; the caller closes it. */
  public Connection connect() throws SQLException {
    return connect(Map.of());
  }

  /** Opens an autocommit connection with more options; the URL's options win. */
  private Connection connect(Map<String, String> more) throws SQLException {
    Properties properties = new Properties();
    properties.putAll(options(more));
    properties.setProperty("user", user);
    properties.setProperty("password", password);
    Connection connection = open(properties);
    try {
      // Overrides the URL, its session variables and the server's default.
      connection.setAutoCommit(true);
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /** A driver may fail over a URL of a form that it does not expect. */
  private Connection open(Properties properties) throws SQLException {
    try {
      return DriverManager.getConnection(url.text(), properties);
    } catch (IndexOutOfBoundsException e) {
      throw new SQLException("the driver does not understand the url's hosts", e);
    }
  }

  /** Opens an autocommit connection; classifies failures. */
  public Connection connect(Failures failures) throws DatabaseException {
    return connect(failures, Map.of());
  }

  /** The same with more options; the URL's options win. */
  public Connection connect(Failures failures, Map<String, String> more) throws DatabaseException {
    try {
      return connect(more);
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  /**
   * Creates the workers' pool, if configured; it opens connections when they are needed.
   *
   * @param sessions registers the connections
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

  /** All options but user and password. Drivers differ in whether these or those of the URL win. */
  private Map<String, String> options(Map<String, String> more) {
    Map<String, String> options = new HashMap<>(driver.preferred());
    options.putAll(more);
    if (!url.has(driver.tlsOptions())) {
      options.putAll(driver.tls(tls));
    }
    if (!socket.isEmpty()) {
      options.putAll(driver.socket(socket));
    } else if (!url.has(driver.socketOptions()) && !url.has(driver.ownSocketOptions())) {
      options.putAll(driver.tcp());
    }
    options.keySet().removeIf(name -> url.has(List.of(name)));
    options.putAll(driver.needed());
    driver.alternatives().entrySet().stream()
        .filter(other -> url.has(other.getKey(), other.getValue()))
        .forEach(other -> options.put(other.getKey(), other.getValue()));
    return options;
  }

  /** Masks these settings' secrets in messages. */
  public Masker masker() {
    List<String> secrets = new ArrayList<>(Secrets.hidden(url.text()));
    secrets.addAll(List.of(password, tls.truststorePassword(), tls.keystorePassword()));
    return Masker.of(secrets, Secrets.mask(url.text()) + user);
  }

  /** The server's host name; {@code localhost} for a unix socket. */
  public String host() {
    boolean local = !socket.isEmpty() || url.has(List.of("localSocket"));
    return local ? "localhost" : url.host();
  }

  /** Whether a unix socket is used. */
  public boolean isSocket() {
    return !socket.isEmpty() || url.has(driver.socketOptions());
  }

  /** The server's TCP port; empty for a unix socket and for several hosts. */
  public OptionalInt port(int defaultPort) {
    return isSocket() ? OptionalInt.empty() : url.port(defaultPort);
  }

  @Override
  public String toString() {
    return url.withoutOptions();
  }
}
